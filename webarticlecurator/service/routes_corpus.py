"""``GET /health``, ``/portals`` and ``/articles``: what there is, and the articles of a corpus."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import Field

from webarticlecurator.export.text_formats import json_object
from webarticlecurator.service import article_models, http_models
from webarticlecurator.service.bodies import TEI_TYPE, choose_form
from webarticlecurator.service.dated_list import (
    check_column,
    make_selection,
    read_dated_page,
    read_one,
)
from webarticlecurator.service.listed_conditions import read_conditions
from webarticlecurator.service.page_reading import has_corpus
from webarticlecurator.service.portal_catalog import PortalEntry
from webarticlecurator.service.routes_pages import FormQuery
from webarticlecurator.service.service_context import ServiceContext, answer_json
from webarticlecurator.version import __version__

MAX_LIMIT = 1000
MAX_CONDITIONS = 20
PortalQuery = Annotated[str, Query(max_length=http_models.MAX_NAME, description="id of the portal")]
FromQuery = Annotated[
    http_models.Day | None, Query(alias="from", description="first day of publication")
]
UntilQuery = Annotated[http_models.Day | None, Query(description="last day of publication")]
ColumnQuery = Annotated[str | None, Query(max_length=http_models.MAX_NAME)]
Condition = Annotated[str, Field(max_length=http_models.MAX_NAME)]
WhereQuery = Annotated[
    tuple[Condition, ...],
    Query(
        max_length=MAX_CONDITIONS,
        description="FIELD=VALUE, or !=, >=, <= or ~ in place of =, as --where of curator export;"
        " all must hold",
    ),
]
LimitQuery = Annotated[int, Query(ge=1, le=MAX_LIMIT, description="articles of a page at most")]
AfterQuery = Annotated[
    str | None, Query(max_length=http_models.MAX_NAME, description="`next` of the page before")
]
IdPath = Annotated[str, Path(max_length=http_models.MAX_NAME, description="id of the article")]


class CorpusRoutes:
    """The routes of portals and their corpora. They run in threads."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def add_to(self, router: APIRouter) -> None:
        """Add the routes to a router."""
        rows: list[tuple[str, Any, str, str, Any]] = [
            ("/health", self.health, "check_health", "The service runs", http_models.Health),
            ("/portals", self.portals, "list_portals", "The portals", http_models.PortalList),
            (
                "/articles",
                self.articles,
                "list_articles",
                "Articles of a corpus, by day",
                http_models.ArticleList,
            ),
        ]
        for path, function, name, summary, model in rows:
            router.add_api_route(
                path,
                function,
                operation_id=name,
                summary=summary,
                response_class=Response,
                responses={200: {"model": model}},
            )
        router.add_api_route(
            "/articles/{article_id}",
            self.article,
            operation_id="read_article",
            summary="An article of a corpus",
            response_class=Response,
            responses={
                200: {
                    "description": "JSON as of `curator export --format jsonl`, or TEI",
                    "model": article_models.StoredArticleObject,
                    "content": {TEI_TYPE: {"schema": {"type": "string"}}},
                }
            },
        )

    async def health(self) -> Response:
        """Say that the service runs."""
        return answer_json({"status": "ok", "version": __version__})

    def portals(self) -> Response:
        """List the portals."""
        return answer_json({"portals": [self._row(e) for e in self._context.catalog.entries()]})

    def articles(
        self,
        portal: PortalQuery,
        since: FromQuery = None,
        until: UntilQuery = None,
        column: ColumnQuery = None,
        where: WhereQuery = (),
        limit: LimitQuery = 100,
        after: AfterQuery = None,
    ) -> Response:
        """List articles of a corpus: those with a day of publication by day, then the others."""
        found = self._context.catalog.find(portal)
        check_column(found, column)
        conditions = read_conditions(where)
        folder = self._context.settings.corpus_folder(found.id)
        selection = make_selection(since, until, column)
        return answer_json(read_dated_page(found, folder, after, selection, limit, conditions))

    def article(
        self, request: Request, article_id: IdPath, portal: PortalQuery, form: FormQuery = None
    ) -> Response:
        """Return an article of a corpus as JSON or TEI."""
        found = self._context.catalog.find(portal)
        article = read_one(found, self._context.settings.corpus_folder(found.id), article_id)
        if choose_form(request, form) == "tei":
            return Response(article.content, media_type=TEI_TYPE)
        return answer_json(json_object(article))

    def _row(self, entry: PortalEntry) -> dict[str, Any]:
        portal = entry.portal
        return {
            "id": entry.id,
            "home": None if portal is None else portal.home,
            "language": None if portal is None else portal.language,
            "columns": [] if portal is None else [column.name for column in portal.columns],
            "corpus": has_corpus(self._context.settings.corpus_folder(entry.id)),
            "problem": None if entry.error is None else str(entry.error),
        }
