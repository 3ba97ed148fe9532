"""How one of several crawls ended: as lines, as JSON, as an exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.command_ends import COMMAND_ENDS
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.exit_codes import USAGE, describe_error, exit_code_of
from webarticlecurator.cli.run_end import describe_stopped_run, summary_exit_code

if TYPE_CHECKING:
    from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome

KNOWN_ERRORS = (CuratorError, OSError)
"""Errors that have a message for the user; any other is a mistake of the program."""


def outcome_state(outcome: CrawlOutcome) -> str:
    """Return in a few words how a crawl ended."""
    code = USAGE if outcome.summary is None else summary_exit_code(outcome.summary)
    return COMMAND_ENDS[code].state


def outcome_lines(outcome: CrawlOutcome) -> Sequence[str]:
    """Return the lines that say how a crawl ended."""
    if outcome.summary is None:
        return describe_outcome_error(outcome).split("\n")
    lines = outcome.summary.lines()
    return [*lines, describe_stopped_run(outcome.summary)] if outcome.summary.stopped else lines


def outcome_json(outcome: CrawlOutcome) -> dict[str, Any]:
    """Return the summary of a crawl, or the portal and the error that ended its crawl."""
    if outcome.summary is not None:
        return outcome.summary.as_json()
    return {"portal": outcome.portal, "error": describe_outcome_error(outcome)}


def outcome_exit_code(outcome: CrawlOutcome) -> int:
    """Return the exit code of a crawl that ended without a mistake of the program."""
    if outcome.summary is not None:
        return summary_exit_code(outcome.summary)
    assert isinstance(outcome.error, KNOWN_ERRORS)
    return exit_code_of(outcome.error)


def describe_outcome_error(outcome: CrawlOutcome) -> str:
    """Return the message of the error that ended a crawl."""
    error = outcome.error
    if isinstance(error, KNOWN_ERRORS):
        return describe_error(error)
    return make_message(
        "program error: {name}: {error}", name=type(error).__name__, error=str(error)
    )


def raise_program_error(outcomes: Sequence[CrawlOutcome]) -> None:
    """Raise the first mistake of the program that ended a crawl. Called when all outcomes are
    printed."""
    for outcome in outcomes:
        if outcome.error is not None and not isinstance(outcome.error, KNOWN_ERRORS):
            raise outcome.error
