"""``curator tei validate``: checks TEI documents of any origin."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import add_json_option, add_quiet_option, add_subparser
from webarticlecurator.cli.output import (
    DONE,
    FAULT_WORDS,
    PROBLEMS,
    print_json_line,
    print_message,
    write_lines,
)
from webarticlecurator.corpora.tei_validating import CheckedDocument, check_documents
from webarticlecurator.model.stored_words import to_words


def register(commands: Any) -> None:
    parser = add_command(commands, "tei", "curator tei validate corpora/demo/tei")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    validate = add_subparser(
        actions,
        "validate",
        "check TEI documents by tei_all, its Schematron rules and our own schema, offline",
        "curator tei validate article.xml corpora/demo/tei texts.zip",
    )
    validate.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="documents, folders of them, zips"
    )
    add_json_option(validate)
    add_quiet_option(validate)
    validate.set_defaults(run=_validate)


def _validate(args: argparse.Namespace) -> int:
    documents = invalid = warned = 0
    for document in check_documents(args.files):
        documents += 1
        errors = [fault for fault in document.faults if not fault.is_warning]
        invalid += bool(errors)
        warned += bool(document.faults) and not errors
        if args.json:
            faults = [to_words(fault, FAULT_WORDS) for fault in document.faults]
            print_json_line({"file": document.name, "valid": not errors, "faults": faults})
        else:
            write_lines(_describe_faults(document))
    warnings = f", {warned} valid with warnings" if warned else ""
    print_message(f"{documents} documents, {invalid} invalid{warnings}", args.quiet)
    return PROBLEMS if invalid else DONE


def _describe_faults(document: CheckedDocument) -> list[str]:
    return [
        f"{document.name}:{fault.line}: {fault.schema}{' (warning)' if fault.is_warning else ''}:"
        f" {fault.message}; {fault.cure}"
        for fault in document.faults
    ]
