"""Open the index of a corpus for writing or reading, and make temporary ones."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from webarticlecurator.base.errors import CorpusLocked, StoreDamaged
from webarticlecurator.base.text.translation import Message, make_message
from webarticlecurator.storage.index.disk import file_size
from webarticlecurator.storage.index.index import (
    BUSY_SECONDS,
    DRAFT,
    NAME,
    Index,
    close_on_error,
    convert_database_error,
    index_files,
)
from webarticlecurator.storage.index.index_schema import CAPTURES, INDEX_FORMAT, TABLES
from webarticlecurator.storage.index.local_file_systems import may_have_wal
from webarticlecurator.storage.index.store_options import StoreOptions

_PAGES_OF_LOG = 1000
"""Pages of 4 kB in the write-ahead log, after which SQLite writes them to the index."""


def open_index(folder: Path, options: StoreOptions, name: str = NAME) -> Index:
    """Open the index of a corpus, creating it if it is missing. Raises StoreDamaged."""
    path = folder / name
    fresh = not path.exists() or path.stat().st_size == 0
    if fresh:
        # the journal of a deleted index must never be replayed into the new one
        for old in index_files(name)[1:]:
            (folder / old).unlink(missing_ok=True)
    index = Index(_connect(str(path)), options, str(path))
    with close_on_error(index.close):
        _set_up(index, fresh, options.cache_kilobytes)
        options.events("index-create" if fresh else "index-open")
    return index


def remove_draft(folder: Path) -> None:
    """Delete the draft that a killed rebuild left; its content is in the WARC files."""
    for name in reversed(index_files(DRAFT)):
        (folder / name).unlink(missing_ok=True)


def open_index_read_only(folder: Path) -> Index:
    """Open the index for reading beside a running crawl. Raises StoreDamaged, CorpusLocked."""
    _, journal, log, shared = index_files()
    has_log = bool(file_size(folder, log))
    if has_log and not may_have_wal(folder):
        raise CorpusLocked(
            make_message(
                "{folder}: a crawl on another machine is using this corpus, or was killed there",
                folder=folder,
            ),
            "Wait until it has ended, or run this command on that machine.",
        )
    # writable if possible: only then can SQLite tidy up after a killed process
    if os.access(folder / NAME, os.W_OK) and os.access(folder, os.W_OK):
        return _open_for_reading(folder, "mode=rw")
    try:
        return _open_for_reading(folder, "mode=ro")
    except StoreDamaged as error:
        if has_log and file_size(folder, shared) is None:
            raise StoreDamaged(
                make_message(
                    "{path} cannot be read, because its folder cannot be written", path=folder / log
                ),
                "Copy the whole corpus to a folder that can be written, and read it there.",
            ) from error
        # else SQLite could not make the files that it needs beside the index
        if (
            has_log
            or file_size(folder, journal) is not None
            or not any(words in str(error) for words in ("readonly database", "unable to open"))
        ):
            raise
    # an index that is marked as one with a log, without a log: nothing but this file is needed
    return _open_for_reading(folder, "mode=ro&immutable=1")


def _open_for_reading(folder: Path, access: str) -> Index:
    index = open_as_it_is(folder, access)
    with close_on_error(index.close):
        _check_format(index)
        index.read("PRAGMA query_only = ON")
    return index


def open_as_it_is(folder: Path, access: str) -> Index:
    """Open an index that is there, of whatever format; ``access`` are parameters of an address of
    SQLite. Raises StoreDamaged."""
    path = folder / NAME
    address = f"{path.resolve().as_uri()}?{access}"
    try:
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.DatabaseError as error:
        raise convert_database_error(error, str(path)) from error
    return Index(connection, StoreOptions(), str(path))


# What a session has captured, what was fetched together with it, and what repeats it.
_LEAVE_OUT = """
CREATE TEMP TABLE left_out AS
  SELECT capture AS id FROM signed_in
  UNION SELECT c.id FROM signed_in s JOIN captures o ON o.id = s.capture
    JOIN captures c ON c.fetch = o.fetch
  UNION SELECT c.id FROM signed_in s JOIN captures o ON o.id = s.capture
    JOIN captures c ON c.url = o.url AND c.file = o.file AND c.offset = o.offset;
CREATE TEMP TABLE left_out_articles AS
  SELECT DISTINCT p.article AS id FROM left_out l JOIN main.captures c ON c.id = l.id
    JOIN main.pages p ON p.record_id = c.record_id;
CREATE TEMP VIEW captures AS
  SELECT * FROM main.captures WHERE id NOT IN (SELECT id FROM left_out);
CREATE TEMP VIEW articles AS
  SELECT * FROM main.articles WHERE id NOT IN (SELECT id FROM left_out_articles);
"""


def hide_signed_in(index: Index) -> tuple[int, list[str]]:
    """Put views without what was captured in a subscriber's session in front of the tables of an
    index that is open for reading; return what ``CorpusView.hide_signed_in`` does."""
    index.read("PRAGMA query_only = OFF")
    for statement in _LEAVE_OUT.split(";")[:-1]:
        index.read(statement)
    index.read("PRAGMA query_only = ON")
    articles = index.column(
        "SELECT canonical FROM main.articles WHERE id IN (SELECT id FROM left_out_articles)"
        " ORDER BY canonical"
    )
    return index.number("SELECT COUNT(*) FROM left_out"), articles


def temporary_index(
    options: StoreOptions, tables: str = CAPTURES, folder: Path | None = None
) -> Index:
    """Create an index with some tables in a private file that SQLite deletes, or in ``folder``,
    where other processes read it (``open_index_read_only``).

    For what does not belong to a corpus, such as the captures of other WARC files, and what their
    answers said. It need not outlast a power failure.
    """
    index = Index(_connect(str(folder / NAME) if folder else ""), options, "the temporary index")
    index.read("PRAGMA synchronous = OFF")
    index.create(tables, INDEX_FORMAT)
    return index


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def _set_up(index: Index, fresh: bool, cache_kilobytes: int) -> None:
    index.disable_wal()  # a killed crawl may have left one
    index.read(f"PRAGMA wal_autocheckpoint = {_PAGES_OF_LOG}")
    index.read("PRAGMA synchronous = FULL")
    index.read(f"PRAGMA cache_size = -{cache_kilobytes}")
    # a kill between the creation of the file and this commit leaves a file without tables
    fresh = fresh or not index.has("SELECT 1 FROM sqlite_master LIMIT 1")
    if fresh:
        # all in one transaction, since each one waits for the disk several times
        index.create(TABLES, INDEX_FORMAT)
    else:
        _check_format(index)
    index.keep_readable()


def find_earlier_format(folder: Path) -> int | None:
    """Return the format of the index in ``folder`` if it is an earlier one; None if it is this one,
    or there is none. The command that opens the corpus for writing makes such an index again from
    the WARC files. Raises StoreDamaged for a later format."""
    path = folder / NAME
    if not path.exists() or path.stat().st_size == 0:
        return None
    with closing(Index(_connect(str(path)), StoreOptions(), str(path))) as index:
        # a kill between the creation of the file and its tables leaves none
        if not index.has("SELECT 1 FROM sqlite_master LIMIT 1"):
            return None
        found = _read_format(index)
        if found > INDEX_FORMAT:
            _check_format(index)
        return found if found < INDEX_FORMAT else None


def describe_format(path: str, found: int) -> Message:
    """Return which format an index has, and which is expected."""
    return make_message(
        "{path}: index of format {found} (expected {expected})",
        path=path,
        found=found,
        expected=INDEX_FORMAT,
    )


def _read_format(index: Index) -> int:
    return index.number("PRAGMA user_version")


def _check_format(index: Index) -> None:
    found = _read_format(index)
    if found == INDEX_FORMAT:
        return
    cure = (
        make_message("A later version of curator made it: update curator.")
        if found > INDEX_FORMAT
        else make_message("Run `curator build`, which rebuilds it from the WARC files.")
    )
    raise StoreDamaged(describe_format(index.path, found), cure)
