"""One piece of work after the other in one supervised process, for commands that read pages now and
then."""

from __future__ import annotations

import atexit
from typing import Any

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.workers.team import LostTask, Team, Work, describe_loss

_teams: list[tuple[Portal, Team]] = []
"""The process that was started last, with the portal that it knows; at most one."""


def evaluate_in_worker(portal: Portal, work: Work, task: Any, where: str) -> Any:
    """Call ``work``, a function of a module, with the portal, no source of captures, and ``task``,
    in another process. ``where`` names the page for messages. Raises PageUnreadable where that
    takes too long or the process is killed, RulesTooSlow where it did so for one page after the
    other, and what ``work`` raises on purpose (CuratorError)."""
    result = prepare_worker(portal).one(work, task)
    if isinstance(result, LostTask):
        raise describe_loss(result, where)
    return result


def prepare_worker(portal: Portal) -> Team:
    """Start the process, unless it runs: before there are threads that is done in no time."""
    if not _teams or _teams[0][0] is not portal:
        end_worker()
        _teams.append((portal, Team(portal)))
    return _teams[0][1]


def end_worker() -> None:
    """End the process."""
    while _teams:
        _teams.pop()[1].close()


atexit.register(end_worker)
