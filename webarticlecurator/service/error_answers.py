"""Answers of the service to invalid requests and unknown addresses, and its pages."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from webarticlecurator.service.description_pages import POLICY
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.service.sent_answers import answer_problem


def answer_http(request: Request, error: Exception) -> Response:
    """Answer an unknown address, or a method that an address does not have."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    response = answer_problem(
        RequestProblem(
            status,
            status.phrase.lower(),
            f"{request.method} {request.url.path}",
            cure="/openapi.json lists what there is.",
        )
    )
    response.headers.update(error.headers or {})
    return response


def answer_page(page: str) -> Response:
    return HTMLResponse(page, headers={"Content-Security-Policy": POLICY})
