"""``curator check --tests``: compares what a person expects of stored pages with what the rules
find now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PageUnreadable, UsageError
from webarticlecurator.base.portal.expectation import ARCHIVE, Expectation, ExpectedLinks
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.proposing.trial.one_article import shorten_list
from webarticlecurator.proposing.trial.page_observation import (
    ObservedPage,
    observe_archive_page,
    observe_article_page,
)

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
        "recorded but not accepted yet; compare the entry with the page, then write `accepted: yes`"
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
    portal: Portal, entries: Sequence[Expectation], store: CapturedPages
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


def _find_mismatches(
    portal: Portal, entry: Expectation, store: CapturedPages
) -> Iterator[Mismatch]:
    capture = store.choose_capture(entry.url)
    if capture is None:
        message = make_message(
            "not stored (no complete answer with status 200); crawl it, or give a WARC file"
            " that has it with --warc"
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
        pair = NORMALIZERS.get(name, _normalize_space)(value.values, observed.values.get(name, ()))
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
            "links: expected, but not found: {missing}", missing=shorten_list(missing, MAX_SHOWN)
        )
        yield Mismatch("links", shorten_list(missing, MAX_SHOWN), NOTHING, message, rules)
    if unexpected:
        message = make_message(
            "links: found, but not expected: {unexpected}",
            unexpected=shorten_list(unexpected, MAX_SHOWN),
        )
        yield Mismatch("links", NOTHING, shorten_list(unexpected, MAX_SHOWN), message, rules)
