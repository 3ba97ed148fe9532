"""The form of requests and answers, for their checks and the OpenAPI description.

The keys are those that the commands print: ``links --json``, ``check --json``. Those of articles
are in ``article_models.py``.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, create_model

from webarticlecurator.model.fields import FIELDS
from webarticlecurator.text.times import parse_iso_day

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


class PortalProblem(BaseModel):
    """A problem of a portal file, as ``curator check --json`` prints it."""

    file: str
    line: int
    column: int
    path: str
    key: str
    found: str
    allowed: str
    nearest: str | None
    message: str


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


class LinksPage(BaseModel):
    """What the link rules find on an archive page."""

    url: str
    column: str | None
    articles: list[str]
    next_page: str | None
    pages: list[str] | None = None
    trouble: str | None = None
    reason: str | None = None


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
    """A capture of an article."""

    url: str
    time: str
    record_id: str
    payload_digest: str | None


class ArticleRights(BaseModel):
    """What a page or a site says of its use."""

    source: str
    value: str


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
