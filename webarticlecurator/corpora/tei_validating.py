"""Checks of TEI documents, and of a corpus whose index is made again.

``curator tei validate``: check TEI documents of any origin, in files, folders and zips.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from webarticlecurator.build.recovery import catch_up, update_pending_articles
from webarticlecurator.config.files import check_regular
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import Reconciled, open_corpus
from webarticlecurator.store.verify import rebuild_index
from webarticlecurator.tei.validation import XML, DocumentFault, check_document
from webarticlecurator.workers.executor import Runtime

MAX_BYTES = 256 * 1024 * 1024
"""Larger documents are not read: no zip bombs."""
_LINES_OF_FILE = 1

OpenDocument = Callable[[], AbstractContextManager[IO[bytes]]]


@dataclass(frozen=True)
class CheckedDocument:
    """A document: its file, with that in the zip behind ``!``, and its faults."""

    name: str
    faults: tuple[DocumentFault, ...]


def check_documents(paths: Sequence[Path]) -> Iterator[CheckedDocument]:
    """Yield every document of files, of folders (``*.xml`` in them and below) and of zips.

    Raises UsageError for a path that cannot be read, and for a folder or zip without a document.
    """
    for path in paths:
        count = 0
        for name, open_document in _list_documents(path):
            count += 1
            yield CheckedDocument(name, tuple(_check(open_document)))
        if not count:
            raise UsageError(
                f"{path}: no TEI document in it", "Give files, folders or zips with *.xml."
            )


def _check(open_document: OpenDocument) -> list[DocumentFault]:
    try:
        with open_document() as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        message = f"cannot be read: {error}"
        return [DocumentFault(_LINES_OF_FILE, XML, message, "Get the file again.")]
    if len(content) > MAX_BYTES:
        message = f"larger than {MAX_BYTES} bytes"
        return [DocumentFault(_LINES_OF_FILE, XML, message, "Split it into several documents.")]
    return check_document(content)


def _list_documents(path: Path) -> Iterator[tuple[str, OpenDocument]]:
    """Yield the name of each document, and a function that opens it."""
    if path.is_dir():
        for file in sorted(path.rglob("*.xml")):
            if file.is_file():
                yield str(file), partial(_open, file)
        return
    try:
        check_regular(path)
        is_zip = zipfile.is_zipfile(path)
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give a TEI document, a folder of them or a zip."
        ) from None
    if not is_zip:
        yield str(path), partial(_open, path)
        return
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            if not entry.is_dir() and entry.filename.lower().endswith(".xml"):
                yield f"{path}!{entry.filename}", partial(archive.open, entry)


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


# ``curator verify --rebuild``: make the index of a corpus again from its WARC files.


def rebuild_corpus(portal: Portal, folder: Path, runtime: Runtime | None = None) -> Reconciled:
    """Rebuild the index of the corpus in ``folder`` from its WARC files.

    Listings, walks and verdicts follow from the current rules; the next ``build`` builds the TEI.
    Raises CorpusLocked, CorpusMismatch, DiskFull.
    """
    runtime = runtime or Runtime()
    reconciled = rebuild_index(folder, portal.id, runtime.store_options())
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        catch_up(portal, corpus, runtime.progress)
        update_pending_articles(portal, corpus, inspect=True)
    return reconciled
