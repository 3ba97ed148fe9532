"""The folder ``tei/``: files are written in batches, and only those that an article owns stay.

Write TEI files in batches: each gets its name when it is complete and on the disk.

To wait for the disk once for each file takes longer than to make most articles. So the process that
makes a document writes it to a draft in a folder of the build at once; the command makes the drafts
of a batch durable together, before they get their names and before the index says that they are
there.
"""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import RightsStatement, TeiDocument
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.crawling.captures.tei_cleanup import is_last_copy, prune_folders
from webarticlecurator.storage.index.disk import (
    convert_os_errors,
    digest_of,
    locate_stored_file,
    sync_files,
)
from webarticlecurator.tei.documents.output_version import CAPTURES, differ_in_article

if TYPE_CHECKING:
    from webarticlecurator.storage.store.corpus import WritableCorpus

_FOLDER = ".drafts"
"""Folder below tei/, which is there while a build runs or after it was killed."""
LAST_COPIES = "lost"
"""Folder of a corpus with the TEI of lost records in whose place the portal has another text."""
_NUMBERS = itertools.count(1)


@dataclass(frozen=True)
class TeiDraft:
    """A document that was written to the draft ``name``, and is going to be the TEI file ``path``
    (below tei/). ``digest`` is the hex sha256 of its content, ``stat`` its size and the time of
    change (nanoseconds), ``facts`` what the index keeps of it."""

    path: str
    name: str
    digest: str
    stat: tuple[int, int]
    facts: ArticleFacts


def find_drafts_folder(corpus: Path) -> Path:
    """Return the folder of the drafts of a corpus; ``write_draft`` makes it."""
    return corpus / "tei" / _FOLDER


def write_draft(folder: Path, document: TeiDocument) -> TeiDraft:
    """Write a document to a new file in ``folder``. Any process may do that. Raises DiskFull,
    StoreDamaged."""
    name = f"{os.getpid()}-{next(_NUMBERS)}.xml.new"
    file = folder / name
    with convert_os_errors(folder):
        try:
            stream = file.open("xb")
        except FileNotFoundError:
            folder.mkdir(parents=True, exist_ok=True)
            stream = file.open("xb")
        with stream:
            stream.write(document.content)
            stream.flush()
            status = os.fstat(stream.fileno())
    stat = (status.st_size, status.st_mtime_ns)
    return TeiDraft(document.path, name, digest_of(document.content), stat, document.facts)


class TeiDrafts:
    """The TEI files of a batch that do not have their names yet. Changes of the index need
    ``corpus.commit``, after ``finish``."""

    def __init__(self, corpus: WritableCorpus) -> None:
        self._corpus = corpus
        self._folder = corpus.folder / "tei"
        self._drafts_folder = find_drafts_folder(corpus.folder)
        self._drafts: dict[str, Path] = {}

    def add(self, draft: TeiDraft, rights: Sequence[RightsStatement]) -> None:
        """Add a draft, in the place of an earlier one for the same file, and note what the file is
        going to hold."""
        self.discard(draft.path)
        self._drafts[draft.path] = self._drafts_folder / draft.name
        self._corpus.tei_files.record(draft.path, draft.digest, draft.stat)
        self._corpus.tei_files.record_rights(draft.path, rights)

    def __contains__(self, path: str) -> bool:
        return path in self._drafts

    def differs(self, draft: TeiDraft, former: str) -> bool:
        """Return True if a draft says something else of its article than the TEI file ``former``:
        it has another path, or the files differ in more than the rules and the output version."""
        with convert_os_errors(self._folder):
            try:
                before = locate_stored_file(self._folder, former).read_bytes()
            except FileNotFoundError:
                return True
            after = (self._drafts_folder / draft.name).read_bytes()
        return draft.path != former or differ_in_article(before, after)

    def keep_last_copy(self, draft: TeiDraft, former: str) -> None:
        """Write the TEI file ``former`` to ``LAST_COPIES`` if a draft says something else, and no
        build can make the file again."""
        if is_last_copy(self._corpus, former):
            file = locate_stored_file(self._folder, former)
            before, after = file.read_bytes(), (self._drafts_folder / draft.name).read_bytes()
            if differ_in_article(CAPTURES.sub(b"", before), CAPTURES.sub(b"", after)):
                name = f"{LAST_COPIES}/{file.stem}-{digest_of(before)[:8]}.xml"
                kept = locate_stored_file(self._corpus.folder, name)
                kept.parent.mkdir(exist_ok=True)
                write_file(kept, [before])

    def discard(self, path: str) -> None:
        """Remove the draft of a file, if there is one: the article has no such file after all."""
        draft = self._drafts.pop(path, None)
        if draft is not None:
            draft.unlink(missing_ok=True)

    def finish(self) -> None:
        """Make all drafts durable, then give them their names.

        A draft whose article was removed or renamed meanwhile is removed. Raises DiskFull,
        StoreDamaged.
        """
        for path in [*self._drafts]:
            if not self._corpus.tei_files.has_owner(path):
                self.discard(path)
        with convert_os_errors(self._folder):
            sync_files(list(self._drafts.values()))
            for folder in {path.rpartition("/")[0] for path in self._drafts}:
                (self._folder / folder).mkdir(parents=True, exist_ok=True)
            for path, draft in self._drafts.items():
                draft.replace(locate_stored_file(self._folder, path))
        self._drafts.clear()

    def discard_all(self) -> None:
        """Remove all drafts, also those that were not added: before a build, at its end, or after
        an error."""
        self._drafts.clear()
        shutil.rmtree(self._drafts_folder, ignore_errors=True)
        prune_folders(self._folder, self._corpus.folder)
