"""The form of requests and answers, for their checks and the OpenAPI description.

The keys are those that the commands print: ``links --json``, ``check --json``. Those of articles
are the fields of articles. Where an answer has the fields of a value of the library, it inherits
them from that dataclass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, create_model
from pydantic.json_schema import models_json_schema

from webarticlecurator.errors import ConfigProblem
from webarticlecurator.model.article import RightsStatement
from webarticlecurator.model.fields import FIELDS
from webarticlecurator.service.problems import MEDIA_TYPE
from webarticlecurator.text.times import parse_iso_day
from webarticlecurator.trial.page_links import LinksAnswer

MAX_URL = 10_000
MAX_NAME = 200


def _read_day(value: object) -> object:
    """Return the day YYYY-MM-DD; pydantic alone also reads numbers and times."""
    return parse_iso_day(value) if isinstance(value, str) else value


Day = Annotated[date, BeforeValidator(_read_day), Strict()]


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


@dataclass(frozen=True)
class ArticleRights(RightsStatement):
    """What a page or a site says of its use."""


class RejectedPage(BaseModel):
    """A page that is no article: ``verdict`` is the reason."""

    url: str
    verdict: str
    evidence: str


def _field_types(names: set[str] | None = None) -> dict[str, Any]:
    """Return name → type of the metadata fields in JSON (all, or those in ``names``)."""
    types: dict[str, Any] = {}
    for row in FIELDS:
        types[row.name] = list[str] if row.is_list and not row.json_list else str | None
        if row.json_list:
            types[row.json_list] = list[str]
    return {name: (kind, ...) for name, kind in types.items() if names is None or name in names}


_KEPT: Any = Literal["kept"]
_SHOWN = set("title authors published modified section sections keywords language access".split())

ExtractedArticle = create_model(
    "ExtractedArticle",
    __doc__="An article of a page, as ``extract --format json`` prints it.",
    url=(str, ...),
    verdict=(_KEPT, ...),
    **_field_types(_SHOWN),
    text=(str, ...),
    metadata=(dict[str, SourcedValue], ...),
    words=(int, ...),
    confidence=(float | None, ...),
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
    metadata=(dict[str, SourcedValue], ...),
    aliases=(list[str], ...),
    column=(str | None, ...),
    kind=(str, ...),
    publisher=(str, ...),
    words=(int, ...),
    confidence=(float | None, ...),
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
    404: "there is no such portal, article or page",
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
    schemas = {"application/json": {"$ref": _REF.format(model=model.__name__)}}
    content: dict[str, Any] = {kind: {"schema": schema} for kind, schema in schemas.items()}
    content["text/html"] = {"schema": {"type": "string", "format": "binary"}}
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
    made: list[dict[str, Any]] = []

    def describe() -> dict[str, Any]:
        if not made:
            made.append(_make_description(application, has_token))
        return made[0]

    return describe


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
