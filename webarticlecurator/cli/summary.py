"""The end of a crawl or a build: its account, and its exit code."""

from __future__ import annotations

from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, REFUSED
from webarticlecurator.cli.output import print_json, print_message
from webarticlecurator.run.summary import Summary


def print_summary(found: Summary, *, as_json: bool) -> int:
    """Print the account of a run and return its exit code."""
    for line in found.lines():
        print_message(line)
    if as_json:
        print_json(found.as_json())
    if found.stopped:
        print_message(f"stopped by the portal: {found.stopped}")
        return REFUSED
    return DONE if found.sound else PROBLEMS
