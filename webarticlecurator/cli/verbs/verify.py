"""``curator verify``, ``curator manifest`` and ``curator tei``: check what a corpus and TEI files
hold, and write it down.
"""

from __future__ import annotations

import argparse
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import IO, Any

from webarticlecurator.build.recovery import rebuild_corpus
from webarticlecurator.cli.options import CONFIG, add_command, add_subparser, option, parse_output
from webarticlecurator.cli.output import (
    DAMAGED,
    DONE,
    FAULT_WORDS,
    MANIFEST_WORDS,
    PROBLEMS,
    print_json,
    print_json_line,
    print_message,
    write_lines,
    write_output,
)
from webarticlecurator.cli.portal_file import corpus_folder, each_portal, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config.files import check_regular
from webarticlecurator.corpora.manifests import (
    ManifestFinding,
    ManifestMaker,
    check_corpus_manifest,
    view_locked_corpus,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import StoreDamaged, UsageError
from webarticlecurator.export import manifest_chunks
from webarticlecurator.model.attribute_words import to_words
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import Verified, verify_corpus
from webarticlecurator.tei.validation import XML, DocumentFault, check_document
from webarticlecurator.workers.executor import Runtime

# ``curator verify``: checks every record and TEI file, and rebuilds the index on request.


def register(commands: Any) -> None:
    add_command(
        commands,
        "verify",
        "curator verify portal.yaml --rebuild",
        run,
        *CONFIG,
        "--corpus",
        option(
            "--rebuild",
            action="store_true",
            help="rebuild corpus.sqlite from the WARC files first",
        ),
        option(
            "--manifest",
            type=Path,
            metavar="FILE",
            help="compare the corpus with this manifest (of `curator manifest`), too",
        ),
        "--json",
        "--quiet",
    )


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    if args.rebuild:
        rebuilt = rebuild_corpus(portal, folder, Runtime(progress=choose_progress(args.quiet)))
        print_message(
            f"rebuilt the index from {rebuilt.records} records; `curator build` updates the TEI",
            args.quiet,
        )
    result = verify_corpus(folder, portal.id)
    if args.manifest is None:
        _print_result(args, result, None)
        return DAMAGED if result.findings else DONE
    differences = _Differences(args, portal, folder)
    _print_result(args, result, differences)
    if result.findings or differences.damaged:
        return DAMAGED
    return PROBLEMS if differences.count else DONE


class _Differences:
    """The differences from a manifest, counted while they are printed: there may be many."""

    def __init__(self, args: argparse.Namespace, portal: Portal, folder: Path) -> None:
        self._manifest: Path = args.manifest
        runtime = Runtime(progress=choose_progress(args.quiet))
        self._findings = check_corpus_manifest(portal, folder, args.manifest, runtime)
        self.count = self.damaged = 0

    def __iter__(self) -> Iterator[ManifestFinding]:
        try:
            yield from map(self._count, self._findings)
        except StoreDamaged as error:
            message = f"{self._manifest} was not compared to its end: {error.message}"
            yield self._count(ManifestFinding(None, message, is_damage=True))

    def _count(self, finding: ManifestFinding) -> ManifestFinding:
        self.count += 1
        self.damaged += finding.is_damage
        return finding

    def summarize(self) -> str:
        if not self.count:
            return f"the corpus is in the state of {self._manifest}"
        since = self.count - self.damaged
        return f"{self._manifest}: {self.damaged} damages, {since} changes of the corpus since"


def _print_result(
    args: argparse.Namespace, result: Verified, differences: _Differences | None
) -> None:
    if args.json:
        findings = [
            {"file": f.file, "offset": f.offset, "message": f.message} for f in result.findings
        ]
        answer = {"records": result.records, "tei": result.tei, "findings": findings}
        if differences is not None:
            answer["manifest"] = [to_words(each, MANIFEST_WORDS) for each in differences]
        print_json(answer)
        return
    write_lines(map(str, result.findings))
    for each in differences or ():
        write_lines([f"{'damage' if each.is_damage else 'changed since'}: {each}"])
    parts = [f"{result.records} records and {result.tei} TEI files read"]
    count = len(result.findings)
    parts.append(f"{count} findings" if count else "everything is as it was written")
    write_lines([", ".join(parts)])
    if differences is not None:
        write_lines([differences.summarize()])


# ``curator tei validate``: checks TEI documents of any origin.


def register_tei(commands: Any) -> None:
    parser = add_command(commands, "tei", "curator tei validate corpora/demo/tei")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add_subparser(
        actions,
        "validate",
        "check TEI documents by tei_all, its Schematron rules and our own schema, offline",
        "curator tei validate article.xml corpora/demo/tei texts.zip",
        _validate,
        option(
            "files", nargs="+", type=Path, metavar="FILE", help="documents, folders of them, zips"
        ),
        "--json",
        "--quiet",
    )


def _validate(args: argparse.Namespace) -> int:
    documents = invalid = warned = 0
    for document in _check_documents(args.files):
        documents += 1
        errors = [fault for fault in document.faults if not fault.is_warning]
        invalid += bool(errors)
        warned += bool(document.faults) and not errors
        if args.json:
            faults = [to_words(fault, FAULT_WORDS) for fault in document.faults]
            print_json_line({"file": document.name, "valid": not errors, "faults": faults})
        else:
            write_lines(
                f"{document.name}:{fault.line}: {fault.schema}"
                f"{' (warning)' if fault.is_warning else ''}: {fault.message}; {fault.cure}"
                for fault in document.faults
            )
    warnings = f", {warned} valid with warnings" if warned else ""
    print_message(f"{documents} documents, {invalid} invalid{warnings}", args.quiet)
    return PROBLEMS if invalid else DONE


MAX_BYTES = 256 * 1024 * 1024
"""Larger documents are not read: no zip bombs."""
_LINES_OF_FILE = 1

OpenDocument = Callable[[], AbstractContextManager[IO[bytes]]]


@dataclass(frozen=True)
class CheckedDocument:
    """A document: its file, with that in the zip behind ``!``, and its faults."""

    name: str
    faults: tuple[DocumentFault, ...]


def _check_documents(paths: Sequence[Path]) -> Iterator[CheckedDocument]:
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


# ``curator manifest``: writes what a corpus holds, without its text.


def register_manifest(commands: Any) -> None:
    add_command(
        commands,
        "manifest",
        "curator manifest portal.yaml --output portal.manifest.jsonl",
        run_manifest,
        *CONFIG,
        "--corpus",
        option(
            "--output",
            metavar="FILE",
            type=parse_output,
            help="file to write (default, or -: standard output)",
        ),
        "--quiet",
    )


def run_manifest(args: argparse.Namespace) -> int:
    return max(_write_manifest(*each) for each in each_portal(args, ".manifest.jsonl"))


def _write_manifest(args: argparse.Namespace, portal: Portal) -> int:
    runtime = Runtime(progress=choose_progress(args.quiet or args.output is None))
    with view_locked_corpus(corpus_folder(args, portal), portal) as corpus:
        maker = ManifestMaker(portal, corpus, runtime)
        write_output(args.output, manifest_chunks(maker.entries()))
    target = args.output if args.output is not None else "standard output"
    print_message(f"{maker.articles} articles written to {target}", args.quiet)
    if maker.stale:
        print_message(
            f"problem: {maker.stale} articles wait for a build, so the manifest is not that"
            " of the present rules and captures; run `curator build`, then make it again"
        )
    return PROBLEMS if maker.stale else DONE
