"""The options of ``curator check`` that compare stored pages with what a person expects of them,
and write that down."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webarticlecurator.cli.json_words import MISMATCH_WORDS
from webarticlecurator.cli.options import add_corpus_option
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.run.preview.expecting import Checked, compare_pages
from webarticlecurator.run.preview.recording import Recorded, record_expectations
from webarticlecurator.store import CorpusView, ForeignWarcs, open_warcs, view_corpus


@dataclass(frozen=True)
class Expected:
    """What ``--record`` wrote and what ``--tests`` found; None for the one that was not asked
    for."""

    recorded: Recorded | None
    tests: tuple[Checked, ...] | None

    @property
    def sound(self) -> bool:
        return all(test.passed for test in self.tests or ())


def add_expectation_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tests",
        action="store_true",
        help="compare stored pages with the .tests.yaml beside the portal file",
    )
    parser.add_argument(
        "--record",
        metavar="URL",
        help="write what the rules give now for a stored page into the .tests.yaml",
    )
    parser.add_argument(
        "--column",
        help="with --record: it is an archive page of this column, where the address does not say",
    )
    parser.add_argument(
        "--warc",
        nargs="+",
        type=Path,
        action="extend",
        metavar="FILE",
        help="WARC files that hold the pages (default: the corpus)",
    )
    add_corpus_option(parser)


def check_expectations(args: argparse.Namespace, portal: Portal) -> Expected | None:
    """Carries out ``--record``, then ``--tests``; None if neither is asked for. Raises UsageError,
    ConfigError with the problems of the file of expectations, WarcUnreadable, StoreDamaged."""
    recording = args.record is not None
    if not recording:
        _refuse(args, "column", "--record URL")
    if not recording and not args.tests:
        _refuse(args, "warc", "--tests or --record URL")
        _refuse(args, "corpus", "--tests or --record URL")
        return None
    path = expectations_path(portal)
    if args.tests and not recording and not path.exists():
        raise UsageError(
            f"there is no {path}",
            "`curator check CONFIG --record URL` begins one; docs/expectations.md shows its form.",
        )
    with _store(args, portal) as store:
        recorded = (
            record_expectations(portal, store, args.record, args.column) if recording else None
        )
        if not args.tests:
            return Expected(recorded, None)
        entries = load_expectations(path, tuple(column.name for column in portal.columns))
        return Expected(recorded, tuple(compare_pages(portal, entries, store)))


def _refuse(args: argparse.Namespace, name: str, needed: str) -> None:
    if getattr(args, name) is not None:
        raise UsageError(f"--{name} has no effect here", f"Give it together with {needed}.")


def _store(
    args: argparse.Namespace, portal: Portal
) -> AbstractContextManager[CorpusView] | AbstractContextManager[ForeignWarcs]:
    return (
        open_warcs(args.warc) if args.warc else view_corpus(corpus_folder(args, portal), portal.id)
    )


def expectation_json(found: Expected) -> dict[str, Any]:
    """``recorded`` and ``tests``, each if it was asked for."""
    answer: dict[str, Any] = {}
    if found.recorded is not None:
        made = found.recorded
        answer["recorded"] = {
            "file": str(made.file),
            "line": made.line,
            **_page(made.entry.kind, made.entry.url),
            "text": made.text,
        }
    if found.tests is not None:
        answer["tests"] = [_test_json(test) for test in found.tests]
    return answer


def _page(kind: str, url: str) -> dict[str, str]:
    return {"kind": kind, "url": url}


def _test_json(test: Checked) -> dict[str, Any]:
    entry = test.entry
    wrong = [to_words(mismatch, MISMATCH_WORDS) for mismatch in test.mismatches]
    return {
        **_page(entry.kind, entry.url),
        "line": entry.place.line,
        "passed": test.passed,
        "mismatches": wrong,
    }


def expectation_lines(found: Expected) -> list[str]:
    """What was written, and per page that is not as expected each difference on a line of its
    own."""
    words = _recorded_words(found.recorded) if found.recorded is not None else []
    if found.tests is None:
        return words
    for test in found.tests:
        where = (
            f"{test.entry.place.file}:{test.entry.place.line}: {test.entry.kind} {test.entry.url}"
        )
        words += (
            [where, *(f"  {mismatch}" for mismatch in test.mismatches)] if test.mismatches else []
        )
    failed = sum(not test.passed for test in found.tests)
    count = len(found.tests)
    pages = f"{count} page{'' if count == 1 else 's'}"
    return [
        *words,
        f"{pages} compared: {f'{failed} not as expected' if failed else 'all as expected'}",
    ]


def _recorded_words(made: Recorded) -> list[str]:
    cure = "it fails until it is accepted: read it beside the page, then write `accepted: yes`"
    return [
        f"written to {made.file}, line {made.line}; {cure}",
        *made.text.rstrip("\n").split("\n"),
    ]
