"""Files that are made of the TEI of a corpus, such as its search index: SQLite files beside the
index.

Such a file holds something about each article, by the path of its TEI and the digest of the content
from which that was made. So it is extended by what is new, a killed command loses a batch at most,
and it may be deleted at any time. One of another version, or a damaged one, is made again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import refuse_link
from webarticlecurator.storage.index.index import BUSY_SECONDS, Index, close_on_error, index_files
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.texts.tei_files import TeiFiles

TEXTS = """
CREATE TABLE texts (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, digest TEXT NOT NULL);
CREATE TABLE tei_state (token INTEGER NOT NULL);
"""
"""The tables of every derived file: the TEI files that it knows, by path below tei/, and the state
of the corpus's TEI, by ``TeiFiles.read_state``, of which it knows all."""


@dataclass(frozen=True)
class DerivedKind:
    """A kind of derived file: its ``name`` in the corpus folder, the ``version`` of its ``tables``,
    and SQL ``functions`` of one argument that these call.

    Tables other than ``texts`` refer to its ``id``; triggers on ``texts`` remove their rows.
    """

    name: str
    version: int
    tables: str
    functions: dict[str, Callable[[Any], Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class TeiChange:
    """A TEI file that a derived file must read; without a ``digest`` one that is gone."""

    path: str
    digest: str = ""


class DerivedFile:
    """A derived file that is open. Made by ``open_derived``. Changes wait for ``commit``."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def read_state(self) -> int | None:
        """Return the state of the TEI of which it knows all; None if it does of none."""
        return self.index.value("SELECT token FROM tei_state")

    def record_state(self, state: int | None) -> None:
        """Record that it knows all TEI of a state; None for none."""
        self.index.write("DELETE FROM tei_state")
        if state is not None:
            self.index.write("INSERT INTO tei_state VALUES (?)", (state,))

    def list_changes(self, files: TeiFiles) -> Iterator[TeiChange]:
        """Yield what differs from the TEI files of the corpus, by path. Changes may be recorded
        meanwhile."""
        stored = ((file.path, file.digest or "?") for file in files.by_path())
        known = self.index.sliced("SELECT path, digest FROM texts WHERE path > ? ORDER BY path", "")
        there, here = next(stored, None), next(known, None)
        while there or here:
            if here is None or (there is not None and there[0] < here[0]):
                assert there is not None
                yield TeiChange(*there)
                there = next(stored, None)
            elif there is None or here[0] < there[0]:
                yield TeiChange(here[0])
                here = next(known, None)
            else:
                if there[1] != here[1]:
                    yield TeiChange(*there)
                there, here = next(stored, None), next(known, None)

    def replace_text(self, change: TeiChange) -> int:
        """Record a TEI file in place of what is known of it; return its id. What is made of it is
        recorded with this id."""
        self.remove_text(change.path)
        return self.index.write(
            "INSERT INTO texts (path, digest) VALUES (?, ?)", (change.path, change.digest)
        )

    def remove_text(self, path: str) -> None:
        """Forget a TEI file."""
        self.index.write("DELETE FROM texts WHERE path = ?", (path,))

    def count_texts(self) -> int:
        """Return the number of TEI files that it knows."""
        return self.index.number("SELECT COUNT(*) FROM texts")

    def commit(self) -> None:
        self.index.commit()

    def close(self) -> None:
        self.index.close()


AnyDerivedFile = TypeVar("AnyDerivedFile", bound=DerivedFile)


def open_derived(
    folder: Path, kind: DerivedKind, make: Callable[[Index], AnyDerivedFile]
) -> AnyDerivedFile:
    """Open a derived file of the corpus in ``folder``; an empty one if there is none, or none of
    this version. Where it cannot be written, a copy is opened that lasts as long as the command.
    Raises CorpusMismatch if it is a link, StoreDamaged, DiskFull."""
    path = folder / kind.name
    refuse_link(path)
    is_known = path.exists() and _read_version(path) in (0, kind.version)
    if os.access(path if path.exists() else folder, os.W_OK):
        if not is_known:
            # it is made again; the files of SQLite next to it go first
            for name in reversed(index_files(kind.name)):
                (folder / name).unlink(missing_ok=True)
        index = _connect(path, kind)
    else:
        index = _connect(path, kind, _copy_for_now(path if is_known else None))
    with close_on_error(index.close):
        if not index.has("SELECT 1 FROM sqlite_master LIMIT 1"):
            index.create(TEXTS + kind.tables, kind.version)
    return make(index)


def _copy_for_now(path: Path | None) -> sqlite3.Connection:
    """Return a database that SQLite keeps in a temporary file of its own, with what is in ``path``,
    if it is given."""
    copy = sqlite3.connect("", isolation_level=None)
    if path is not None:
        with closing(_open_read_only(path)) as source:
            source.backup(copy)
    return copy


def open_derived_read_only(folder: Path, kind: DerivedKind) -> Index | None:
    """Open a derived file for reading; None if there is none of this version. Raises
    StoreDamaged."""
    path = folder / kind.name
    if not path.exists() or _read_version(path) != kind.version:
        return None
    return _connect(path, kind)


def _read_version(path: Path) -> int | None:
    """Return the version of the tables; None for a file that SQLite cannot read."""
    with closing(_open_read_only(path)) as connection:
        try:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.OperationalError as error:
            raise StoreDamaged(
                make_message("{path}: {error}", path=path, error=str(error)),
                "Run the command again.",
            ) from error
        except sqlite3.DatabaseError:
            return None


def _open_read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _connect(path: Path, kind: DerivedKind, copy: sqlite3.Connection | None = None) -> Index:
    connection = copy or sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    for name, function in kind.functions.items():
        connection.create_function(name, 1, function, deterministic=True)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    cure = make_message(
        "Delete {path}, which is made from the TEI, then run the same command again.", path=path
    )
    return Index(connection, StoreOptions(), str(path), cure)
