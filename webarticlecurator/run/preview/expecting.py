"""``curator check --tests``: what a person expects of stored pages, against what the rules give
now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from webarticlecurator.archive import normalize_address
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.model.expectation import ARCHIVE, Expectation, ExpectedLinks, ExpectedValue
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.observing import (
    Observed,
    StoredSource,
    choose_capture,
    observe_archive_page,
    observe_article_page,
)

SHOWN = 3
"""This many addresses of a longer list are shown in a message."""

NOTHING = "nothing"


@dataclass(frozen=True)
class Mismatch:
    """One thing that is not as expected. ``what``: the key of the entry, ``accepted``, or ``page``
    where there is nothing to compare. ``rules``: where the rules stand that gave what was found
    (``portal.yaml:12``)."""

    what: str
    expected: str
    found: str
    message: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.message} (rule: {', '.join(self.rules)})" if self.rules else self.message


@dataclass(frozen=True)
class Checked:
    """One entry with everything that is not as it says; it passes if there is nothing."""

    entry: Expectation
    mismatches: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        return not self.mismatches


def compare_pages(
    portal: Portal, entries: Sequence[Expectation], store: StoredSource
) -> Iterator[Checked]:
    """Every entry in its order, with what the rules of ``portal`` give now for the page in
    ``store``."""
    for entry in entries:
        unread = () if entry.accepted else (_unaccepted(),)
        try:
            found = tuple(_mismatches(portal, entry, store))
        except PageUnreadable as error:
            found = (Mismatch("page", "a page that can be read", NOTHING, error.message),)
        yield Checked(entry, (*unread, *found))


def _unaccepted() -> Mismatch:
    said = (
        "recorded and not accepted yet: read the entry beside the page, then write `accepted: yes`"
    )
    return Mismatch("accepted", "yes", "no", said)


def _mismatches(portal: Portal, entry: Expectation, store: StoredSource) -> Iterator[Mismatch]:
    capture = choose_capture(portal, store, entry.url)
    if capture is None:
        said = (
            "not stored (no complete answer with status 200): crawl it, or give a WARC file that"
            " holds it with --warc"
        )
        yield Mismatch("page", "a stored page", NOTHING, said)
        return
    if entry.kind == ARCHIVE:
        try:
            seen = observe_archive_page(portal, store, capture, entry.url, entry.column)
        except UsageError as error:
            yield Mismatch(
                "page", "one column", "several", f"{error.message}; say which with `column:`"
            )
            return
        if entry.links is not None:
            yield from _links(entry.links, seen)
    else:
        seen = observe_article_page(portal, store, capture)
    yield from _values(entry, seen)


def _values(entry: Expectation, seen: Observed) -> Iterator[Mismatch]:
    reason = seen.values.get("rejected", ())
    if reason and not any(value.name == "rejected" for value in entry.values):
        said = f"expected an article, but the page is rejected: {reason[0]}: {seen.evidence}"
        yield Mismatch("page", "an article", reason[0], said, seen.rules["rejected"])
        return
    for value in entry.values:
        wrong = _value(value, seen)
        if wrong is not None:
            yield wrong


def _value(value: ExpectedValue, seen: Observed) -> Mismatch | None:
    found = seen.values.get(value.name, ())
    expected, got = COMPARED.get(value.name, _spaced)(value.values, found)
    if expected == got:
        return None
    wanted, have = _shown(value.name, expected), _shown(value.name, got)
    said = f"{value.name}: expected {wanted}, found {have}"
    return Mismatch(value.name, wanted, have, said, seen.rules.get(value.name, ()))


Pair = tuple[tuple[str, ...], tuple[str, ...]]
"""What is expected and what was found, in the form in which they are compared."""


def _spaced(expected: tuple[str, ...], found: tuple[str, ...]) -> Pair:
    """White space counts as one space."""
    return tuple(" ".join(v.split()) for v in expected), tuple(" ".join(v.split()) for v in found)


def _dates(expected: tuple[str, ...], found: tuple[str, ...]) -> Pair:
    """Where a day is expected, the time does not matter."""
    days = all("T" not in value for value in expected) and bool(expected)
    return expected, tuple(value.partition("T")[0] for value in found) if days else found


def _addresses(expected: tuple[str, ...], found: tuple[str, ...]) -> Pair:
    return tuple(normalize_address(url) for url in expected), tuple(
        normalize_address(url) for url in found
    )


def _words(expected: tuple[str, ...], found: tuple[str, ...], *, last: bool) -> Pair:
    """As many of the text's words as are expected; a few where none are."""
    words = tuple(word for value in expected for word in value.split())
    count = len(words) or SHOWN
    return words, found[-count:] if last else found[:count]


COMPARED: dict[str, Callable[[tuple[str, ...], tuple[str, ...]], Pair]] = {
    "published": _dates,
    "next_page": _addresses,
    "first_words": partial(_words, last=False),
    "last_words": partial(_words, last=True),
}
"""How what is not simply text is compared."""


def _shown(name: str, values: tuple[str, ...]) -> str:
    if not values:
        return "an article" if name == "rejected" else NOTHING
    if name in ("first_words", "last_words"):
        return f'"{" ".join(values)}"'
    quote = "" if name in ("next_page", "rejected", "published") else '"'
    return ", ".join(f"{quote}{value}{quote}" for value in values)


def _links(expected: ExpectedLinks, seen: Observed) -> Iterator[Mismatch]:
    """The number, what is missing, and what is too much, each said once."""
    wanted, found = (
        tuple(dict.fromkeys(map(normalize_address, urls)))
        for urls in (expected.addresses, seen.links)
    )
    rules = seen.rules["links"]
    missing = [url for url in wanted if url not in set(found)]
    more = [url for url in found if url not in set(wanted)] if expected.whole else []
    if expected.count is not None and expected.count != len(found):
        said = f"links: expected {expected.count}, found {len(found)}"
        yield Mismatch("links", str(expected.count), str(len(found)), said, rules)
    if missing:
        said = f"links: expected, but not found: {_some(missing)}"
        yield Mismatch("links", _some(missing), NOTHING, said, rules)
    if more:
        yield Mismatch(
            "links", NOTHING, _some(more), f"links: found, but not expected: {_some(more)}", rules
        )


def _some(urls: Sequence[str]) -> str:
    rest = len(urls) - SHOWN
    return ", ".join(urls[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")
