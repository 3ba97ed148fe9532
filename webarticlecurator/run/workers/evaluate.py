"""One piece of work after the other in one supervised process, for commands that read pages now and then."""

from __future__ import annotations

import atexit
from typing import Any

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.workers.team import Lost, Team, Work, lost_error

_teams: list[tuple[Portal, Team]] = []
"""The process that was started last, with the portal that it knows; at most one."""


def evaluate(portal: Portal, work: Work, task: Any, where: str) -> Any:
    """Call ``work``, a function of a module, with the portal, no source of captures, and ``task``, in another process. ``where``
    names the page for messages. Raises NotRead where that takes too long or the process is killed, RulesTooSlow where it did so
    for one page after the other, and what ``work`` raises on purpose (CuratorError)."""
    result = prepare(portal).one(work, task)
    if isinstance(result, Lost):
        raise lost_error(result, where)
    return result


def prepare(portal: Portal) -> Team:
    """Start the process, unless it runs: before there are threads that is done in no time."""
    if not _teams or _teams[0][0] is not portal:
        finish()
        _teams.append((portal, Team(portal)))
    return _teams[0][1]


def finish() -> None:
    """End the process."""
    while _teams:
        _teams.pop()[1].close()


atexit.register(finish)
