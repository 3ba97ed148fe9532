"""``status`` and ``why``: what a corpus says of its addresses, without changing anything that was
built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from webarticlecurator.archive import STOP_REASONS
from webarticlecurator.extract import find_exclusion
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import BUILD_FAILURES, REJECTIONS, TRANSIENT, TRIED_FOR, TRIES
from webarticlecurator.run.foreign_listing import FOUND
from webarticlecurator.run.summary import Summary, summarise
from webarticlecurator.store import CorpusView, Fetch, Listing, view_corpus


@dataclass(frozen=True)
class AddressHistory:
    """What is known of one address. ``verdict``: a state, for rejections with the reason's meaning;
    the rest are lines of facts: where it was listed, what the portal answered and when, which TEI
    it became, what is wrong with it."""

    url: str
    known: bool
    canonical: str | None
    verdict: str
    reason: str | None
    listed: tuple[str, ...] = ()
    fetched: tuple[str, ...] = ()
    tei: str | None = None
    problems: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """For a person."""
        found = [f"{self.url}: {self.verdict}"]
        if self.canonical and self.canonical != self.url:
            found.append(f"canonical address: {self.canonical}")
        found += list(self.listed)
        found += [f"requested {line}" for line in self.fetched]
        found += [f"TEI: {self.tei}"] if self.tei else []
        return found + [f"problem: {line}" for line in self.problems]


def read_status(portal: Portal, folder: Path) -> Summary:
    """The account of the corpus in ``folder``. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        return summarise(portal, corpus)


def explain_address(portal: Portal, folder: Path, url: str) -> AddressHistory:
    """Everything the corpus knows of an absolute address, if need be without its fragment.

    Raises CorpusMismatch, StoreDamaged.
    """
    with view_corpus(folder, portal.id) as corpus:
        story = _story(corpus, url)
        story = story if story.known else _story(corpus, url.partition("#")[0])
    reason = None if story.known else find_exclusion(portal, (url,))
    if reason is None:
        return story
    return replace(
        story,
        verdict=f"{story.verdict}; the portal's exclude list has it ({reason})",
        reason="excluded",
    )


def _story(corpus: CorpusView, url: str) -> AddressHistory:
    row = corpus.frontier.article(url)
    owner = None if row else corpus.frontier.page_owner(url)
    fetched = tuple(_fetched(fetch) for fetch in corpus.captures.fetches(url))
    place = row.canonical if row else url
    problems = tuple(
        f"{p.kind}: {p.message}" for p in corpus.run_log.problems() if p.where in (url, place)
    )
    if row is None:
        verdict = (
            f"a page of the article {owner.canonical}"
            if owner
            else _not_listed(corpus, url, fetched)
        )
        return AddressHistory(
            url,
            bool(owner or fetched),
            owner.canonical if owner else None,
            verdict,
            None,
            (),
            fetched,
            None,
            problems,
        )
    listed = tuple(_listed(listing) for listing in corpus.frontier.listings(url))
    if not fetched:
        page = row.requested.partition("#")[0]  # one of several articles on a page
        fetched = tuple(_fetched(fetch) for fetch in corpus.captures.fetches(page))
    tei = f"{corpus.folder / 'tei' / row.tei}" if row.tei else None
    verdict = _verdict(row.state, row.reason, row.evidence)
    if row.reason in TRANSIENT:
        verdict += "; " + _tried(row.state, corpus.captures.tries(row.requested))
    return AddressHistory(
        url, True, row.canonical, verdict, row.reason, listed, fetched, tei, problems
    )


def _tried(state: str, tries: Sequence[datetime]) -> str:
    """How often and when an article with a transient reason was tried, and when that becomes
    final."""
    if not tries:
        return "not tried by a crawl of this corpus yet"
    times = "once" if len(tries) == 1 else f"{len(tries)} times"
    said = f"tried {times}, first on {tries[0]:%Y-%m-%d}, last on {tries[-1]:%Y-%m-%d}"
    if state == "rejected":
        return f"{said}: that is final"
    final = f"{tries[0] + TRIED_FOR:%Y-%m-%d}"
    missing = TRIES - len(tries)
    more = f"with the {TRIES}th try, if that is" if missing > 0 else "with a try"
    return f"{said}; it becomes final (rejected) {more} on {final} or later"


def _verdict(state: str, reason: str | None, evidence: str) -> str:
    if state == "rejected":
        return f"rejected, {reason}: {REJECTIONS.get(reason or '', '')}" + (
            f" ({evidence})" if evidence else ""
        )
    if state == "failed":
        when = "build" if reason in BUILD_FAILURES else "crawl"
        return f"failed, {reason}: {evidence}; it is tried again at the next {when}"
    return {
        "tei": "kept",
        "stored": "stored, not built yet",
        "pending": "listed, not requested yet",
    }[state]


def _not_listed(corpus: CorpusView, url: str, fetched: tuple[str, ...]) -> str:
    for walk in corpus.walks.all():
        if corpus.walks.was_requested(walk.key, url, whole_span=False):
            ended = str(walk.state.get("ended") or "")
            words = STOP_REASONS.get(ended, "it goes on")
            where = f"column {walk.key.column}" + (
                f", window {walk.key.window}" if walk.key.window else ""
            )
            return f"an archive page of {where}; that walk: {words}"
    return (
        "requested, but listed by no archive page"
        if fetched
        else "unknown: no archive page that was read lists it"
    )


def _listed(listing: Listing) -> str:
    if listing.walk == FOUND:
        return f"found in the WARC file {listing.page}"
    return f"listed on {listing.page} (column {listing.walk.column}, link {listing.position + 1})"


def _fetched(fetch: Fetch) -> str:
    if fetch.failure:
        return (
            f"{fetch.failure.time:%Y-%m-%d %H:%M:%S} UTC: {fetch.failure.kind}:"
            f" {fetch.failure.message}"
        )
    hops = " → ".join(
        f"{c.status}{' (broken off)' if c.truncated else ''} {c.url}" for c in fetch.captures
    )
    where = (
        f" in {fetch.captures[-1].file} at {fetch.captures[-1].offset}" if fetch.captures else ""
    )
    return (
        f"{fetch.captures[0].time:%Y-%m-%d %H:%M:%S} UTC: {hops}{where}"
        if fetch.captures
        else "lost in a kill"
    )
