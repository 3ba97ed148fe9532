"""One shared worker process for commands that read single pages."""

from __future__ import annotations

import atexit
from typing import Any

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.workers.team import LostTask, Team, Work, describe_loss

_teams: list[tuple[Portal, Team]] = []
"""The current process and its portal; at most one."""


def evaluate_in_worker(portal: Portal, work: Work, task: Any, where: str) -> Any:
    """Call ``work(portal, None, task)`` in the worker process and return its result.

    ``work`` is a module-level function; ``where`` names the page in messages. Raises PageUnreadable
    if it takes too long or the process is killed, RulesTooSlow if that happens for several pages in
    a row, and every CuratorError of ``work``.
    """
    result = prepare_worker(portal).run_one(work, task)
    if isinstance(result, LostTask):
        raise describe_loss(result, where)
    return result


def prepare_worker(portal: Portal) -> Team:
    """Return the worker process for ``portal``; start it unless it runs. Called before the first
    thread, it can be forked, which is fast."""
    if not _teams or _teams[0][0] is not portal:
        end_worker()
        _teams.append((portal, Team(portal)))
    return _teams[0][1]


def end_worker() -> None:
    """End the worker process, if it runs."""
    while _teams:
        _teams.pop()[1].close()


atexit.register(end_worker)
