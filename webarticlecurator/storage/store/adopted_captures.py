"""Copy captures from other WARC files into a corpus.

The records are *copied*, not referenced: a corpus folder is complete by itself. Request,
response,
resource, conversion and revisit records keep their ids, dates, headers, digests and blocks; only
the compression is ours (one gzip member each), and what signs a request in is left out. Each is
preceded by a metadata record with the origin that the caller decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import Capture, Origin
from webarticlecurator.base.portal.hosts import host_of
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import OTHER_METHOD, ForeignWarcs
from webarticlecurator.storage.store.reconcile import find_revisited, is_capture_of, make_capture
from webarticlecurator.storage.store.record_cleaning import RecordCleaner
from webarticlecurator.storage.warc.coding_digests import list_faults
from webarticlecurator.storage.warc.container import read_record_at
from webarticlecurator.storage.warc.message import WITHOUT_HTTP, is_page_record
from webarticlecurator.storage.warc.record import LOADED_FOR, Record, RecordLocation
from webarticlecurator.storage.warc.warc_reader import Finding

OTHER_HOST = "other-host"
"""Decision about a page that does not belong to the portal: it is counted by host."""

Decide = Callable[[RecordLocation], Origin | str]
"""Returns the origin of a record that is wanted, else why not."""
_CLEANER = RecordCleaner()


@dataclass(frozen=True)
class Adopted:
    """The result of an adoption.

    Attributes:
        captures: the number of responses, resources and revisits copied.
        known: the number of those that were already in the corpus.
        skipped: the number of those that are of no use (errors, pictures, screenshots,
            robots.txt).
        refused: (record id, reason): refused by the caller, wrong digests, or a revisit of a
            record that was not copied.
        damage: the places in the files that cannot be read.
        other_hosts: (host, number) of pages that do not belong to the portal, most first.
        other_methods: the number of answers to a POST or a HEAD.
    """

    captures: int
    known: int
    skipped: int
    refused: tuple[tuple[str, str], ...]
    damage: tuple[Finding, ...] = ()
    other_hosts: tuple[tuple[str, int], ...] = ()
    other_methods: int = 0


def adopt_captures(
    corpus: WritableCorpus,
    foreign: ForeignWarcs,
    decide: Decide,
    note: Callable[[str], None] = lambda _url: None,
) -> Adopted:
    """Copy the responses of ``foreign`` that the caller wants, each as a live fetch, with the
    redirects that led to it.

    ``decide`` returns the origin of a record that is wanted, else the reason why not, or "" for
    one to skip, OTHER_HOST, or OTHER_METHOD. The captures of the fetch of one are copied together
    with it. Revisits are copied last: their originals must be in the corpus. ``note`` is called
    with the address of each record that was not passed over.

    May be repeated: a record id is copied once. Each record is a step of the corpus (``end_step``);
    the last ones need ``corpus.commit``. Raises WarcUnreadable, DiskFull.
    """
    return _Adopter(corpus, foreign, decide, note).run()


class _Adopter:
    def __init__(
        self,
        corpus: WritableCorpus,
        foreign: ForeignWarcs,
        decide: Decide,
        note: Callable[[str], None],
    ) -> None:
        self._corpus, self._foreign = corpus, foreign
        self._decide, self._note = decide, note
        self._captures = self._known = self._other_methods = 0
        self._skipped = foreign.useless.total()
        self._refused: list[tuple[str, str]] = []
        self._redirects: set[str] = set()
        self._other_hosts = Counter[str](foreign.passed)

    def run(self) -> Adopted:
        if self._adopt_all(is_page_record):
            # last: what they repeat or lead to must be there
            self._adopt_all(self._comes_last)
        hosts = sorted(self._other_hosts.items(), key=lambda pair: (-pair[1], pair[0]))
        return Adopted(
            self._captures,
            self._known,
            self._skipped,
            tuple(self._refused),
            tuple(self._foreign.unreadable),
            tuple(hosts),
            self._other_methods,
        )

    def _adopt_all(self, is_wanted: Callable[[Record], bool]) -> bool:
        """Adopt the wanted records; return True if there are some that come last."""
        has_last = False
        for group in self._foreign.list_groups():
            for located in group:
                self._note(located.record.url)
                if is_wanted(located.record):
                    self._adopt_record(located, [each.record for each in group])
                elif is_wanted is is_page_record and located.record.kind in WITHOUT_HTTP:
                    self._skipped += 1  # such as a screenshot, at an address of its own
                has_last = has_last or self._comes_last(located.record)
        return has_last

    def _comes_last(self, record: Record) -> bool:
        return record.kind == "revisit" or record.id in self._redirects

    def _adopt_record(self, located: RecordLocation, group: list[Record]) -> None:
        record = located.record
        stored = self._corpus.captures.by_id(record.id)
        if stored is not None and is_capture_of(located, stored):
            self._known += 1
            return
        origin = self._decide(located)
        reason = self._check(record, stored) if isinstance(origin, Origin) else origin
        if reason == OTHER_HOST:
            self._other_hosts[host_of(record.url)] += 1
        elif reason == OTHER_METHOD:
            self._other_methods += 1
        elif reason:
            self._refused.append((record.id, reason))
        elif isinstance(origin, Origin):
            capture = make_capture(located)
            hops = self._foreign.list_hops(capture)
            last = hops[-1][1].record_id
            is_redirect = bool(capture.location) and last == capture.record_id
            if is_redirect and not self._comes_last(record):
                self._redirects.add(record.id)  # another redirect may have led to its page
            elif last == capture.record_id:
                before = [found for each in hops[:-1] if (found := self._read_hop(*each))]
                self._copy(record, group, origin, hops[0][1].url, before)
            elif self._corpus.captures.by_id(last) is not None:  # copied before, without it
                self._copy(record, group, origin, record.url, ())
        else:
            self._skipped += 1

    def _read_hop(self, file: str, hop: Capture) -> Record | None:
        """Return the record of a redirect; None if the corpus has it, or it repeats another one."""
        if self._corpus.captures.by_id(hop.record_id) is not None:
            return None
        record = read_record_at(Path(file), hop.offset)
        return record if record.id == hop.record_id else None

    def _check(self, record: Record, stored: Capture | None) -> str:
        """Return why a wanted record cannot be copied, or an empty string."""
        problems = list_faults(record)
        if stored is not None:
            problems.append(f"its record id is that of another record, of {stored.url}")
        if record.kind == "revisit" and find_revisited(self._corpus.captures, record) is None:
            problems.append("it repeats a record that was not copied")
        return "; ".join(f"{record.url}: {problem}" for problem in problems)

    def _copy(
        self,
        record: Record,
        group: list[Record],
        origin: Origin,
        url: str,
        before: Sequence[Record],
    ) -> None:
        """Copy a record with its request, behind the redirects from ``url`` that led to it; a
        rendered page with the response that it was made of."""
        requests = [r for r in group if r.kind == "request"]
        sources = [r for r in group if r.get(LOADED_FOR) == record.id]
        ids = {record.id, *(source.id for source in sources)}
        own = [r for r in requests if ids.intersection(r.all("WARC-Concurrent-To"))]
        intact = [r for r in (*(own or requests[:1]), *sources) if not list_faults(r)]
        metadata = self._corpus.record_builder.fetch_metadata(url, (*before, record), origin)
        cleaned = [_CLEANER.clean(r) if r.kind == "request" else r for r in intact]
        self._corpus.adopt((metadata, *before, *cleaned, record), origin.level)
        self._corpus.end_step()
        self._captures += 1 + len(before)
