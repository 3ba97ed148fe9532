"""Where a listed address leads, and whether others lead there, too: one page that answers for
several articles is none of them.

Everything here follows from what is stored and what is listed, whatever came first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit, urlunsplit

from webarticlecurator.archive import describe_landing_redirect
from webarticlecurator.extract import canonical_address
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import ArticleRow, Corpus, CorpusView
from webarticlecurator.store.record import target_address

LONGEST = 20
"""Addresses that are looked at from one on."""


@dataclass(frozen=True)
class RedirectTarget:
    """An address to which a requested one redirects. ``name``: its canonical address; ``key``: the
    same without a parameter that only says where to come back to; ``listed``: an archive page lists
    it; ``by``: the canonical address of the last listed one on the way there."""

    url: str
    name: str
    key: str
    listed: bool
    by: str


def find_redirect_target(
    portal: Portal, corpus: CorpusView, asked: str
) -> tuple[RedirectTarget, ...]:
    """Where the address ``asked`` redirects, by everything that is stored: to listed addresses, and
    to others that answered. Not to the home page and the archive."""
    found: list[RedirectTarget] = []
    waiting, seen = [(asked, canonical_address(asked, portal.address))], {target_address(asked)}
    while waiting and len(seen) <= LONGEST:
        here, by = waiting.pop(0)
        for url in corpus.captures.redirect_targets(here):
            if url in seen or describe_landing_redirect(portal, asked, url):
                continue
            seen.add(url)
            name = canonical_address(url, portal.address)
            listed = name != by and is_listed(portal, corpus, url, name)
            if listed or (name != by and corpus.captures.is_answered(url)):
                found.append(
                    RedirectTarget(url, name, _without_return(portal, asked, url), listed, by)
                )
            waiting.append((url, name if listed else by))
    return tuple(found)


def is_listed(portal: Portal, corpus: CorpusView, url: str, name: str) -> bool:
    """Whether an archive page lists ``url`` or another address of which ``name`` is the canonical
    one."""
    if corpus.redirects.is_listed(url) or corpus.redirects.is_listed(name):
        return True
    row = corpus.frontier.article(name)
    return row is not None and any(
        canonical_address(u, portal.address) == name
        for u in corpus.redirects.listed_addresses(row.canonical)
    )


def note_redirect_targets(portal: Portal, corpus: Corpus, asked: str) -> tuple[RedirectTarget, ...]:
    """``leads``, remembered for other addresses that lead there. Waits for ``corpus.commit``."""
    found = find_redirect_target(portal, corpus, asked)
    corpus.redirects.set_targets(asked, {led.key for led in found if not led.listed})
    return found


def find_sharers(portal: Portal, corpus: CorpusView, led: RedirectTarget) -> Iterator[str]:
    """The other listed addresses that redirect to the same one, which is not listed, and not by way
    of the same listed one."""
    if led.listed:
        return
    for other in corpus.redirects.sources_of(led.key):
        if is_listed(portal, corpus, other, canonical_address(other, portal.address)):
            theirs = find_redirect_target(portal, corpus, other)
            if any(
                each.key == led.key and not each.listed and each.by != led.by for each in theirs
            ):
                yield other


def is_shared(
    portal: Portal, corpus: CorpusView, found: Sequence[RedirectTarget]
) -> dict[str, Iterator[str]]:
    """Those of the addresses to which other listed ones redirect, too, with those others."""
    several: dict[str, Iterator[str]] = {}
    for led in found:
        others = find_sharers(portal, corpus, led)
        first = next(others, None)
        if first is not None:
            several[led.url] = _again(first, others)
    return several


def has_foreign_name(
    portal: Portal, corpus: CorpusView, row: ArticleRow, url: str, *, even_listed: bool = False
) -> bool:
    """Whether the article of the listed address ``url`` goes by the address of another page that is
    not listed (``even_listed``: or is)."""
    if row.canonical == canonical_address(url, portal.address):
        return False
    return even_listed or not is_listed(portal, corpus, row.canonical, row.canonical)


def _again(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first
    yield from others


def _without_return(portal: Portal, asked: str, url: str) -> str:
    """The canonical address of ``url`` without parameters that name the address ``asked``
    (``/login?next=/article``)."""
    parts = urlsplit(url)
    kept = "&".join(
        part for part in parts.query.split("&") if not _names(part.partition("=")[2], asked)
    )
    return canonical_address(urlunsplit(parts._replace(query=kept)), portal.address)


def _names(value: str, asked: str) -> bool:
    """Whether the value of a parameter is an address, or its path."""
    path = urlsplit(asked).path.rstrip("/")
    for text in (unquote(value), unquote(unquote(value))):
        with suppress(ValueError):
            if path and urlsplit(text).path.rstrip("/") == path:
                return True
    return False
