"""What the rules of a portal file say about one stored page today, and which lines of the file say
it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from webarticlecurator.archive import LocatedPage, locate_page, span_of, today_in
from webarticlecurator.extract import select_layout
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.model.expectation import ARTICLE_VALUES
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import read_page
from webarticlecurator.run.preview.one_article import extract
from webarticlecurator.run.preview.single_page import (
    LinksAnswer,
    StoredPage,
    find_article_next_page,
    list_links_at,
    run_supervised,
)
from webarticlecurator.store import Captures
from webarticlecurator.tei import plain_lines

METADATA = ("title", "authors", "published", "section")


class StoredSource(Protocol):
    """Where pages are stored: a corpus, or WARC files of any origin."""

    captures: Captures

    def read(self, capture: Capture) -> Body: ...


@dataclass(frozen=True)
class Observed:
    """What a page gives. ``values``: by the names of ``model/expectation.py``, empty where nothing
    was found; ``first_words`` and ``last_words`` have all words of the text, one by one. ``rules``:
    for ``links`` and for each value, where the rules stand that give it (``portal.yaml:12``).
    ``evidence``: why the page was rejected, in words."""

    column: str | None = None
    links: tuple[str, ...] = ()
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: dict[str, tuple[str, ...]] = field(default_factory=dict)
    evidence: str = ""


def observe_archive_page(
    portal: Portal, store: StoredSource, capture: Capture, url: str, column: str | None
) -> Observed:
    """An archive page: its links, and what the walk would request next. Whose page it is:
    ``column``, else what the corpus noted when it was fetched, else by its address. Raises
    UsageError where several columns fit whose rules differ."""
    located = (
        locate_page(portal, url, column)
        if column is not None
        else note_rules(portal, capture) or locate_page(portal, url)
    )
    answer: LinksAnswer = run_supervised(
        portal, url, list_links_at, _stored(portal, store, capture), located, None
    )
    span = span_of(portal, located) if located is not None else None
    link_rules = span.links if span is not None else portal.links
    next_rules = span.pagination.next if span is not None else portal.next
    rules = {"links": list_rule_places(link_rules), "next_page": list_rule_places(next_rules)}
    return Observed(answer.column, answer.articles, {"next_page": _some(answer.next_page)}, rules)


def observe_article_page(portal: Portal, store: StoredSource, capture: Capture) -> Observed:
    """An article's page, seen alone: without the other pages of the article, and without what the
    archive showed beside it."""
    found: Observed = run_supervised(
        portal, capture.url, _observed, _stored(portal, store, capture)
    )
    return found


def _observed(portal: Portal, stored: StoredPage) -> Observed:
    page = read_page(
        stored.url,
        stored.content,
        stored.content_type,
        encoding=portal.encoding,
        captured=stored.captured,
    )
    rules = select_layout(portal, page).rules
    found = extract(portal, stored.url, stored.content, stored.content_type, stored.captured)
    if isinstance(found, Rejected):
        where = {"rejected": list_rule_places(reject.rule for reject in rules.reject)}
        return Observed(values={"rejected": (found.reason,)}, rules=where, evidence=found.evidence)
    words = tuple(" ".join(plain_lines(found.blocks)).split())
    values = {name: tuple(v.value for v in found.metadata.all(name)) for name in METADATA}
    values |= {"rejected": (), "first_words": words, "last_words": words}
    values["next_page"] = _some(find_article_next_page(portal, stored))
    return Observed(
        values={name: values[name] for name in ARTICLE_VALUES}, rules=_article_rules(rules, found)
    )


def note_rules(portal: Portal, capture: Capture) -> LocatedPage | None:
    """Column and span that an archive page was fetched for, if the portal file still has them."""
    origin = capture.origin
    if origin is None or origin.level != "archive" or origin.column is None or origin.span is None:
        return None
    spans = next((column.spans for column in portal.columns if column.name == origin.column), ())
    if origin.span >= len(spans) or bool(spans[origin.span].dates) != bool(origin.window):
        return None
    return LocatedPage(origin.column, origin.span, origin.window or "", origin.page)


def list_rule_places(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Where rules stand, each line once: ``portal.yaml:12``; ``built in`` for those of the
    program."""
    return tuple(dict.fromkeys(_place(rule) for rule in rules))


def _place(rule: Rule) -> str:
    if not rule.place.line or rule.place.file == "defaults.yaml":
        return "built in"
    return f"{Path(rule.place.file).name}:{rule.place.line}"


def _article_rules(rules: ArticleRules, found: Article) -> dict[str, tuple[str, ...]]:
    sources = dict(rules.metadata)
    where = {name: list_rule_places(_used(sources.get(name, ()), found, name)) for name in METADATA}
    text = list_rule_places((*rules.body.root, *rules.body.drop))
    return {
        **where,
        "first_words": text,
        "last_words": text,
        "next_page": list_rule_places(rules.next_page),
    }


def _used(sources: tuple[Rule, ...], found: Article, name: str) -> tuple[Rule, ...]:
    """The source that gave the value; all of them where none did, or it cannot be told."""
    said = {value.source for value in found.metadata.all(name)}
    used = tuple(rule for rule in sources if f"{rule.kind}:{rule.expression}" in said)
    return used if len(used) == 1 else sources


def _stored(portal: Portal, store: StoredSource, capture: Capture) -> StoredPage:
    body = store.read(capture)
    return StoredPage(
        capture.url, body.content, body.content_type, today_in(portal.timezone, capture.time)
    )


def _some(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def choose_capture(portal: Portal, store: StoredSource, url: str) -> Capture | None:
    """The capture of an address that counts by ``captures:`` of the portal file."""
    return store.captures.best([url], portal.captures)
