"""``curator check --tests``: compares what a person expects of stored pages with what the rules
find now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from webarticlecurator.archive import (
    LocatedPage,
    can_have_page,
    locate_page,
    normalize_address,
    span_of,
)
from webarticlecurator.article import select_layout
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.overrides import (
    ARCHIVE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedLinks,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.stored_pages.captured_pages import CapturedPages, StoredSource
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.tei import plain_lines
from webarticlecurator.text.translation import make_message
from webarticlecurator.trial.one_article import extract
from webarticlecurator.trial.page_links import LinksAnswer, find_article_next_page, list_links_at

MAX_SHOWN = 3
"""Addresses or words of a longer list that a message shows."""

NOTHING = "nothing"


@dataclass(frozen=True)
class Mismatch:
    """One thing that is not as expected.

    ``what`` is the key of the entry, or ``accepted``, or ``page`` if there is nothing to compare.
    ``rules`` are the places of the rules that found the value (``portal.yaml:12``).
    """

    what: str
    expected: str
    found: str
    message: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.message} (rule: {', '.join(self.rules)})" if self.rules else self.message


STORED = "a stored page"
"""``Mismatch.expected`` where the page is not stored."""
NOT_ACCEPTED = Mismatch(
    "accepted",
    "yes",
    "no",
    make_message(
        "recorded and not accepted yet: read the entry beside the page, then write `accepted: yes`"
    ),
)


@dataclass(frozen=True)
class PageComparison:
    """An entry and its mismatches; it passes if there are none."""

    entry: Expectation
    mismatches: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        return not self.mismatches


def compare_pages(
    portal: Portal, entries: Sequence[Expectation], store: StoredSource
) -> Iterator[PageComparison]:
    """Compare every entry with what the rules of ``portal`` find now on its page in ``store``."""
    for entry in entries:
        unaccepted = () if entry.accepted else (NOT_ACCEPTED,)
        try:
            mismatches = tuple(_find_mismatches(portal, entry, store))
        except PageUnreadable as error:
            mismatches = (
                Mismatch("page", make_message("a page that can be read"), NOTHING, error.message),
            )
        yield PageComparison(entry, (*unaccepted, *mismatches))


def _find_mismatches(portal: Portal, entry: Expectation, store: StoredSource) -> Iterator[Mismatch]:
    capture = choose_capture(portal, store, entry.url)
    if capture is None:
        message = make_message(
            "not stored (no complete answer with status 200): crawl it, or give a WARC file that"
            " holds it with --warc"
        )
        yield Mismatch("page", STORED, NOTHING, message)
        return
    if entry.kind == ARCHIVE:
        try:
            observed = observe_archive_page(portal, store, capture, entry.url, entry.column)
        except UsageError as error:
            message = make_message("{message}; say which with `column:`", message=error.message)
            yield Mismatch("page", "one column", "several", message)
            return
        if entry.links is not None:
            yield from _compare_links(entry.links, observed)
    else:
        observed = observe_article_page(portal, store, capture)
    yield from _compare_values(entry, observed)


def _compare_values(entry: Expectation, observed: ObservedPage) -> Iterator[Mismatch]:
    reason = observed.values.get("rejected", ())
    if reason and not any(value.name == "rejected" for value in entry.values):
        message = make_message(
            "expected an article, but the page is rejected: {reason}: {evidence}",
            reason=reason[0],
            evidence=observed.evidence,
        )
        yield Mismatch("page", "an article", reason[0], message, observed.rules["rejected"])
        return
    for value in entry.values:
        name = value.name
        normalize = NORMALIZERS.get(name, _normalize_space)
        pair = normalize(value.values, observed.values.get(name, ()))
        if pair[0] != pair[1]:
            expected, found = (_describe_values(name, values) for values in pair)
            message = make_message(
                "{name}: expected {expected}, found {found}",
                name=name,
                expected=expected,
                found=found,
            )
            yield Mismatch(name, expected, found, message, observed.rules.get(name, ()))


Pair = tuple[tuple[str, ...], tuple[str, ...]]
"""The expected and the found values, in the form in which they are compared."""


def _normalize_space(expected: tuple[str, ...], found: tuple[str, ...]) -> Pair:
    """Reduce white space to single spaces."""
    return tuple(" ".join(v.split()) for v in expected), tuple(" ".join(v.split()) for v in found)


def _normalize_dates(expected: tuple[str, ...], found: tuple[str, ...]) -> Pair:
    """Ignore the time if only a day is expected."""
    days = all("T" not in value for value in expected) and bool(expected)
    return expected, tuple(value.partition("T")[0] for value in found) if days else found


def _normalize_addresses(expected: tuple[str, ...], found: tuple[str, ...]) -> Pair:
    return tuple(map(normalize_address, expected)), tuple(map(normalize_address, found))


def _cut_words(expected: tuple[str, ...], found: tuple[str, ...], *, last: bool) -> Pair:
    """Cut the words of the text to as many as are expected, or to a few if none are."""
    words = tuple(word for value in expected for word in value.split())
    count = len(words) or MAX_SHOWN
    return words, found[-count:] if last else found[:count]


NORMALIZERS: dict[str, Callable[[tuple[str, ...], tuple[str, ...]], Pair]] = {
    "published": _normalize_dates,
    "next_page": _normalize_addresses,
    "first_words": partial(_cut_words, last=False),
    "last_words": partial(_cut_words, last=True),
}
"""Name of a value → the function that prepares it for comparison; others are plain text."""


def _describe_values(name: str, values: tuple[str, ...]) -> str:
    """Return values as a message shows them."""
    if not values:
        return "an article" if name == "rejected" else NOTHING
    if name in ("first_words", "last_words"):
        return f'"{" ".join(values)}"'
    quote = "" if name in ("next_page", "rejected", "published") else '"'
    return ", ".join(f"{quote}{value}{quote}" for value in values)


def _compare_links(expected: ExpectedLinks, observed: ObservedPage) -> Iterator[Mismatch]:
    """Yield a mismatch for a wrong number, for missing links, and for unexpected ones."""
    expected_links, found = (
        tuple(dict.fromkeys(map(normalize_address, urls)))
        for urls in (expected.addresses, observed.links)
    )
    rules = observed.rules["links"]
    missing = [url for url in expected_links if url not in set(found)]
    unexpected = [url for url in found if url not in set(expected_links)] if expected.whole else []
    if expected.count is not None and expected.count != len(found):
        message = make_message(
            "links: expected {expected}, found {found}", expected=expected.count, found=len(found)
        )
        yield Mismatch("links", str(expected.count), str(len(found)), message, rules)
    if missing:
        message = make_message(
            "links: expected, but not found: {missing}", missing=_shorten(missing)
        )
        yield Mismatch("links", _shorten(missing), NOTHING, message, rules)
    if unexpected:
        message = make_message(
            "links: found, but not expected: {unexpected}", unexpected=_shorten(unexpected)
        )
        yield Mismatch("links", NOTHING, _shorten(unexpected), message, rules)


def _shorten(urls: Sequence[str]) -> str:
    """Return the first addresses and the number of the others."""
    rest = len(urls) - MAX_SHOWN
    names = ", ".join(urls[:MAX_SHOWN])
    return (
        make_message("{names} and {number} more", names=names, number=rest) if rest > 0 else names
    )


# What the rules of a portal file find on one stored page now, and the lines of these rules.

METADATA = ("title", "authors", "published", "section")


@dataclass(frozen=True)
class ObservedPage:
    """What the rules find on a page.

    ``values`` are named as in ``model/overrides.py``, empty if nothing was found;
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
    portal: Portal, store: StoredSource, capture: Capture, url: str, column: str | None
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
        portal, url, list_links_at, CapturedPages(portal, store, "").read(capture), located, None
    )
    span = span_of(portal, located) if located is not None else None
    link_rules = span.links if span is not None else portal.links
    next_rules = span.pagination.next if span is not None else portal.next
    rules = {"links": list_rule_places(link_rules), "next_page": list_rule_places(next_rules)}
    following = (answer.next_page,) if answer.next_page is not None else ()
    return ObservedPage(answer.column, answer.articles, {"next_page": following}, rules)


def observe_article_page(portal: Portal, store: StoredSource, capture: Capture) -> ObservedPage:
    """Return the values of an article's page, read alone.

    The other pages of the article and the context of its link in the archive are left out.
    """
    observed: ObservedPage = run_supervised(
        portal, capture.url, _observe_article, CapturedPages(portal, store, "").read(capture)
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
    if origin.span >= len(spans):
        return None
    if not can_have_page(portal, spans[origin.span], window, capture.url):
        return None
    return LocatedPage(origin.column, origin.span, window, origin.page)


def list_rule_places(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return the lines of rules, each once: ``portal.yaml:12``, or ``built in``."""
    places = (rule.place for rule in rules)
    lines = (f"{Path(at.file).name}:{at.line}" if at.line else "built in" for at in places)
    return tuple(dict.fromkeys(lines))


def _used_sources(sources: tuple[Rule, ...], article: Article, name: str) -> tuple[Rule, ...]:
    """Return the source of a metadata value; all sources if none or more than one can be it."""
    labels = {value.source for value in article.metadata.all(name)}
    used = tuple(rule for rule in sources if f"{rule.kind}:{rule.expression}" in labels)
    return used if len(used) == 1 else sources


def choose_capture(portal: Portal, store: StoredSource, url: str) -> Capture | None:
    """Return the capture of an address that ``captures:`` of the portal file chooses."""
    return store.captures.best([url], portal.captures)
