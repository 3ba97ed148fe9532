"""The application of ``curator serve``. Whatever it needs is given: it has no state of its own."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from webarticlecurator.errors import CuratorError
from webarticlecurator.service.bodies import invalid_value
from webarticlecurator.service.description_page import POLICY, description_page
from webarticlecurator.service.guard import Guard
from webarticlecurator.service.openapi import describe_service
from webarticlecurator.service.problems import RequestProblem
from webarticlecurator.service.rate_limit import RateLimit
from webarticlecurator.service.routes_corpus import CorpusRoutes
from webarticlecurator.service.routes_pages import PageRoutes
from webarticlecurator.service.service_context import ServiceContext, answer_problem
from webarticlecurator.version import __version__

_DESCRIPTION = (
    "Articles of portals for other programs: from a page by the rules of its portal, or from a"
    " corpus. Errors are problem details (RFC 9457) with a cure."
)


def create_application(context: ServiceContext) -> FastAPI:
    """Return the application; every request passes its guard."""
    application = FastAPI(
        title="curator serve",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,  # these pages of FastAPI load their scripts from elsewhere
        redoc_url=None,
    )
    CorpusRoutes(context).add_to(application.router)
    PageRoutes(context).add_to(application.router)
    settings = context.settings
    describe: Any = describe_service(application, settings.token is not None)
    application.openapi = describe  # type: ignore[method-assign]

    def read_description() -> Response:
        headers = {"Content-Security-Policy": POLICY}
        return HTMLResponse(description_page(describe()), headers=headers)

    application.add_api_route("/docs", read_description, include_in_schema=False)

    application.add_exception_handler(CuratorError, _answer_error)
    application.add_exception_handler(OSError, _answer_error)
    application.add_exception_handler(RequestValidationError, _answer_invalid)
    application.add_exception_handler(HTTPException, _answer_http)
    application.add_middleware(
        Guard,
        hosts=settings.hosts,
        token=settings.token,
        rate=RateLimit(settings.rate, context.clock.monotonic),
        report=context.report,
    )
    return application


def _answer_error(_request: Request, error: Exception) -> Response:
    return answer_problem(error)


def _answer_invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return answer_problem(invalid_value(first["loc"], first["msg"], first.get("input")))


def _answer_http(request: Request, error: Exception) -> Response:
    """Answer an unknown address, or a method that an address does not have."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    problem = RequestProblem(
        status,
        status.phrase.lower(),
        f"{request.method} {request.url.path}",
        cure="/openapi.json lists what there is.",
    )
    response = answer_problem(problem)
    response.headers.update(error.headers or {})
    return response
