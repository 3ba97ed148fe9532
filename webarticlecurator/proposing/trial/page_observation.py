"""What the rules of a portal file find on one stored page now, and the lines of these rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.expectation import ARTICLE_VALUES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.crawling.archive.page_location import (
    LocatedPage,
    can_have_page,
    locate_page,
    span_of,
)
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.proposing.trial.page_links import (
    LinksAnswer,
    find_article_next_page,
    list_links_at,
)
from webarticlecurator.tei.documents.plain_text import plain_lines

METADATA = ("title", "authors", "published", "section")


@dataclass(frozen=True)
class ObservedPage:
    """What the rules find on a page.

    ``values`` are named as in ``base/portal/overrides.py``, empty if nothing was found;
    ``first_words`` and ``last_words`` hold all words of the text, one by one. ``rules`` has for
    ``links`` and for each value the places of its rules (``portal.yaml:12``). ``evidence`` says in
    words why the page was rejected.
    """

    column: str | None = None
    links: tuple[str, ...] = ()
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: dict[str, tuple[str, ...]] = field(default_factory=dict)
    evidence: str = ""


def observe_archive_page(
    portal: Portal, store: CapturedPages, capture: Capture, url: str, column: str | None
) -> ObservedPage:
    """Return the links of an archive page, and what the walk would request next.

    The page belongs to ``column``, or else to the column for which the corpus fetched it, or else
    to the one that its address fits. Raises UsageError if its address fits several columns whose
    rules differ.
    """
    located = (
        locate_page(portal, url, column)
        if column is not None
        else find_noted_location(portal, capture) or locate_page(portal, url)
    )
    answer: LinksAnswer = run_supervised(
        portal, url, list_links_at, store.read(capture), located, None
    )
    span = span_of(portal, located) if located is not None else None
    link_rules = span.links if span is not None else portal.links
    next_rules = span.pagination.next if span is not None else portal.next
    rules = {"links": list_rule_places(link_rules), "next_page": list_rule_places(next_rules)}
    following = (answer.next_page,) if answer.next_page is not None else ()
    return ObservedPage(answer.column, answer.articles, {"next_page": following}, rules)


def observe_article_page(portal: Portal, store: CapturedPages, capture: Capture) -> ObservedPage:
    """Return the values of an article's page, read alone.

    The other pages of the article and the context of its link in the archive are left out.
    """
    observed: ObservedPage = run_supervised(
        portal, capture.url, _observe_article, store.read(capture)
    )
    return observed


def _observe_article(portal: Portal, stored: StoredPage) -> ObservedPage:
    rules = select_layout(portal, stored.page(portal)).rules
    article = extract(portal, stored.url, stored.content, stored.content_type, stored.captured)
    if isinstance(article, Rejected):
        places = {"rejected": list_rule_places(reject.rule for reject in rules.reject)}
        return ObservedPage(
            values={"rejected": (article.reason,)}, rules=places, evidence=article.evidence
        )
    words = tuple(" ".join(plain_lines(article.blocks)).split())
    following = find_article_next_page(portal, stored)
    values = {
        **{name: tuple(article.metadata.texts(name)) for name in METADATA},
        "rejected": (),
        "first_words": words,
        "last_words": words,
        "next_page": (following,) if following is not None else (),
    }
    sources = dict(rules.metadata)
    text = list_rule_places((*rules.body.root, *rules.body.drop))
    places = {
        **{
            name: list_rule_places(_used_sources(sources.get(name, ()), article, name))
            for name in METADATA
        },
        "first_words": text,
        "last_words": text,
        "next_page": list_rule_places(rules.next_page),
    }
    return ObservedPage(values={name: values[name] for name in ARTICLE_VALUES}, rules=places)


def find_noted_location(portal: Portal, capture: Capture) -> LocatedPage | None:
    """Return the column and span for which the corpus fetched an archive page.

    None if the corpus does not know, or the portal file no longer has them.
    """
    origin = capture.origin
    if origin is None or origin.level != "archive" or origin.column is None or origin.span is None:
        return None
    spans = next((column.spans for column in portal.columns if column.name == origin.column), ())
    window = origin.window or ""
    if origin.span >= len(spans) or not can_have_page(
        portal, spans[origin.span], window, capture.url
    ):
        return None
    return LocatedPage(origin.column, origin.span, window, origin.page)


def list_rule_places(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return the lines of rules, each once: ``portal.yaml:12``, or ``built in``."""
    places = (rule.place for rule in rules)
    return tuple(
        dict.fromkeys(f"{Path(at.file).name}:{at.line}" if at.line else "built in" for at in places)
    )


def _used_sources(sources: tuple[Rule, ...], article: Article, name: str) -> tuple[Rule, ...]:
    """Return the source of a metadata value; all sources if none or more than one can be it."""
    labels = {value.source for value in article.metadata.all(name)}
    used = tuple(rule for rule in sources if f"{rule.kind}:{rule.expression}" in labels)
    return used if len(used) == 1 else sources
