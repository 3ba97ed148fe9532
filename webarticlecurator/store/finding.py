"""Something wrong in a file of a corpus, or in a WARC file of any origin."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A problem found in a file; ``offset`` is None if it concerns the whole file or the index."""

    file: str
    offset: int | None
    message: str

    def __str__(self) -> str:
        where = "" if self.offset is None else f" at offset {self.offset}"
        return f"{self.file}{where}: {self.message}"
