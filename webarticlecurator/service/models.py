"""The form of requests and answers, for their checks and the OpenAPI description.

The keys are those that the commands print: ``links --json``, ``check --json``. Those of articles
are the fields of articles. Where an answer has the fields of a value of the library, it inherits
them from that dataclass.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigProblem
from webarticlecurator.base.text.times import parse_iso_day
from webarticlecurator.proposing.trial.page_links import LinksAnswer

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
    """An article of a corpus. ``published``: the day in the zone of the portal, or the month or
    year where no more is known."""

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
