"""Looks at one page in a process that can be ended: a rule that is tried may run for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from webarticlecurator.model.portal import Portal
from webarticlecurator.rules import Trace
from webarticlecurator.run.workers.evaluate import evaluate


def supervised(portal: Portal, where: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What ``function``, one of a module, gives for the portal and the arguments (a list where it gives one after the other).
    ``where``: the address of the page, for messages. Raises NotRead where it takes too long, and what the function raises."""
    return evaluate(portal, _call, (function, arguments), where)


def traced(portal: Portal, where: str, wanted: bool, function: Callable[..., Any], *arguments: Any) -> tuple[Any, list[str]]:
    """The same for a function whose last argument is a Trace, with what was traced if that is ``wanted``."""
    found: tuple[Any, list[str]] = evaluate(portal, _call_traced, (function, arguments, wanted), where)
    return found


def _call(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = task
    found = function(portal, *arguments)
    return list(found) if isinstance(found, Iterator) else found


def _call_traced(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...], bool]) -> Any:
    function, arguments, wanted = task
    trace = Trace() if wanted else None
    found = function(portal, *arguments, trace)
    return found, trace.lines() if trace else []
