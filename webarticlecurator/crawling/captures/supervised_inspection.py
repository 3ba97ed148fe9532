"""Inspect stored pages in a worker process, since a rule of the portal file may run for ever."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticlePage
from webarticlecurator.crawling.captures.page_inspection import InspectionRequest, inspect_page
from webarticlecurator.crawling.workers.shared_worker import (
    BegunTask,
    begin_in_worker,
    evaluate_in_worker,
)


class SupervisedLook:
    """Inspects pages; the inspection of one of them may begin before the page is stored."""

    def __init__(self, portal: Portal) -> None:
        self._portal = portal
        self._begun: tuple[InspectionRequest, BegunTask] | None = None

    def begin(self, request: InspectionRequest) -> None:
        """Begin to inspect a page. If ``inspect`` is called with the same page next, its result is
        used, otherwise dropped."""
        task = begin_in_worker(self._portal, _inspect, request, request.body.capture.url)
        self._begun = (request, task) if task is not None else None

    def inspect(self, portal: Portal, request: InspectionRequest) -> tuple[ArticlePage, int | None]:
        """Return ``inspect_page`` without the parsed page. Raises PageUnreadable if a rule takes
        too long, RulesTooSlow if that happens for several pages in a row."""
        begun, self._begun = self._begun, None
        if begun is not None and _is_same_page(begun[0], request):
            inspection: tuple[ArticlePage, int | None] = begun[1].result()
            return inspection
        return evaluate_in_worker(portal, _inspect, request, request.body.capture.url)


def _is_same_page(begun: InspectionRequest, request: InspectionRequest) -> bool:
    """Return True if two requests are for the same record, and differ in its place at most."""
    is_same_record = begun.body.capture.record_id == request.body.capture.record_id
    return is_same_record and replace(begun, body=request.body) == request


def _inspect(
    portal: Portal, _source: object, request: InspectionRequest
) -> tuple[ArticlePage, int | None]:
    page, text = inspect_page(portal, request)
    return replace(page, parsed=None), text
