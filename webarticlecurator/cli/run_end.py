"""The end of a crawl or a build: its summary and its exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, REFUSED
from webarticlecurator.cli.output import print_json, print_message

if TYPE_CHECKING:
    from webarticlecurator.crawling.states.summary import Summary


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
    return make_message("stopped by the portal: {reason}", reason=as_message(summary.stopped or ""))


def summary_exit_code(summary: Summary) -> int:
    """Return the exit code of a run that ends with this summary."""
    if summary.stopped:
        return REFUSED
    return DONE if summary.ok else PROBLEMS
