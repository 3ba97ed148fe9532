"""The options ``--tests`` and ``--record`` of ``curator check``.

They compare stored pages with what a person expects of them, and record such expectations.
"""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.cli.json_words import MISMATCH_WORDS
from webarticlecurator.cli.options import add_corpus_option
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.stored_words import to_words
from webarticlecurator.store import open_warcs, view_corpus

if TYPE_CHECKING:
    from webarticlecurator.run.preview.expectation_file import RecordedEntry
    from webarticlecurator.run.preview.expecting import PageComparison
    from webarticlecurator.store import CorpusView, ForeignWarcs


@dataclass(frozen=True)
class ExpectationResults:
    """What ``--record`` wrote and what ``--tests`` found; None for an option that is not given."""

    recorded: RecordedEntry | None
    tests: tuple[PageComparison, ...] | None

    @property
    def ok(self) -> bool:
        """True if every compared page is as expected."""
        return all(test.passed for test in self.tests or ())


def add_expectation_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tests",
        action="store_true",
        help="compare stored pages with the .tests.yaml file beside the portal file",
    )
    parser.add_argument(
        "--record",
        metavar="URL",
        help="add what the rules find now on a stored page to the .tests.yaml file",
    )
    parser.add_argument(
        "--column",
        help="with --record: treat the page as an archive page of this column",
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


def check_expectations(args: argparse.Namespace, portal: Portal) -> ExpectationResults | None:
    """Carry out ``--record``, then ``--tests``; return None if neither is given.

    Raises UsageError, WarcUnreadable, StoreDamaged, and ConfigError with the problems of the
    file of expectations.
    """
    recording = args.record is not None
    if not recording:
        _refuse_option(args, "column", "--record URL")
    if not recording and not args.tests:
        _refuse_option(args, "warc", "--tests or --record URL")
        _refuse_option(args, "corpus", "--tests or --record URL")
        return None
    path = expectations_path(portal)
    if args.tests and not recording and not path.exists():
        raise UsageError(
            f"no such file: {path}",
            "`curator check CONFIG --record URL` creates it; docs/expectations.md shows its form.",
        )
    from webarticlecurator.run.preview.expecting import compare_pages
    from webarticlecurator.run.preview.recording import record_expectations

    with _open_store(args, portal) as store:
        recorded = (
            record_expectations(portal, store, args.record, args.column) if recording else None
        )
        if not args.tests:
            return ExpectationResults(recorded, None)
        entries = load_expectations(path, tuple(column.name for column in portal.columns))
        return ExpectationResults(recorded, tuple(compare_pages(portal, entries, store)))


def _refuse_option(args: argparse.Namespace, name: str, needed: str) -> None:
    """Raise UsageError if the option ``name`` is given without those that it belongs to."""
    if getattr(args, name) is not None:
        raise UsageError(f"--{name} has no effect here", f"Give it together with {needed}.")


def _open_store(
    args: argparse.Namespace, portal: Portal
) -> AbstractContextManager[CorpusView] | AbstractContextManager[ForeignWarcs]:
    if args.warc:
        return open_warcs(args.warc)
    return view_corpus(corpus_folder(args, portal), portal.id)


def expectation_json(results: ExpectationResults) -> dict[str, Any]:
    """Return ``recorded`` and ``tests`` for ``--json``, each only if its option was given."""
    answer: dict[str, Any] = {}
    if results.recorded is not None:
        recorded = results.recorded
        answer["recorded"] = {
            "file": str(recorded.file),
            "line": recorded.line,
            "kind": recorded.entry.kind,
            "url": recorded.entry.url,
            "text": recorded.text,
        }
    if results.tests is not None:
        answer["tests"] = [_test_json(test) for test in results.tests]
    return answer


def _test_json(test: PageComparison) -> dict[str, Any]:
    entry = test.entry
    return {
        "kind": entry.kind,
        "url": entry.url,
        "line": entry.place.line,
        "passed": test.passed,
        "mismatches": [to_words(mismatch, MISMATCH_WORDS) for mismatch in test.mismatches],
    }


def expectation_lines(results: ExpectationResults) -> list[str]:
    """Return the results for a person: the recorded entry, every mismatch, the number of pages."""
    lines = _recorded_lines(results.recorded) if results.recorded is not None else []
    if results.tests is None:
        return lines
    for test in results.tests:
        if test.mismatches:
            entry = test.entry
            lines.append(f"{entry.place.file}:{entry.place.line}: {entry.kind} {entry.url}")
            lines += [f"  {mismatch}" for mismatch in test.mismatches]
    failed = sum(not test.passed for test in results.tests)
    count = len(results.tests)
    pages = f"{count} page{'' if count == 1 else 's'}"
    verdict = f"{failed} not as expected" if failed else "all as expected"
    return [*lines, f"{pages} compared: {verdict}"]


def _recorded_lines(recorded: RecordedEntry) -> list[str]:
    cure = "it fails until it is accepted: read it beside the page, then write `accepted: yes`"
    return [
        f"written to {recorded.file}, line {recorded.line}; {cure}",
        *recorded.text.rstrip("\n").split("\n"),
    ]
