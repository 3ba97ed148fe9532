"""The facts of a document that is written are those that are read from it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from tei_trees import Trees, article, portal

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.article import (
    ORGANISATION,
    Article,
    CaptureHistory,
    Metadata,
    Value,
)
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.document_facts import read_facts

ZONE = "Europe/Budapest"


def value(text: str, source: str = "css:h1") -> tuple[Value, ...]:
    return (Value(text, source, text),)


def with_metadata(**fields: tuple[Value, ...]) -> Callable[[Article], Article]:
    names = [name for name in FIELD_NAMES if name in fields]
    return lambda made: replace(
        made, metadata=Metadata(tuple((name, fields[name]) for name in names))
    )


VARIANTS: dict[str, Callable[[Article], Article]] = {
    "as it is": lambda made: made,
    "no metadata": lambda made: replace(made, metadata=Metadata()),
    "characters that XML does not allow": with_metadata(
        title=value("a\x00b\x1fc\ud800 \ufffe\r\nd"), section=value("\x0b"), authors=value("\x9b x")
    ),
    "several values": with_metadata(
        authors=(
            *value("A. Writer", f"jsonld:author.name{ORGANISATION}"),
            *value("B. Writer", "meta:author"),
            *value("A. Writer", "meta:author"),
        ),
        section=(*value("World"), *value("Europe")),
    ),
    "the day in the portal's zone": with_metadata(published=value("2019-03-31T22:30:00+00:00")),
    "a month": with_metadata(published=value("2019-03")),
    "a year": with_metadata(published=value("2019")),
    "no date": with_metadata(published=value("last spring")),
    **{
        f"access {word}": with_metadata(access=value(word, "jsonld:isAccessibleForFree"))
        for word in ("free", "closed", "partial")
    },
    "a language": with_metadata(language=value("sr_Latn", "override:a reason: with a colon")),
    "no column, a confidence, a kind": lambda made: replace(
        made, column=None, confidence=87, page_kind="list"
    ),
    "an earlier version": lambda made: replace(
        made,
        history=CaptureHistory(
            versions=(
                replace(made.captures[0], time=datetime(2018, 12, 31, 23, 30, tzinfo=timezone.utc)),
                replace(made.captures[0], time=made.captures[0].time + timedelta(days=9)),
            )
        ),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_written_and_read_facts_are_the_same(name: str) -> None:
    made = VARIANTS[name](article(Trees(1).body()))
    where = replace(portal(), timezone=ZONE)
    document = build_document(made, where)
    assert read_facts(document.content, ZONE) == document.facts


def test_so_are_those_of_any_text(pytestconfig: pytest.Config) -> None:
    for seed in range(200 if pytestconfig.getoption("long") else 60):
        document = build_document(article(Trees(seed).body()), portal())
        assert read_facts(document.content, portal().timezone) == document.facts, seed


def facts_of(made: Article) -> ArticleFacts:
    return build_document(made, replace(portal(), timezone=ZONE)).facts


def test_what_they_say() -> None:
    day = facts_of(VARIANTS["the day in the portal's zone"](article(())))
    assert day.published == "2019-04-01"
    assert facts_of(VARIANTS["a year"](article(()))).published == "2019"
    assert facts_of(VARIANTS["no date"](article(()))).published == ""
    several = facts_of(VARIANTS["several values"](article(())))
    assert several.authors == ("A. Writer", "B. Writer")
    assert several.sections == ("World", "Europe")
    assert several.field_sources == (("authors", "jsonld"), ("section", "css"))
    assert facts_of(VARIANTS["a language"](article(()))).field_sources == (
        ("language", "override"),
    )
    # in Budapest, half past midnight of the new year
    assert facts_of(VARIANTS["an earlier version"](article(()))).stored == "2019-01-01"
    illegal = facts_of(VARIANTS["characters that XML does not allow"](article(())))
    assert illegal.title == "a\ufffdb\ufffdc\ufffd \ufffd\nd"


def test_the_same_words_have_the_same_digest_whatever_they_stand_in() -> None:
    def digest(*blocks: Node) -> bytes:
        return facts_of(article(blocks)).text_digest

    one = digest(Node("paragraph", ("Two words. More",)))
    assert digest(Node("paragraph", ("Two  words.",)), Node("paragraph", ("More",))) == one
    assert digest(Node("paragraph", ("Two words. More!",))) != one


def test_what_is_no_tei_has_no_facts() -> None:
    with pytest.raises(CuratorError):
        read_facts(b"<html/>", ZONE)
