"""Inspect a stored page in a worker process, since a rule of the portal file may run for ever."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.article_page_choice import (
    InspectionRequest,
    PageInspection,
    inspect_page,
)
from webarticlecurator.run.executors.shared_worker import evaluate_in_worker


def inspect_in_worker(portal: Portal, request: InspectionRequest) -> PageInspection:
    """Return ``inspect_page`` without the parsed page. Raises PageUnreadable if a rule takes too
    long, RulesTooSlow if that happens for several pages in a row."""
    url = request.body.capture.url
    inspection: PageInspection = evaluate_in_worker(portal, _inspect, request, url)
    return inspection


def _inspect(portal: Portal, _source: object, request: InspectionRequest) -> PageInspection:
    return replace(inspect_page(portal, request), parsed=None)
