"""Make the index of a corpus again from its WARC files: it is derived from them.

What follows from nothing else, the log of the runs and the notes about cleaned WARC files, is taken
over from the index before, as far as that can be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from webarticlecurator.base.dataclasses import asdict, dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import convert_os_errors, file_size, warc_files
from webarticlecurator.storage.index.index import (
    DRAFT,
    NAME,
    Index,
    index_files,
)
from webarticlecurator.storage.index.index_opening import (
    describe_format,
    find_earlier_format,
    open_as_it_is,
    open_index,
    remove_draft,
)
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.reconcile import Reconciled, Reconciler, check_indexed_files
from webarticlecurator.storage.store.replaced_warc import CLEANED, REPLACED
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.store.view import check_folder, check_owner
from webarticlecurator.storage.store.withdrawn_texts import read_tombstones

LOST = "lost.jsonl"
"""The file in the corpus folder: a line for each response that is lost."""
_KEPT_TABLES = ("runs", "run_counts")
"""The log of the runs: the only tables that follow from nothing else."""


def rebuild_index(folder: Path, portal: str, options: StoreOptions | None = None) -> Reconciled:
    """Rebuild ``corpus.sqlite`` from the WARC files, as far as they can be read.

    ``damage`` of the result lists the places that cannot be read. All fetches are ``recovered``
    afterwards: the caller processes them again. The old index is replaced only by a complete new
    one. Raises CorpusLocked, CorpusMismatch, DiskFull, StoreDamaged where nothing can be written.
    """
    check_folder(folder, create=False)
    with convert_os_errors(folder), closing(Lock(folder)):
        return _replace_index(folder, portal, options or StoreOptions(), tolerant=True)


def renew_index(folder: Path, portal: str, options: StoreOptions) -> bool:
    """Rebuild the index if it is of an earlier format, and return True then; rebuild it as well if
    it is missing. The caller has locked the corpus.

    Raises StoreDamaged for a later format, and where WARC files lack what the index knows of them;
    CorpusMismatch; DiskFull.
    """
    if not file_size(folder, NAME) and warc_files(folder, portal):
        _replace_index(folder, portal, options, tolerant=False)
        return False
    found = find_earlier_format(folder)
    if found is None:
        return False
    with closing(open_as_it_is(folder, "mode=rw")) as old:
        check_owner(RunLog(old).get_meta("portal"), portal, folder)
        check_indexed_files(folder, portal, dict(old.read("SELECT name, end FROM files")))
    options.show_message(
        make_message(
            "{index}; it is being rebuilt from the WARC files",
            index=describe_format(str(folder / NAME), found),
        )
    )
    _replace_index(folder, portal, options, tolerant=False)
    return True


def _replace_index(
    folder: Path, portal: str, options: StoreOptions, *, tolerant: bool
) -> Reconciled:
    try:
        remove_draft(folder)
        with closing(open_index(folder, options, DRAFT)) as index:
            ends = _read_ends(folder, portal)
            reconciled = Reconciler(folder, index, options, tolerant, ends).run(
                portal, options.show_message
            )
            RunLog(index).set_meta("portal", portal)
            _write_lost(folder, _read_known(folder), index, reconciled)
            # the index before may be missing, damaged, or have another log
            with suppress(CuratorError), closing(open_as_it_is(folder, "mode=rw")) as old:
                _keep_log(old, index)
            index.commit()
    except BaseException:
        remove_draft(folder)
        raise
    with convert_os_errors(folder):
        # the journal and the log last: SQLite discards those without a database
        for name in index_files():
            (folder / name).unlink(missing_ok=True)
        (folder / DRAFT).replace(folder / NAME)
    return reconciled


@dataclass(frozen=True)
class LostRecord:
    """A response that an index knew, and that is in no WARC file any more; or with ``url`` "" the
    broken end of a file of which no index says what it held."""

    record: str
    url: str
    time: str
    file: str

    def __str__(self) -> str:
        if not self.url:
            return make_message("the end of {file}, which no index knows", file=self.file)
        return make_message(
            "the answer of {url} of {time} was in {file}",
            url=self.url,
            time=self.time,
            file=self.file,
        )


def read_lost(folder: Path) -> list[LostRecord]:
    """Return what is lost of a corpus. It is kept in a file, which no index that is made again can
    forget; a person who knows that it is lost for good removes the file."""
    path = folder / LOST
    lines = path.read_text("utf-8").splitlines() if path.is_file() else ()
    return [LostRecord(**json.loads(line)) for line in lines]


def _read_known(folder: Path) -> Iterator[LostRecord]:
    """Yield the responses that the index before knew, as far as it can be read, and those that were
    lost earlier."""
    yield from (each for each in read_lost(folder) if each.url)
    with suppress(CuratorError), closing(open_as_it_is(folder, "mode=rw")) as old:
        query = "SELECT record_id, url, time, file FROM captures WHERE file IS NOT ? ORDER BY id"
        yield from (
            LostRecord(*row) for row in old.stream(query, (RunLog(old).get_meta(REPLACED),))
        )


def _write_lost(
    folder: Path, known: Iterable[LostRecord], index: Index, reconciled: Reconciled
) -> None:
    """Write down what was ``known`` and the new index does not have, but not what was taken out of
    the WARC files by command; and the broken ends of which nothing was known."""
    withdrawn = {record for each in read_tombstones(folder).values() for record, _ in each.records}
    has_record = "SELECT 1 FROM captures WHERE record_id = ?"
    lost = {
        each.record: each
        for each in known
        if each.record not in withdrawn and index.one(has_record, (each.record,)) is None
    }
    files = {each.file for each in lost.values()}
    ends = [
        LostRecord(f"{file}:{offset}", "", "", file)
        for file, offset in reconciled.kept_ends
        if file not in files
    ]
    lines = [json.dumps(asdict(each), ensure_ascii=False) for each in (*lost.values(), *ends)]
    if lines:
        write_file(folder / LOST, [f"{line}\n".encode() for line in lines])
    else:
        (folder / LOST).unlink(missing_ok=True)


def _read_ends(folder: Path, portal: str) -> dict[str, int]:
    """Return up to where there were responses in each WARC file: by the index before, or to its
    end if there is none that can be read. A broken end that a person has let go is not one of them,
    and is cut."""
    lost = {each.file: sys.maxsize for each in read_lost(folder)}
    try:
        with closing(open_as_it_is(folder, "mode=rw")) as old:
            known = old.read("SELECT file, MAX(offset + length) FROM captures GROUP BY file")
            return {**dict(known), **lost}
    except CuratorError:
        return {name.file: sys.maxsize for name in warc_files(folder, portal)}


def _keep_log(old: Index, index: Index) -> None:
    for table in _KEPT_TABLES:
        columns = f"SELECT name FROM pragma_table_info('{table}')"
        names = index.column(columns)
        if old.column(columns) == names:
            places = ", ".join("?" * len(names))
            index.write_many(
                f"INSERT INTO {table} VALUES ({places})", old.read(f"SELECT * FROM {table}")
            )
    notes = old.read("SELECT key, value FROM meta WHERE key LIKE ?", (f"{CLEANED}%",))
    index.write_many("INSERT INTO meta VALUES (?, ?)", notes)
