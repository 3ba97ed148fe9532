"""The form of requests and answers, for their checks and the OpenAPI description.

The keys are those that the commands print: ``links --json``, ``check --json``. Those of articles
are the fields of articles. Where an answer has the fields of a value of the library, it inherits
them from that dataclass.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Container, Mapping
from datetime import date
from functools import cache, partial
from http import HTTPStatus
from typing import Annotated, Any, Literal, TypeVar

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    create_model,
)
from pydantic.json_schema import models_json_schema
from starlette.requests import ClientDisconnect

from webarticlecurator.config.scalars import read_absolute_address
from webarticlecurator.config.value_fault import ValueFault
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigProblem
from webarticlecurator.model.article import RightsStatement
from webarticlecurator.model.fields import EXTRACTED_KEYS, FIELDS
from webarticlecurator.service.guard import (
    MEDIA_TYPE,
    RequestProblem,
    find_status,
    problem_headers,
    problem_json,
)
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.text.characters import json_safe
from webarticlecurator.text.times import parse_iso_day
from webarticlecurator.trial.page_links import LinksAnswer

MAX_URL = 10_000
MAX_NAME = 200


Day = Annotated[
    date,
    BeforeValidator(lambda value: parse_iso_day(value) if isinstance(value, str) else value),
    Strict(),
]
"""The day YYYY-MM-DD; pydantic alone also reads numbers and times."""


class PageRequest(BaseModel):
    """A page of a portal. Without ``html``, it is looked up in the corpus."""

    model_config = ConfigDict(extra="forbid")

    portal: str = Field(max_length=MAX_NAME, description="id of the portal")
    url: str = Field(max_length=MAX_URL, description="absolute address of the page")
    html: str | None = Field(default=None, description="the page; its address is enough without")
    captured: Day | None = Field(default=None, description="day on which the page was fetched")


class ExtractRequest(PageRequest):
    """A page of an article."""


class LinksRequest(PageRequest):
    """An archive page."""

    column: str | None = Field(
        default=None, max_length=MAX_NAME, description="column of the page, if its address is open"
    )


class Health(BaseModel):
    """The service runs."""

    status: Literal["ok"]
    version: str


@dataclass(frozen=True)
class PortalProblem(ConfigProblem):
    """A problem of a portal file, as ``curator check --json`` prints it."""


class ServedPortal(BaseModel):
    """A portal of the service. ``problem``: why its file cannot be used now."""

    id: str
    home: str | None
    language: str | None
    columns: list[str]
    corpus: bool
    problem: str | None


class PortalList(BaseModel):
    """The portals of the service."""

    portals: list[ServedPortal]


class ProblemDetails(BaseModel):
    """Why a request was not answered (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    problem: str
    value: str | None
    expected: str | None
    cure: str | None
    problems: list[PortalProblem] | None = None


@dataclass(frozen=True)
class LinksPage(LinksAnswer):
    """What the link rules find on an archive page."""


class DatedArticleRow(BaseModel):
    """An article of a corpus. ``published``: the day, in the zone of the portal."""

    id: str
    url: str
    column: str | None
    published: str | None
    path: str


class ArticleList(BaseModel):
    """Articles of a corpus by day. ``next``: what ``after`` of the next page is; null at the
    end."""

    articles: list[DatedArticleRow]
    next: str | None


# The form of articles in answers: the keys that ``extract --format json`` and ``export --format
# jsonl`` write. The metadata fields come from the table of fields.


class SourcedValue(BaseModel):
    """The value of a metadata field, or its values, with the rule that found it."""

    value: str | list[str]
    source: str
    original: str | list[str]


class ArticleProblem(BaseModel):
    """A problem of an article, as its TEI header has it."""

    kind: str
    message: str


class ArticleCapture(BaseModel):
    """A capture of an article. ``payload_digest``: empty if its record has none."""

    url: str
    time: str
    record_id: str
    payload_digest: str


class ArticlePost(BaseModel):
    """A comment, or an entry of a live report. ``reply_to``: the id of the comment that it
    answers."""

    id: str | None
    author: str | None
    time: str | None
    reply_to: str | None
    level: int | None
    text: str


class ArticleBlock(BaseModel):
    """A paragraph, heading, caption … ``path``: its element below the body of the TEI."""

    kind: str
    part: str
    level: int | None
    path: str
    text: str


@dataclass(frozen=True)
class ArticleRights(RightsStatement):
    """What a page or a site says of its use."""


class RejectedPage(BaseModel):
    """A page that is no article: ``verdict`` is the reason, ``cure`` what can be done."""

    url: str
    verdict: str
    evidence: str
    cure: str


def _field_types(names: Container[str] | None = None) -> dict[str, Any]:
    """Return name → type of the metadata fields in JSON (all, or those in ``names``)."""
    types: dict[str, Any] = {}
    for row in FIELDS:
        types[row.name] = list[str] if row.is_list and not row.json_list else str | None
        if row.json_list:
            types[row.json_list] = list[str]
    return {name: (kind, ...) for name, kind in types.items() if names is None or name in names}


_KEPT: Any = Literal["kept"]

ExtractedArticle = create_model(
    "ExtractedArticle",
    __doc__="An article of a page, as ``extract --format json`` prints it.",
    url=(str, ...),
    verdict=(_KEPT, ...),
    **_field_types(EXTRACTED_KEYS),
    text=(str, ...),
    metadata=(dict[str, SourcedValue], ...),
    words=(int, ...),
    confidence=(float | None, ...),
    page_kind=(str | None, ...),
    unclaimed=(int, ...),
    dropped=(int, ...),
    dropped_by=(dict[str, int], ...),
    outside=(int | None, ...),
    problems=(list[str], ...),
)
StoredArticleObject = create_model(
    "StoredArticleObject",
    __doc__="An article of a corpus, as ``export --format jsonl`` writes it.",
    id=(str, ...),
    url=(str, ...),
    **_field_types(),
    text=(str, ...),
    comments=(list[ArticlePost], ...),
    entries=(list[ArticlePost], ...),
    blocks=(list[ArticleBlock], ...),
    metadata=(dict[str, SourcedValue], ...),
    aliases=(list[str], ...),
    column=(str | None, ...),
    kind=(str, ...),
    publisher=(str, ...),
    words=(int, ...),
    confidence=(float | None, ...),
    page_kind=(str | None, ...),
    captures=(list[ArticleCapture], ...),
    problems=(list[ArticleProblem], ...),
    extra=(dict[str, str], ...),
    rights=(list[ArticleRights], ...),
    output_version=(str, ...),
    rules_digest=(str, ...),
    path=(str, ...),
)


# The OpenAPI description of the service: what FastAPI cannot know is added to what it finds.

_REF = "#/components/schemas/{model}"
_ADDED: tuple[type[BaseModel], ...] = (
    ExtractRequest,
    LinksRequest,
    ProblemDetails,
)
"""Models that no route names as such: a body may be HTML instead, errors come from any route."""
_PROBLEMS = {
    400: "the request cannot be answered",
    401: "the token is missing or wrong",
    403: "a page of another origin asks",
    404: "the portal, article or page does not exist",
    406: "the answer has no such form",
    408: "the body does not arrive",
    409: "the portal file has problems, or the folder is another corpus",
    413: "the body is too large",
    415: "the body is of another kind",
    421: "the service does not have this name",
    422: "a value has not the form that it must have",
    429: "too many requests of this client",
    500: "the store is damaged, or a mistake of the program",
    502: "the portal does not send the page",
    503: "too much to do at the moment",
    504: "the rules take too long on the page",
}
_HTML_PARAMETERS = ("portal", "url", "captured", "column")


def describe_body(model: type[BaseModel]) -> dict[str, Any]:
    """Return what ``openapi_extra`` of a route says of its body: JSON of a model; or HTML, and then
    the rest of the model in the query."""
    content = {
        "application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}},
        "text/html": {"schema": {"type": "string", "format": "binary"}},
    }
    parameters = [
        {
            "name": name,
            "in": "query",
            "required": False,
            "schema": {"type": "string"},
            "description": f"`{name}`, where the body is the page itself",
        }
        for name in _HTML_PARAMETERS
        if name in model.model_fields
    ]
    return {"requestBody": {"required": True, "content": content}, "parameters": parameters}


def describe_service(application: FastAPI, has_token: bool) -> Callable[[], dict[str, Any]]:
    """Return a function that returns the description, which is made once."""
    return cache(partial(_make_description, application, has_token))


def _make_description(application: FastAPI, has_token: bool) -> dict[str, Any]:
    description: dict[str, Any] = get_openapi(
        title=application.title,
        version=application.version,
        description=application.description,
        routes=application.routes,
    )
    components = description.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):  # those of FastAPI, never sent
        schemas.pop(name, None)
    _, added = models_json_schema(
        [(model, "serialization") for model in _ADDED],
        ref_template=_REF,
    )
    schemas.update(added["$defs"])
    schema = {"$ref": _REF.format(model=ProblemDetails.__name__)}
    for path in description["paths"].values():
        for operation in path.values():
            operation["responses"].update(
                {
                    str(status): {"description": words, "content": {MEDIA_TYPE: {"schema": schema}}}
                    for status, words in _PROBLEMS.items()
                }
            )
    if has_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        description["security"] = [{"token": []}]
    return description


# Read a page from a request, within its limits, and choose the form of the answer.


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
        query = {name: text for name, text in request.query_params.items() if name != FORM_NAME}
        given = _validate(model, query)
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
    shown = None if isinstance(value, dict | list | bytes) else str(value)[:200]
    return RequestProblem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        f"{where}: {mistake['msg']}",
        shown,
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


# Answers as they are sent.


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
