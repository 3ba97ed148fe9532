"""Calls that run the rules of one page in the shared worker process, since a rule may run for
ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from webarticlecurator.model.portal import Portal
from webarticlecurator.rules import Trace
from webarticlecurator.workers.shared_worker import evaluate_in_worker


def run_supervised(
    portal: Portal, where: str, function: Callable[..., Any], *arguments: Any
) -> Any:
    """Call ``function`` with the portal and the arguments in a worker, and return its result.

    ``function`` is defined in a module; the values of an iterator are returned as a list.
    ``where`` is the address of the page, for messages. Raises PageUnreadable if it takes too long,
    and what the function raises.
    """
    return evaluate_in_worker(portal, _call, (function, arguments), where)


def run_traced(
    portal: Portal, where: str, traced: bool, function: Callable[..., Any], *arguments: Any
) -> tuple[Any, list[str]]:
    """Call a function whose last argument is a Trace, as ``run_supervised`` does.

    Returns its result and the lines of the trace, which are empty unless ``traced``.
    """
    result: tuple[Any, list[str]] = evaluate_in_worker(
        portal, _call_traced, (function, arguments, traced), where
    )
    return result


def _call(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = task
    result = function(portal, *arguments)
    return list(result) if isinstance(result, Iterator) else result


def _call_traced(
    portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...], bool]
) -> Any:
    function, arguments, traced = task
    trace = Trace() if traced else None
    result = function(portal, *arguments, trace)
    return result, trace.lines() if trace else []
