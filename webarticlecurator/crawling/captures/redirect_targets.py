"""Find the redirect targets of listed addresses, and those that several addresses share: a page to
which several articles redirect belongs to none of them.

The results follow from the stored captures and the listings, not from their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.looks import Look, judge_looks
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.landing_pages import describe_landing_redirect
from webarticlecurator.storage.warc.record import target_address

if TYPE_CHECKING:
    from webarticlecurator.storage.frontier.index_values import ArticleRow
    from webarticlecurator.storage.store.corpus import WritableCorpus
    from webarticlecurator.storage.store.view import CorpusView

MAX_ADDRESSES = 20
"""Longest chain of redirects that is followed from one address."""


@dataclass(frozen=True)
class RedirectTarget:
    """An address to which a requested one redirects.

    ``canonical`` is its canonical address; ``key`` is the same without a parameter that only has
    the address to return to. ``listed`` is True if an archive page lists it. ``last_listed`` is the
    canonical address of the last listed address on the way to it.
    """

    url: str
    canonical: str
    key: str
    listed: bool
    last_listed: str


def find_redirect_targets(
    portal: Portal, corpus: CorpusView, requested: str
) -> tuple[RedirectTarget, ...]:
    """Return the addresses to which ``requested`` redirects in the stored captures: listed ones,
    and others that were answered; not the home page and the archive."""
    if not corpus.captures.redirect_targets(requested):
        return ()  # as for most articles
    targets: list[RedirectTarget] = []
    waiting = [(requested, canonical_address(requested, portal.address))]
    seen = {target_address(requested)}
    while waiting and len(seen) <= MAX_ADDRESSES:
        current, last_listed = waiting.pop(0)
        for url in corpus.captures.redirect_targets(current):
            if url in seen or describe_landing_redirect(portal, requested, url):
                continue
            seen.add(url)
            canonical = canonical_address(url, portal.address)
            is_other = canonical != last_listed
            listed = is_other and is_listed(portal, corpus, url, canonical)
            if listed or (is_other and corpus.captures.is_answered(url)):
                # without parameters that have the address `requested` as value
                # (`/login?next=/article`)
                parts = urlsplit(url)
                kept = "&".join(
                    part
                    for part in parts.query.split("&")
                    if not _is_address_value(part.partition("=")[2], requested)
                )
                key = canonical_address(urlunsplit(parts._replace(query=kept)), portal.address)
                targets.append(RedirectTarget(url, canonical, key, listed, last_listed))
            waiting.append((url, canonical if listed else last_listed))
    return tuple(targets)


def is_listed(portal: Portal, corpus: CorpusView, url: str, canonical: str) -> bool:
    """Return True if an archive page lists ``url`` or another address with the canonical address
    ``canonical``."""
    if corpus.redirects.is_listed(url) or corpus.redirects.is_listed(canonical):
        return True
    row = corpus.frontier.article(canonical)
    return row is not None and any(
        canonical_address(listed, portal.address) == canonical
        for listed in corpus.redirects.listed_addresses(row.canonical)
    )


def note_redirect_targets(
    portal: Portal, corpus: WritableCorpus, requested: str
) -> tuple[tuple[RedirectTarget, ...], frozenset[str]]:
    """Return ``find_redirect_targets``, and note them, so that other addresses which redirect to
    them are found; and the keys of those that were noted before. Needs ``corpus.commit``."""
    targets = find_redirect_targets(portal, corpus, requested)
    known = corpus.redirects.set_targets(requested, {target.key for target in targets})
    return targets, known


def find_unconfirmed_aliases(
    portal: Portal, corpus: CorpusView, requested: str, targets: Sequence[RedirectTarget]
) -> frozenset[str]:
    """Return the listed targets of an address that answered with a page of its own before, except
    those to which it redirected twice since, at least ``fetch.confirm`` apart."""
    listed = frozenset(target.url for target in targets if target.listed)
    looks = _look_at_redirects(corpus, requested, listed) if listed else None
    if looks is None:
        return frozenset()
    times = {url: [look.time for look in looks if look.answer == url] for url in listed}
    confirm = portal.fetch.confirm
    return frozenset(
        url for url, seen in times.items() if not seen or max(seen) - min(seen) < confirm
    )


def find_foreign_targets(
    portal: Portal, requested: str, targets: Sequence[RedirectTarget]
) -> frozenset[str]:
    """Return the targets that do not belong to the portal, and that no archive page lists."""
    if not targets:
        return frozenset()  # as for most articles
    hosts = portal_hosts(portal)
    return frozenset(
        target.url
        for target in targets
        if not target.listed and not hosts.belongs(target.url, requested)
    )


def find_alias_look(portal: Portal, corpus: CorpusView, row: ArticleRow) -> datetime | None:
    """Return the time from which an article that redirects to another one since it had a page of
    its own is to be asked for again; None if it does not, or need not be asked any more."""
    unconfirmed = find_unconfirmed_aliases(
        portal, corpus, row.requested, find_redirect_targets(portal, corpus, row.requested)
    )
    looks = _look_at_redirects(corpus, row.requested, unconfirmed) if unconfirmed else None
    judgement = judge_looks(looks or (), portal.fetch.confirm)
    return judgement.due if judgement is not None else None


def _look_at_redirects(
    corpus: CorpusView, requested: str, listed: frozenset[str]
) -> list[Look] | None:
    """Return the answers since the last page of its own that redirect to one of ``listed``, whose
    page may be missing there: such a look proves nothing. None if there never was a page of its
    own; one that says that nothing is there is none, whatever its status."""
    looks: list[Look] = []
    for answer in corpus.captures.last_answers(requested, -1):
        if answer.url in listed:
            is_page = answer.status == 200
            looks.append(Look(answer.order_time, answer.url if is_page else "", was_well=is_page))
        elif answer.status == 200 and all(
            answers.is_well(answer.record_id) for answers in corpus.answers.stores()
        ):
            return looks
    return None


def find_sharers(portal: Portal, corpus: CorpusView, target: RedirectTarget) -> Iterator[str]:
    """Yield the other listed addresses that redirect to a target which is not listed itself.
    Addresses that reach it through the same listed address are left out."""
    if target.listed:
        return
    for other in corpus.redirects.sources_of(target.key):
        if not is_listed(portal, corpus, other, canonical_address(other, portal.address)):
            continue
        if any(
            each.key == target.key and not each.listed and each.last_listed != target.last_listed
            for each in find_redirect_targets(portal, corpus, other)
        ):
            yield other


def find_shared_targets(
    portal: Portal, corpus: CorpusView, targets: Sequence[RedirectTarget]
) -> dict[str, Iterator[str]]:
    """Return the targets to which other listed addresses redirect, too: address → those others."""
    shared: dict[str, Iterator[str]] = {}
    for target in targets:
        others = find_sharers(portal, corpus, target)
        first = next(others, None)
        if first is not None:
            shared[target.url] = chain([first], others)
    return shared


def has_foreign_name(
    portal: Portal, corpus: CorpusView, row: ArticleRow, url: str, *, even_listed: bool = False
) -> bool:
    """Return True if the article of the listed address ``url`` has the canonical address of another
    page that is not listed (with ``even_listed``: listed or not)."""
    return row.canonical != canonical_address(url, portal.address) and (
        even_listed or not is_listed(portal, corpus, row.canonical, row.canonical)
    )


def _is_address_value(value: str, requested: str) -> bool:
    """Return True if the value of a parameter is the address ``requested`` or its path."""
    path = urlsplit(requested).path.rstrip("/")
    for text in (unquote(value), unquote(unquote(value))):
        with suppress(ValueError):
            if path and urlsplit(text).path.rstrip("/") == path:
                return True
    return False
