"""How one of several crawls ended: as lines, as JSON, as an exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from webarticlecurator.cli.output import (
    DONE,
    PROBLEMS,
    REFUSED,
    USAGE,
    describe_error,
    exit_code_of,
    print_json,
    print_message,
)
from webarticlecurator.errors import COMMAND_ENDS, CuratorError

if TYPE_CHECKING:
    from webarticlecurator.crawl.crawl_portals import CrawlOutcome
    from webarticlecurator.states.summary import Summary

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
    return f"program error: {type(error).__name__}: {error}"


def raise_program_error(outcomes: Sequence[CrawlOutcome]) -> None:
    """Raise the first mistake of the program that ended a crawl. Called when all outcomes are
    printed."""
    for outcome in outcomes:
        if outcome.error is not None and not isinstance(outcome.error, KNOWN_ERRORS):
            raise outcome.error


# The end of a crawl or a build: its summary and its exit code.


def print_summary(summary: Summary, *, as_json: bool) -> int:
    """Print the summary of a run and return the exit code."""
    for line in summary.lines():
        print_message(line)
    if as_json:
        print_json(summary.as_json())
    if summary.stopped:
        print_message(describe_stopped_run(summary))
    return summary_exit_code(summary)


def describe_stopped_run(summary: Summary) -> str:
    """Return the line that says why the portal has ended a crawl."""
    return f"stopped by the portal: {summary.stopped}"


def summary_exit_code(summary: Summary) -> int:
    """Return the exit code of a run that ends with this summary."""
    if summary.stopped:
        return REFUSED
    return DONE if summary.ok else PROBLEMS
