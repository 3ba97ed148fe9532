"""What is wrong with a file of a corpus, or with a WARC file of any origin."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be. ``offset`` is None where the whole file (or the index)
    is meant."""

    file: str
    offset: int | None
    message: str

    def __str__(self) -> str:
        return (
            f"{self.file}{'' if self.offset is None else f' at offset {self.offset}'}:"
            f" {self.message}"
        )
