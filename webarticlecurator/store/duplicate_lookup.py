"""Which article another one repeats, as the last ``report duplicates`` found it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.model.text_signature import Duplicate
from webarticlecurator.store.duplicate_file import open_found_duplicates


@dataclass(frozen=True)
class DuplicateLookup:
    """The duplicates of the corpus in ``folder``. Their file is opened for each question, since any
    thread or process may ask."""

    folder: Path

    def __call__(self, article: str) -> Duplicate | None:
        """Return what an article repeats. Raises UsageError if no duplicates were looked for."""
        file = open_found_duplicates(self.folder)
        if file is None:
            raise UsageError(
                f"duplicates were not looked for in {self.folder}",
                "Run `curator report duplicates` first, for all portals that are to be compared.",
            )
        try:
            return file.find_duplicate(article)
        finally:
            file.close()
