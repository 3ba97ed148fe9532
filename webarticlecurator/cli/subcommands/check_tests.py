"""The options ``--tests`` and ``--record`` of ``curator check``.

They compare stored pages with what a person expects of them, and record such expectations.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message, translate, translate_count
from webarticlecurator.cli.json_words import MISMATCH_WORDS
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.portal_file.config.expectations import (
    expectations_path,
    load_portal_expectations,
)

if TYPE_CHECKING:
    from webarticlecurator.proposing.trial.expectation_file import RecordedEntry
    from webarticlecurator.proposing.trial.expecting import PageComparison


def check_expectations(
    args: argparse.Namespace, portal: Portal
) -> tuple[RecordedEntry | None, tuple[PageComparison, ...] | None]:
    """Carry out ``--record``, then ``--tests``; return what was written and what was found, None
    for an option that is not given.

    Raises UsageError, WarcUnreadable, StoreDamaged, and ConfigError with the problems of the
    file of expectations.
    """
    recording = args.record is not None
    if not recording:
        _refuse_option(args, "column", "--record URL")
    if not recording and not args.tests:
        _refuse_option(args, "warc", "--tests or --record URL")
        _refuse_option(args, "corpus", "--tests or --record URL")
        return None, None
    path = expectations_path(portal)
    if args.tests and not recording and not path.exists():
        raise UsageError(
            make_message("no such file: {path}", path=path),
            "`curator check CONFIG --record URL` creates it; docs/what-it-says.md shows its form.",
        )
    from webarticlecurator.cli.progress_choice import plain_progress
    from webarticlecurator.corpus.stored_pages.captured_pages import open_captured_pages
    from webarticlecurator.corpus.stored_pages.page_store import StoredPages
    from webarticlecurator.crawling.workers.run_options import Runtime
    from webarticlecurator.proposing.trial.expecting import compare_pages
    from webarticlecurator.proposing.trial.recording import record_expectations

    given = StoredPages(corpus_folder(args, portal), tuple(args.warc or ()))
    with open_captured_pages(portal, given, Runtime(progress=plain_progress())) as store:
        recorded = (
            record_expectations(portal, store, args.record, args.column) if recording else None
        )
        if not args.tests:
            return recorded, None
        return recorded, tuple(compare_pages(portal, load_portal_expectations(portal), store))


def _refuse_option(args: argparse.Namespace, name: str, needed: str) -> None:
    """Raise UsageError if the option ``name`` is given without those that it belongs to."""
    if getattr(args, name) is not None:
        raise UsageError(
            make_message("--{name} has no effect here", name=name),
            make_message("Give it together with {options}.", options=needed),
        )


def expectation_json(
    recorded: RecordedEntry | None, tests: tuple[PageComparison, ...] | None
) -> dict[str, Any]:
    """Return ``recorded`` and ``tests`` for ``--json``, each only if its option was given."""
    answer: dict[str, Any] = {}
    if recorded is not None:
        answer["recorded"] = {
            "file": str(recorded.file),
            "line": recorded.line,
            "kind": recorded.entry.kind,
            "url": recorded.entry.url,
            "text": recorded.text,
        }
    if tests is not None:
        answer["tests"] = [
            {
                "kind": test.entry.kind,
                "url": test.entry.url,
                "line": test.entry.place.line,
                "passed": test.passed,
                "mismatches": [to_words(mismatch, MISMATCH_WORDS) for mismatch in test.mismatches],
            }
            for test in tests
        ]
    return answer


def expectation_lines(
    recorded: RecordedEntry | None, tests: tuple[PageComparison, ...] | None
) -> list[str]:
    """Return the results for a person: the recorded entry, every mismatch, the number of pages."""
    lines = []
    if recorded is not None:
        lines = [
            translate(
                "wrote {file}, line {line}. The expectation fails until you accept it: compare"
                " it with the page, then write `accepted: yes`",
                file=recorded.file,
                line=recorded.line,
            )
        ]
        lines += recorded.text.rstrip("\n").split("\n")
    if tests is None:
        return lines
    for test in tests:
        if test.mismatches:
            entry = test.entry
            lines.append(f"{entry.place.file}:{entry.place.line}: {entry.kind} {entry.url}")
            lines += [f"  {mismatch}" for mismatch in test.mismatches]
    failed = sum(not test.passed for test in tests)
    count = len(tests)
    verdict = translate("all as expected")
    if failed:
        verdict = translate("{number} not as expected", number=failed)
    compared = translate_count("{number} page compared", "{number} pages compared", count)
    return [*lines, f"{compared}: {verdict}"]
