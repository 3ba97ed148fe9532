"""Read a page from a request, within its limits, and choose the form of the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Literal, TypeVar

from fastapi import Request
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.values.standard_scalars import read_absolute_address
from webarticlecurator.portal_file.values.value_fault import ValueFault
from webarticlecurator.service.models import PageRequest
from webarticlecurator.service.request_problems import RequestProblem

BODY_SECONDS = 30.0
"""Seconds in which a body must have arrived."""
FORM_NAME = "format"
"""The name of the form of the answer in the query."""
HTML_TYPES = ("text/html", "application/xhtml+xml")
TEI_TYPE = "application/tei+xml"

Form = Literal["json", "tei"]
_Model = TypeVar("_Model", bound=PageRequest)


@dataclass(frozen=True)
class GivenPage:
    """What a request says of a page; ``page`` is None if it does not bring it."""

    portal: str
    url: str
    page: StoredPage | None
    column: str | None = None


async def read_given_page(request: Request, max_bytes: int, model: type[PageRequest]) -> GivenPage:
    """Return the page of a request: JSON of a ``model``, or HTML with the rest in the query.

    Raises RequestProblem.
    """
    content_type = request.headers.get("content-type", "")
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in ("application/json", *HTML_TYPES):
        raise RequestProblem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "not a kind of body",
            content_type,
            expected=f"application/json, {' or '.join(HTML_TYPES)}",
            cure="Name the kind of the body in Content-Type.",
        )
    body = await _read_body(request, max_bytes)
    if media_type == "application/json":
        given = _validate(model, body)
        content = None if given.html is None else given.html.encode("utf-8", "replace")
        content_type = "text/html; charset=utf-8"
    else:
        given = _validate(
            model, {name: text for name, text in request.query_params.items() if name != FORM_NAME}
        )
        content = body
    try:
        url = read_absolute_address(given.url)
    except ValueFault as fault:
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"url: {fault.message}",
            expected=fault.expected,
            cure=fault.cure or "Give the address of the page.",
        ) from None
    page = None if content is None else StoredPage(url, content, content_type, given.captured)
    return GivenPage(given.portal, url, page, getattr(given, "column", None))


def choose_form(request: Request, form: Form | None) -> Form:
    """Return the form of the answer: that of ``format``, or else what the Accept header prefers.

    Raises RequestProblem if it accepts neither.
    """
    if form is not None:
        return form
    weighted = []
    for number, part in enumerate(request.headers.get("accept", "*/*").split(",")):
        media_type, *parameters = (word.strip().lower() for word in part.split(";"))
        quality = next((p[2:] for p in parameters if p.startswith("q=")), "1")
        try:
            weight = float(quality)
        except ValueError:
            weight = 0.0
        if weight > 0:
            weighted.append((-weight, number, media_type))
    for _, _, media_type in sorted(weighted):
        if media_type in (TEI_TYPE, "application/xml", "text/xml"):
            return "tei"
        if media_type in ("application/json", "application/*", "*/*"):
            return "json"
    raise RequestProblem(
        HTTPStatus.NOT_ACCEPTABLE,
        "no such form of answer",
        request.headers.get("accept"),
        expected=f"Accept: application/json or {TEI_TYPE}",
        cure="Or give the form with ?format=json or ?format=tei.",
    )


def invalid_value(mistake: Mapping[str, Any]) -> RequestProblem:
    """Return the problem of one value of a request: a mistake as pydantic describes it."""
    where = ".".join(map(str, mistake["loc"])) or "the body"
    value = mistake.get("input")
    return RequestProblem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        f"{where}: {mistake['msg']}",
        None if isinstance(value, dict | list | bytes) else str(value)[:200],
        cure="/openapi.json describes what is expected.",
    )


def _validate(model: type[_Model], content: bytes | dict[str, str]) -> _Model:
    try:
        if isinstance(content, bytes):
            return model.model_validate_json(content)
        return model.model_validate(content)
    except ValidationError as error:
        raise invalid_value(error.errors(include_url=False, include_context=False)[0]) from None


async def _read_body(request: Request, max_bytes: int) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared) > max_bytes:
        raise _too_large(declared, max_bytes)
    try:
        return await asyncio.wait_for(_collect(request, max_bytes), BODY_SECONDS)
    except (TimeoutError, asyncio.TimeoutError):  # one class from Python 3.11 on
        raise RequestProblem(
            HTTPStatus.REQUEST_TIMEOUT,
            f"the body has not arrived in {BODY_SECONDS:g} seconds",
            cure="Send it faster.",
        ) from None
    except ClientDisconnect:
        raise RequestProblem(HTTPStatus.BAD_REQUEST, "the body broke off") from None


async def _collect(request: Request, max_bytes: int) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > max_bytes:
            raise _too_large(f"{size} and more", max_bytes)
        parts.append(part)
    return b"".join(parts)


def _too_large(size: str, max_bytes: int) -> RequestProblem:
    return RequestProblem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "the body is too large",
        f"{size} bytes",
        expected=f"{max_bytes} bytes at most",
        cure="--max-bytes of the service sets the limit.",
    )
