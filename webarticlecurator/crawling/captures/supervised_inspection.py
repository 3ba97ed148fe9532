"""Inspect stored pages in a worker process, since a rule of the portal file may run for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticlePage
from webarticlecurator.crawling.captures.page_inspection import InspectionRequest, inspect_page
from webarticlecurator.crawling.workers.executor import LostTask, run_task
from webarticlecurator.crawling.workers.shared_worker import (
    BegunTask,
    begin_in_worker,
    evaluate_in_worker,
)

_Inspection: TypeAlias = "tuple[ArticlePage, int | None]"


class SupervisedLook:
    """Inspects pages; the inspection of one of them may begin before the page is stored, and many
    may be inspected at once."""

    def __init__(self, portal: Portal, read: Callable[[Capture], Body] | None = None) -> None:
        """``read``: what reads the pages that were looked at ahead, if they are asked for with
        another request."""
        self._portal, self._read = portal, read
        self._begun: tuple[InspectionRequest, BegunTask] | None = None
        self._ahead: dict[str, tuple[InspectionRequest, _Inspection]] = {}
        self._looks_ahead = True

    def begin(self, request: InspectionRequest) -> None:
        """Begin to inspect a page. If ``inspect`` is called with the same page next, its result is
        used, otherwise dropped."""
        task = begin_in_worker(self._portal, _inspect, request, request.body.capture.url)
        self._begun = (request, task) if task is not None else None

    def look_ahead(self, folder: Path, requests: Sequence[InspectionRequest]) -> dict[str, Body]:
        """Have the worker read pages from the corpus in ``folder`` and inspect them, with one
        message, which takes as long as one page may take. If one of them takes too long, this is
        said when it is inspected alone, as all that follow are.

        The requests have bodies without content, as have those that are returned by record id:
        ``inspect`` may be called with them.
        """
        self._ahead.clear()
        if not requests or not self._looks_ahead:
            return {}
        where = requests[0].body.capture.url
        try:
            found = evaluate_in_worker(self._portal, _inspect_all, (folder, requests), where)
        except CuratorError:
            self._looks_ahead = False
            return {}
        bodies = {}
        for request, (body, result) in zip(requests, found, strict=True):
            if isinstance(result, tuple):
                record = body.capture.record_id
                bodies[record], self._ahead[record] = body, (request, result)
        return bodies

    def inspect(self, portal: Portal, request: InspectionRequest) -> _Inspection:
        """Return ``inspect_page`` without the parsed page. Raises PageUnreadable if a rule takes
        too long, RulesTooSlow if that happens for several pages in a row."""
        record = request.body.capture.record_id
        begun, self._begun = self._begun, None
        if begun is not None and _is_same_page(begun[0], request):
            inspection: _Inspection = begun[1].result()
            return inspection
        if record in self._ahead:
            looked_at, found = self._ahead[record]
            if _is_same_page(looked_at, request):
                return found
            assert self._read is not None
            request = replace(request, body=self._read(request.body.capture))
        return evaluate_in_worker(portal, _inspect, request, request.body.capture.url)


def _is_same_page(begun: InspectionRequest, request: InspectionRequest) -> bool:
    """Return True if two requests are for the same record, and differ in its place at most."""
    is_same_record = begun.body.capture.record_id == request.body.capture.record_id
    return is_same_record and replace(begun, body=request.body) == request


def _inspect(portal: Portal, _source: object, request: InspectionRequest) -> _Inspection:
    page, text = inspect_page(portal, request)
    return replace(page, parsed=None), text


def _inspect_all(
    portal: Portal, source: object, task: tuple[Path, Sequence[InspectionRequest]]
) -> list[tuple[Body, _Inspection | LostTask | None]]:
    """Read and inspect pages; None for a body with a fault."""
    from webarticlecurator.storage.store.view import read_capture_bodies

    folder, requests = task
    found: list[tuple[Body, _Inspection | LostTask | None]] = []
    bodies = read_capture_bodies(folder, [request.body.capture for request in requests])
    for request, body in zip(requests, bodies, strict=True):
        given = replace(request, body=body)
        result = None if body.fault else run_task(_inspect, portal, source, given)
        found.append((replace(body, content=b""), result))
    return found
