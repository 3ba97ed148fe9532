"""The rows of verdicts and of problems say all that is made of them."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import webarticlecurator
from webarticlecurator.articles.walls import page_checks
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.doubts.doubt_kinds import index_kinds, list_slots
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS, is_serious
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.reasons import REASONS, Reason
from webarticlecurator.base.model.verdict import (
    GATED,
    GATED_BY_RUN,
    require_checks,
)
from webarticlecurator.corpus.archives.coverage_reasons import COVERAGE_REASONS, OTHER
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.portal_file.keys.keys import key_names
from webarticlecurator.proposing.trial.one_article import article_json
from webarticlecurator.service.article_models import RejectedPage

PACKAGE = Path(webarticlecurator.__file__).parent


@pytest.mark.parametrize("reason", REASONS, ids=lambda each: each.name)
def test_a_reason_has_a_cure_that_names_keys_of_the_portal_file(reason: Reason) -> None:
    # nothing is missing, so nothing is to do
    assert bool(reason.cure) != (reason.name in ("continuation", "duplicate", "split"))
    for section, key in re.findall(r"`(\w+)\.(\w+)", reason.cure):
        assert key in key_names(section), f"{section}.{key}"


def test_one_article_is_no_plural() -> None:
    lines = Summary(gone=1, unlisted=2, to_confirm=1, next_due="2026-11-29T04:05:06").lines()
    assert "1 article is kept although the portal no longer has it (404 or 410)" in lines
    assert "2 articles are kept although no rule lists them any more (unlisted)" in lines
    once = "1 address was missing or empty once; a crawl after 2026-11-29 04:05 UTC requests it"
    assert f"{once} again" in lines


def test_the_cure_is_shown_by_status_and_service() -> None:
    summary = Summary(rejected={"gone": 3, "of another version": 1})
    (line,) = summary.cures()
    assert line.startswith("3 gone: take it from a web archive")
    answer = article_json(Rejected("https://echo.example/a", "no-root", "no rule"))
    assert RejectedPage(**answer).cure == answer["cure"] != ""


def test_what_is_no_article_is_not_missed() -> None:
    others = {each.name for each in REASONS if not each.counts_as_missing}
    assert others == {
        "not-article", "off-portal", "not-html", "continuation", "duplicate", "excluded", "split",
    }  # fmt: skip
    grouped = {name for name, each in COVERAGE_REASONS.items() if each.group == OTHER}
    assert {f"rejected-{name}" for name in others} == {n for n in grouped if "rejected-" in n}


def test_a_check_that_nothing_makes_cannot_be_switched_off() -> None:
    made = {reason for reason, _, _ in page_checks._CHECKS}
    assert made | GATED_BY_RUN == set(GATED)
    with pytest.raises(TypeError, match="made-up"):
        require_checks(made, {*made, "made-up"}, "articles/walls/page_checks.py")
    with pytest.raises(TypeError, match="empty"):
        require_checks(made, made - {"empty"}, "articles/walls/page_checks.py")


def list_calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """The module of each call of these functions in the package, and the call."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            function = node.func if isinstance(node, ast.Call) else None
            name = getattr(function, "attr", "") or getattr(function, "id", "")
            if isinstance(node, ast.Call) and name in names and node.args:
                parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
                yield ".".join(parts), node


def read_words(module: str, word: ast.expr) -> list[str]:
    """The words that an argument may be; [] for one that is found out when it is used."""
    if isinstance(word, ast.IfExp):
        return [*read_words(module, word.body), *read_words(module, word.orelse)]
    if isinstance(word, ast.Constant):
        return [str(word.value)]
    if isinstance(word, ast.Name):
        value = getattr(importlib.import_module(module), word.id, None)
        return [value] if isinstance(value, str) else []
    return []


def list_asked_kinds() -> Iterator[str]:
    """The kinds that the package asks the index for, and those of its checks."""
    for module, call in list_calls("problems", "CorpusCheck", "renew_problems"):
        chosen = [each.value for each in call.keywords if each.arg == "kinds"] or call.args[:1]
        for kinds in chosen:
            if isinstance(kinds, ast.Tuple | ast.List):
                for word in kinds.elts:
                    yield from read_words(module, word)


def test_every_kind_of_problem_is_a_row() -> None:
    calls = list_calls("Problem", "make_problem", "phrase_doubt")
    found = {word for module, call in calls for word in read_words(module, call.args[0])}
    assert len(found) > 50
    asked = set(list_asked_kinds())
    assert len(asked) > 20
    assert asked <= set(DOUBT_KINDS)
    assert found <= set(DOUBT_KINDS)
    assert {"teaser", "tag-tie", "undecodable", "date-unreadable"} <= set(DOUBT_KINDS)
    assert not any(map(is_serious, ("teaser", "tag-tie", "undecodable", "no-list", "of later")))


# function → which of its arguments is the name of the sentence
SENTENCE_PLACES = {"make_problem": 2, "add_problem": 2, "phrase_doubt": 1}


def list_sentences() -> Iterator[tuple[str, str, set[str | None]]]:
    """Kind, name and values of each sentence that the package asks for."""
    for module, call in list_calls(*SENTENCE_PLACES):
        name = getattr(call.func, "attr", "") or getattr(call.func, "id", "")
        kinds = set(read_words(module, call.args[0])) & set(DOUBT_KINDS)
        place = SENTENCE_PLACES[name]
        sentences = read_words(module, call.args[place]) if len(call.args) > place else [""]
        for kind, sentence in product(kinds, sentences):
            yield kind, sentence, {keyword.arg for keyword in call.keywords}


def test_every_sentence_is_one_of_its_row_and_gets_all_of_its_values() -> None:
    found = list(list_sentences())
    assert len(found) > 50
    for kind, name, values in found:
        assert name in DOUBT_KINDS[kind].sentences, f"{kind}: {name!r}"
        slots = list_slots(DOUBT_KINDS[kind].sentences[name])
        assert None in values or slots <= values, f"{kind}: {name!r}: {slots - values} is missing"


def test_no_sentence_of_the_table_is_unused() -> None:
    used = {(kind, name) for kind, name, _ in list_sentences()}
    rows = {(kind.name, name) for kind in DOUBT_KINDS.values() for name in kind.sentences}
    # those whose kind or sentence is found out when it is used
    assert rows - used == {
        ("later-capture", ""), ("repeated-text", "articles"), ("repeated-text", "others"),
        ("repeated-text", ""), ("unfollowed-page", "script"), ("unfollowed-page", ""),
        ("out-of-order", "articles"), ("out-of-order", "pages"), ("out-of-order", "dates"),
        ("loaded-later", "address"), ("loaded-later", "busy"), ("loaded-later", "control"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"cost": "money"}, "cost"),
        ({"asked": ()}, "asked"),
        ({"asked": ("an oracle",)}, "asked"),
        ({"proof": ""}, "proof"),
        ({"refutation": ""}, "refutation"),
        ({"cure": ""}, "cure"),
        ({"sentences": {"": ("one {page}", "many {page}")}}, "number"),
    ],
)
def test_a_row_that_lacks_a_part_fails_at_import(change: dict[str, Any], fault: str) -> None:
    row = DOUBT_KINDS["page-limit"]
    assert index_kinds([row]) == {"page-limit": row}
    with pytest.raises(TypeError, match=f"page-limit.*{fault}"):
        index_kinds([replace(row, **change)])
    with pytest.raises(TypeError, match="another row"):
        index_kinds([row, row])
