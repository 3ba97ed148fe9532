"""Withdrawn articles: what a corpus keeps of them, and what its index forgets.

``withdrawn.jsonl`` in the corpus folder has a line for each: what is left of it, without its text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from webarticlecurator.base.dataclasses import asdict, dataclass, field
from webarticlecurator.storage.index.index import Index

NAME = "withdrawn.jsonl"


@dataclass(frozen=True)
class Tombstone:
    """What is left of a withdrawn article: its id, the day and the reason of the withdrawal, the
    ids and payload digests of the records that it had, and the digests of the runs of words of its
    titles, by length: a portal that still lists it shows them again. ``text``: the digest of its
    text, in hexadecimal digits, which tells it at another address. ``time``: when it was gone (UTC,
    as in WARC), and ``year`` of its publication, for who harvests; "" if not known."""

    id: str
    day: str
    reason: str
    records: tuple[tuple[str, str | None], ...] = ()
    titles: dict[int, list[str]] = field(default_factory=dict)
    text: str = ""
    time: str = ""
    year: str = ""


def read_tombstones(folder: Path) -> dict[str, Tombstone]:
    """Return what is left of the withdrawn articles of a corpus, by id."""
    path = folder / NAME
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else ()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        row["records"] = tuple((record, digest) for record, digest in row["records"])
    return {row["id"]: Tombstone(**row) for row in rows}


def read_title_runs(folder: Path) -> dict[int, frozenset[str]]:
    """Return the digests of the runs of words of the titles of withdrawn articles, by length."""
    runs: dict[int, frozenset[str]] = {}
    for tombstone in read_tombstones(folder).values():
        for size, digests in tombstone.titles.items():
            runs[int(size)] = runs.get(int(size), frozenset()) | {*digests}
    return runs


def add_tombstones(folder: Path, tombstones: Iterable[Tombstone]) -> None:
    """Add what is left of articles to that of the others, sorted by id."""
    # `status` reads them, and writes nothing
    from webarticlecurator.base.system.output_files import write_file

    found = {**read_tombstones(folder), **{each.id: each for each in tombstones}}
    lines = (json.dumps(asdict(found[name]), ensure_ascii=False) for name in sorted(found))
    write_file(folder / NAME, [f"{line}\n".encode() for line in lines])


def forget_listed_texts(index: Index, addresses: Iterable[str]) -> None:
    """Remove what lists showed beside the links to articles; commits, and leaves nothing of what
    was removed in the file."""
    named = [(url,) for url in addresses]
    of_address = "address IN (SELECT id FROM addresses WHERE url = ?)"
    index.write_many(f"UPDATE listings SET listed = '[]' WHERE {of_address}", named)
    for table in ("headlines", "listed_changes"):
        index.write_many(f"DELETE FROM {table} WHERE {of_address}", named)
    index.commit()
    index.compact()
