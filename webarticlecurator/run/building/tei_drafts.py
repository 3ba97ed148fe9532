"""Write TEI files in batches: each gets its name when it is complete and on the disk.

To wait for the disk once for each file takes longer than to make most articles. So each document is
written to a draft beside its place at once, and the drafts of a batch are made durable together,
before they are renamed and before the index says that they are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.model.article import TeiDocument
from webarticlecurator.model.rights_statement import RightsStatement
from webarticlecurator.run.cleanup import prune_folders
from webarticlecurator.store import WritableCorpus, sync_files

_ENDING = ".new"


class TeiDrafts:
    """The TEI files of a batch that do not have their names yet. Changes of the index need
    ``corpus.commit``, after ``finish``."""

    def __init__(self, corpus: WritableCorpus) -> None:
        self._corpus = corpus
        self._folder = corpus.folder / "tei"
        self._drafts: dict[str, Path] = {}

    def write(self, document: TeiDocument, rights: Sequence[RightsStatement]) -> None:
        """Write the draft of a document, and note what its file is going to hold."""
        draft = self._drafts[document.path] = self._folder / f"{document.path}{_ENDING}"
        try:
            draft.write_bytes(document.content)
        except FileNotFoundError:
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(document.content)
        self._corpus.tei_files.record(document.path, document.content, draft)
        self._corpus.tei_files.record_rights(document.path, rights)

    def __contains__(self, path: str) -> bool:
        return path in self._drafts

    def discard(self, path: str) -> None:
        """Remove the draft of a file, if there is one: the article has no such file after all."""
        draft = self._drafts.pop(path, None)
        if draft is not None:
            draft.unlink(missing_ok=True)
            prune_folders(draft.parent, self._folder)

    def finish(self) -> None:
        """Make all drafts durable, then give them their names.

        A draft whose article was removed or renamed meanwhile is removed, too.
        """
        for path in [*self._drafts]:
            if not self._corpus.tei_files.has_owner(path):
                self.discard(path)
        sync_files(list(self._drafts.values()))
        for draft in self._drafts.values():
            draft.replace(str(draft).removesuffix(_ENDING))
        self._drafts.clear()

    def discard_all(self) -> None:
        """Remove all drafts, after an error."""
        for path in [*self._drafts]:
            self.discard(path)
