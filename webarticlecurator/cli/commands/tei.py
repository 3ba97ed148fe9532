"""``curator tei validate``: checks TEI documents of any origin."""

from __future__ import annotations

import argparse
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import IO

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.system.input_files import check_regular
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.json_words import FAULT_WORDS
from webarticlecurator.cli.options import CommandSyntax, action
from webarticlecurator.cli.output import print_json_line, print_message, write_lines
from webarticlecurator.tei.documents.document_check import XML, DocumentFault, check_document


@action(
    "validate",
    "check TEI documents by tei_all, its Schematron rules and our own schema, offline",
    "curator tei validate article.xml corpora/demo/tei texts.zip",
    option("files", nargs="+", type=Path, metavar="FILE", help="documents, folders of them, zips"),
    "--json",
    "--quiet",
)
def validate(args: argparse.Namespace) -> int:
    documents = invalid = warned = 0
    for name, faults in _check_documents(args.files):
        documents += 1
        errors = [fault for fault in faults if not fault.is_warning]
        invalid += bool(errors)
        warned += bool(faults) and not errors
        if args.json:
            shown = [to_words(fault, FAULT_WORDS) for fault in faults]
            print_json_line({"file": name, "valid": not errors, "faults": shown})
        else:
            write_lines(
                f"{name}:{fault.line}: {fault.schema}"
                f"{' (warning)' if fault.is_warning else ''}: {fault.message}; {fault.cure}"
                for fault in faults
            )
    warnings = f", {warned} valid with warnings" if warned else ""
    print_message(f"{documents} documents, {invalid} invalid{warnings}", args.quiet)
    return PROBLEMS if invalid else DONE


MAX_BYTES = 256 * 1024 * 1024
"""Larger documents are not read: no zip bombs."""
_LINES_OF_FILE = 1

OpenDocument = Callable[[], AbstractContextManager[IO[bytes]]]


run = CommandSyntax("curator tei validate corpora/demo/tei", actions=(validate,))
"""What ``curator tei`` runs."""


def _check_documents(paths: Sequence[Path]) -> Iterator[tuple[str, list[DocumentFault]]]:
    """Yield every document of files, of folders (``*.xml`` in them and below) and of zips: its
    file, with that in the zip behind ``!``, and its faults.

    Raises UsageError for a path that cannot be read, and for a folder or zip without a document.
    """
    for path in paths:
        count = 0
        for name, open_document in _list_documents(path):
            count += 1
            yield name, _check(open_document)
        if not count:
            raise UsageError(
                f"{path} contains no TEI document", "Give files, folders or zips with *.xml."
            )


def _check(open_document: OpenDocument) -> list[DocumentFault]:
    try:
        with open_document() as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        message = f"cannot be read: {error}"
        return [DocumentFault(_LINES_OF_FILE, XML, message, "Get a new copy of the file.")]
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
