"""What the routes of the service share."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi.responses import Response

from webarticlecurator.service.page_pool import LimitedThreads, PagePool
from webarticlecurator.service.portal_catalog import PortalCatalog
from webarticlecurator.service.portal_visits import PortalVisits
from webarticlecurator.service.problems import (
    MEDIA_TYPE,
    find_status,
    problem_headers,
    problem_json,
)
from webarticlecurator.service.service_settings import ServiceSettings
from webarticlecurator.text.characters import json_safe
from webarticlecurator.text.times import Clock


@dataclass(frozen=True)
class ServiceContext:
    """What answers are made from.

    ``pages`` reads pages, ``visits`` fetches them in ``fetching`` threads, if the settings allow
    it. ``report`` is called with each mistake of the program.
    """

    settings: ServiceSettings
    catalog: PortalCatalog
    pages: PagePool
    visits: PortalVisits
    fetching: LimitedThreads
    clock: Clock
    report: Callable[[Exception], None]


def answer_json(content: Any) -> Response:
    """Return an answer in JSON, in which lone surrogates and control characters are harmless."""
    text = json_safe(json.dumps(content, ensure_ascii=False))
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


def answer_problem(error: Exception) -> Response:
    """Return the answer to an error."""
    return Response(
        json.dumps(problem_json(error)).encode("ascii"),
        find_status(error).value,
        problem_headers(error),
        MEDIA_TYPE,
    )
