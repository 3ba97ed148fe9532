"""``curator why``: the history of an address of a corpus. Nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.model.looks import LATER_LOOKS
from webarticlecurator.base.model.verdict import BUILD_FAILURES, CURES, REJECTIONS, TRANSIENT
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.stop_reasons import STOP_REASONS
from webarticlecurator.crawling.archive.windows import is_named_window
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.frontier.index_values import ArticleRow, Listing
from webarticlecurator.storage.frontier.unlisted_articles import UNLISTED, UNLISTED_REASON
from webarticlecurator.storage.frontier.walks import Walk
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.storage.store.view import CorpusView, find_saved_name, view_corpus

if TYPE_CHECKING:
    from webarticlecurator.tei.documents.read import CaptureNote


_SAVED, _COPIED = "saved page ", "copied from "
"""Beginnings of the line of a page that was not requested for this corpus: it was saved, or copied
from a web archive."""


@dataclass(frozen=True)
class AddressHistory:
    """The history of one address.

    ``verdict`` describes its state and, for rejections, the reason. The other fields are lines of
    text: where it is listed, how and when the portal answered, its TEI file, its problems, its
    versions by time and the captures that its TEI does not use, since when the portal answers 404
    or 410, and what the user can do about a rejection.
    """

    url: str
    known: bool
    canonical: str | None
    verdict: str
    reason: str | None
    listed: tuple[str, ...] = ()
    fetched: tuple[str, ...] = ()
    tei: str | None = None
    problems: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    gone: str | None = None
    cure: str = ""

    def lines(self) -> list[str]:
        """Return the lines that the command line prints."""
        adopted = (_SAVED, _COPIED)
        canonical = self.canonical if self.canonical != self.url else None
        return [
            f"{self.url}: {self.verdict}",
            *_label_text("canonical address: ", canonical),
            *self.listed,
            *(line if line.startswith(adopted) else f"requested {line}" for line in self.fetched),
            *_label_text("TEI: ", self.tei),
            *(f"version {number}: {line}" for number, line in enumerate(self.versions, 1)),
            *(f"not used: {line}" for line in self.unused),
            *_label_text("gone since ", self.gone and f"{self.gone}; the article is kept"),
            *_label_text("what to do: ", self.cure),
            *(f"problem: {line}" for line in self.problems),
        ]


def _label_text(label: str, text: str | None) -> list[str]:
    """Return the line of a text, or no line if it is empty."""
    return [f"{label}{text}"] if text else []


def explain_address(portal: Portal, folder: Path, url: str) -> AddressHistory:
    """Return the history of an absolute address; if it is not known, of the address without its
    fragment.

    Raises CorpusMismatch, StoreDamaged.
    """
    from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

    with view_corpus(folder, portal.id) as corpus:
        history = _read_history(portal, corpus, url)
        if not history.known:
            history = _read_history(portal, corpus, url.partition("#")[0])
    reason = None if history.known else find_exclusion(portal, (url,))
    if reason is None:
        return history
    verdict = f"{history.verdict}; the portal's exclude list has it ({reason})"
    return replace(history, verdict=verdict, reason="excluded")


def _read_history(portal: Portal, corpus: CorpusView, url: str) -> AddressHistory:
    row = corpus.frontier.article(url)
    fetched = _describe_fetches(corpus, url)
    canonical = row.canonical if row else url
    problems = tuple(f"{p.kind}: {p.message}" for p in corpus.run_log.problems_at(url, canonical))
    if row is None:
        return _read_other_history(corpus, url, fetched, problems)

    listed = tuple(_describe_listing(listing) for listing in corpus.listings.of(url))
    if not fetched:
        page = row.requested.partition("#")[0]  # an article of a split page
        fetched = _describe_fetches(corpus, page)
    tei = f"{corpus.folder / 'tei' / row.tei}" if row.tei else None
    verdict = _describe_state(row.state, row.reason, row.evidence)
    look = corpus.refreshes.look_of(row.id)
    if look is not None:
        verdict += "; it shows much less than before, so it is requested again at"
        verdict += f" {look:%Y-%m-%d %H:%M} UTC"
        verdict += " or later; if the answer is the same, it counts"
    reason = row.reason
    if row.state == "tei" and corpus.unlisted.has(row.canonical):
        verdict += ", although no rule of the portal file lists it any more"
        reason = UNLISTED_REASON
    if row.reason in TRANSIENT:
        verdict += "; " + _describe_tries(
            row.state, corpus.captures.tries(row.requested), portal.fetch.confirm
        )
    doubt = corpus.article_doubts.of(row.id)
    if doubt is not None:
        assert doubt.due is not None
        # when an article that was seen once is asked for again
        verdict += f"; seen on {doubt.first:%Y-%m-%d %H:%M} UTC"
        if doubt.last > doubt.first:
            verdict += f", last on {doubt.last:%Y-%m-%d %H:%M} UTC"
        verdict += f"; not final: a crawl requests it again from {doubt.due:%Y-%m-%d %H:%M} UTC on"
    history = AddressHistory(
        url,
        True,
        row.canonical,
        verdict,
        reason,
        listed,
        fetched,
        tei,
        problems,
        cure=CURES.get(row.reason or "", "") if row.state == "rejected" else "",
    )
    return _with_versions(corpus, row, history) if row.state == "tei" else history


def _with_versions(corpus: CorpusView, row: ArticleRow, history: AddressHistory) -> AddressHistory:
    """Return the history of an article in TEI with what its header says of its captures."""
    gone = corpus.captures.find_gone(row.requested)
    since = f"{gone.time:%Y-%m-%d %H:%M:%S} UTC: {gone.status}" if gone else None
    path = locate_stored_file(corpus.folder, f"tei/{row.tei}")
    if not path.is_file():
        return replace(history, gone=since)
    # imported here: it takes a while, and few addresses need it
    from webarticlecurator.tei.documents.read import read_header

    header = read_header(path.read_bytes())
    shown = {note.record_id for note in header.captures}
    # where later captures have the same words, they are those of the last version
    text = next((note for note in header.versions if note.record_id in shown), None)
    text = text or next(reversed(header.versions), None)
    kind = f"; kind of page: {header.page_kind}" if header.page_kind else ""
    return replace(
        history,
        verdict=history.verdict + kind,
        versions=tuple(_describe_note(note, note == text) for note in header.versions),
        unused=tuple(f"{_describe_note(note)}: {note.reason}" for note in header.unused),
        gone=since,
    )


def _describe_note(note: CaptureNote, is_text: bool = False) -> str:
    time = note.time.replace("T", " ").partition(".")[0].removesuffix("Z")
    return f"{time} UTC, record {note.record_id}" + (", the text" if is_text else "")


def _read_other_history(
    corpus: CorpusView, url: str, fetched: tuple[str, ...], problems: tuple[str, ...]
) -> AddressHistory:
    """Return the history of an address that is not an article."""
    owner = corpus.frontier.page_owner(url)
    if owner is not None:
        verdict = f"a page of the article {owner.canonical}"
    else:
        verdict = _describe_unlisted(corpus, url, fetched)
    known = bool(owner or fetched or corpus.named_pages.find(url))
    canonical = owner.canonical if owner else None
    return AddressHistory(url, known, canonical, verdict, None, fetched=fetched, problems=problems)


def _describe_tries(state: str, tries: Sequence[datetime], confirm: timedelta) -> str:
    """Describe how often and when an article with a transient reason was tried, and when its state
    becomes final."""
    if not tries:
        return "not tried by a crawl of this corpus yet"
    times = "once" if len(tries) == 1 else f"{len(tries)} times"
    text = f"tried {times}, first on {tries[0]:%Y-%m-%d}, last on {tries[-1]:%Y-%m-%d}"
    if state == "rejected":
        return f"{text}: that is final"
    final = f"{tries[0] + confirm * LATER_LOOKS[-1]:%Y-%m-%d}"
    return f"{text}; it becomes final (rejected) with the fifth try, on {final} or later"


def _describe_state(state: str, reason: str | None, evidence: str) -> str:
    if state == "rejected":
        meaning = REJECTIONS.get(reason or "", "")
        return f"rejected, {reason}: {meaning}" + (f" ({evidence})" if evidence else "")
    if state == "failed":
        when = "build" if reason in BUILD_FAILURES else "crawl"
        return f"failed, {reason}: {evidence}; it is tried again at the next {when}"
    return {
        "tei": "kept",
        "stored": "stored, not built yet",
        "pending": "listed, not requested yet",
    }[state]


def _describe_unlisted(corpus: CorpusView, url: str, fetched: tuple[str, ...]) -> str:
    for walk in corpus.walks.all():
        if corpus.walks.was_requested(walk.key, url):
            outcome = STOP_REASONS.get(str(walk.state.get("ended") or ""), "it goes on")
            where = f"column {walk.key.column}"
            if is_named_window(walk.key.window):
                first = walk.key.window
                parent = corpus.named_pages.find(first)
                where += f", named by {parent[1].parent}" if parent else f", walk of {first}"
            elif walk.key.window:
                where += f", window {walk.key.window}"
            return (
                f"an archive page of {where}; that walk: {outcome}{_describe_looks(corpus, walk)}"
            )
    named = corpus.named_pages.find(url)
    if named is not None:
        column, page = named
        return f"an archive page of column {column}, named by {page.parent}; not requested yet"
    if fetched:
        return "requested, but listed by no archive page"
    return "unknown: no archive page that was read lists it"


def _describe_looks(corpus: CorpusView, walk: Walk) -> str:
    """Return when a walk ended with a doubt, and when it is looked at again, for the end of a
    message."""
    due = corpus.walks.due_of(walk.key)
    looks = list(WalkState.from_json(walk.state).looks) if due is not None else []
    if due is None or not looks:
        return ""
    seen = ", ".join(f"{look[:16].replace('T', ' ')} UTC" for look in looks)
    again = f"a crawl requests it again from {due:%Y-%m-%d %H:%M} UTC on"
    return f"; seen on {seen}; not final: {again}"


def _describe_listing(listing: Listing) -> str:
    if listing.walk == FOUND:
        return f"found in the WARC file {listing.page}"
    if listing.walk == UNLISTED:
        return f"unlisted: no rule of the portal file lists it any more; once on {listing.page}"
    return f"listed on {listing.page} (column {listing.walk.column}, link {listing.position + 1})"


def _describe_fetches(corpus: CorpusView, url: str) -> tuple[str, ...]:
    return tuple(_describe_fetch(corpus, fetch) for fetch in corpus.captures.fetches(url))


def _describe_fetch(corpus: CorpusView, fetch: Fetch) -> str:
    failure = fetch.failure
    if failure:
        return f"{failure.time:%Y-%m-%d %H:%M:%S} UTC: {failure.kind}: {failure.message}"
    if not fetch.captures:
        return "answer lost: the process was killed"
    hops = " → ".join(
        f"{hop.status}{' (broken off)' if hop.truncated else ''} {hop.url}"
        for hop in fetch.captures
    )
    first, last = fetch.captures[0], fetch.captures[-1]
    saved = None
    with suppress(StoreDamaged):  # a lost record is found by `verify`; its history is still known
        saved = find_saved_name(corpus.folder, first) if first is last else None
    if saved is not None:
        when = f"{first.time:%Y-%m-%d %H:%M:%S} UTC"
        how = _COPIED if saved.startswith(("http://", "https://")) else _SAVED
        return f"{how}{saved}, of {when}: {first.url} in {first.file} at {first.offset}"
    original = corpus.captures.repeated_by(last)
    if original is not None:
        hops += f", unchanged since {original.time:%Y-%m-%d %H:%M:%S} UTC:"
    return f"{first.time:%Y-%m-%d %H:%M:%S} UTC: {hops} in {last.file} at {last.offset}"
