"""The routes: what there is, the articles of a corpus, and single pages."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import Field

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.corpus.corpora.terms_check import cut_text, find_reservations
from webarticlecurator.corpus.export.article_fields import RECORD_FIELDS
from webarticlecurator.corpus.export.jsonl_format import json_object
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.trial.page_links import links_json, list_links
from webarticlecurator.service import article_models, models, openapi, request_bodies, sent_answers
from webarticlecurator.service.article_list import (
    check_column,
    make_selection,
    read_dated_page,
    read_one,
)
from webarticlecurator.service.listed_conditions import read_conditions
from webarticlecurator.service.page_answers import (
    ArticleAnswer,
    find_stored_list,
    find_stored_row,
    read_article,
    read_stored,
)
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.service.server_context import ServiceContext
from webarticlecurator.service.signposting import link_article

MAX_LIMIT = 1000
MAX_CONDITIONS = 20
PortalQuery = Annotated[str, Query(max_length=models.MAX_NAME, description="id of the portal")]
FormQuery = Annotated[
    request_bodies.Form | None,
    Query(
        alias=request_bodies.FORM_NAME, description="form of the answer; otherwise Accept decides"
    ),
]
_ARTICLE: Any = article_models.ExtractedArticle | article_models.RejectedPage
_ARTICLES: Any = _ARTICLE | list[_ARTICLE]
_TEI = {request_bodies.TEI_TYPE: {"schema": {"type": "string"}}}


class ServiceRoutes:
    """The routes of portals and their corpora, which run in threads, and those of single pages."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def add_to(self, router: APIRouter) -> None:
        """Add the routes to a router."""
        rows: list[tuple[str, Any, str, str, dict[str, Any], type[models.PageRequest] | None]] = [
            (
                "/health",
                self.health,
                "check_health",
                "The service runs",
                {"model": models.Health},
                None,
            ),
            (
                "/portals",
                self.portals,
                "list_portals",
                "The portals",
                {"model": models.PortalList},
                None,
            ),
            (
                "/articles",
                self.articles,
                "list_articles",
                "Articles of a corpus, by day",
                {"model": models.ArticleList},
                None,
            ),
            (
                "/articles/{article_id}",
                self.article,
                "read_article",
                "An article of a corpus",
                {
                    "description": "JSON as of `curator export --format jsonl`, or TEI",
                    "model": article_models.StoredArticleObject,
                    "content": _TEI,
                },
                None,
            ),
            (
                "/extract",
                self.extract,
                "extract_article",
                "The article of a page, or why it is not an article",
                {
                    "description": "JSON as of `curator extract --format json`, or TEI; a rejected"
                    " page is JSON with the reason as its verdict",
                    "model": _ARTICLES,
                    "content": _TEI,
                },
                models.ExtractRequest,
            ),
            (
                "/links",
                self.links,
                "list_links",
                "The links of an archive page",
                {
                    "description": "as `curator links --json` prints it",
                    "model": models.LinksPage,
                },
                models.LinksRequest,
            ),
        ]
        for path, function, name, summary, answer, body in rows:
            router.add_api_route(
                path,
                function,
                methods=["GET" if body is None else "POST"],
                operation_id=name,
                summary=summary,
                response_class=Response,
                responses={200: answer},
                openapi_extra=None if body is None else openapi.describe_body(body),
            )

    async def health(self) -> Response:
        """Say that the service runs."""
        return sent_answers.answer_json({"status": "ok", "version": __version__})

    def portals(self) -> Response:
        """List the portals."""
        portals = [
            {
                "id": entry.id,
                "home": None if portal is None else portal.home,
                "language": None if portal is None else portal.language,
                "columns": [] if portal is None else [each.name for each in portal.columns],
                "corpus": has_corpus(self._context.settings.corpus_folder(entry.id)),
                "problem": None if entry.error is None else str(entry.error),
            }
            for entry, portal in ((each, each.portal) for each in self._context.catalog.entries())
        ]
        return sent_answers.answer_json({"portals": portals})

    def articles(
        self,
        portal: PortalQuery,
        since: Annotated[
            models.Day | None, Query(alias="from", description="first day of publication")
        ] = None,
        until: Annotated[models.Day | None, Query(description="last day of publication")] = None,
        column: Annotated[str | None, Query(max_length=models.MAX_NAME)] = None,
        where: Annotated[
            tuple[Annotated[str, Field(max_length=models.MAX_NAME)], ...],
            Query(
                max_length=MAX_CONDITIONS,
                description="FIELD=VALUE, or !=, >=, <=, ~ or !~ instead of =, as --where of"
                " curator export; an article must meet all",
            ),
        ] = (),
        limit: Annotated[
            int, Query(ge=1, le=MAX_LIMIT, description="maximum number of articles on a page")
        ] = 100,
        after: Annotated[
            str | None, Query(max_length=models.MAX_NAME, description="`next` of the page before")
        ] = None,
    ) -> Response:
        """List articles of a corpus: those with a day of publication by day, then the others."""
        found = self._context.catalog.find(portal)
        check_column(found, column)
        conditions = read_conditions(where)
        folder = self._context.settings.corpus_folder(found.id)
        return sent_answers.answer_json(
            read_dated_page(
                found, folder, after, make_selection(since, until, column), limit, conditions
            )
        )

    def article(
        self,
        request: Request,
        article_id: Annotated[
            str, Path(max_length=models.MAX_NAME, description="id of the article")
        ],
        portal: PortalQuery,
        form: FormQuery = None,
    ) -> Response:
        """Return an article of a corpus as JSON or TEI."""
        found = self._context.catalog.find(portal)
        settings = self._context.settings
        folder = settings.corpus_folder(found.id)
        article = read_one(found, folder, article_id)
        header, answer = article.header, json_object(article)
        reserved = (
            []
            if settings.includes_reserved
            else find_reservations(folder, found.id, header.url, header.rights)
        )
        if reserved:
            answer |= {"text": cut_text(answer["text"]), **{f.name: [] for f in RECORD_FIELDS}}
            answer["reserved_by"] = reserved
        chosen = request_bodies.choose_form(request, form)
        links = link_article(settings, found, header, chosen)
        if chosen != "tei":
            return sent_answers.answer_json(answer, links)
        if reserved:
            raise RequestProblem(
                HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
                f"the portal has reserved this text ({'; '.join(reserved)})",
                header.url,
                cure="Ask for JSON, which has its metadata and its first words; for programs of"
                " your own, start `curator serve` with --include-reserved.",
            )
        return Response(article.content, media_type=request_bodies.TEI_TYPE, headers=links)

    # ``POST /extract`` and ``POST /links``: one page, which the request brings or names.

    async def extract(self, request: Request, form: FormQuery = None) -> Response:
        """Return the article of the page that a request brings, or of a stored one."""
        as_tei = request_bodies.choose_form(request, form) == "tei"
        given, portal = await self._read_request(request, models.ExtractRequest)
        answer = await self._read_article(portal, given, as_tei)
        if isinstance(answer, bytes):
            return Response(answer, media_type=request_bodies.TEI_TYPE)
        return sent_answers.answer_json(answer)

    async def links(self, request: Request) -> Response:
        """Return the links of the archive page that a request brings, or of a stored one."""
        given, portal = await self._read_request(request, models.LinksRequest)
        check_column(portal, given.column)
        folder = self._context.settings.corpus_folder(portal.id)
        page = given.page or await run_in_threadpool(find_stored_list, portal, folder, given.url)
        page = _require_page(page, portal, given.url)
        found = await self._context.pages.read(portal, page.url, list_links, page, given.column)
        return sent_answers.answer_json(links_json(found))

    async def _read_request(
        self, request: Request, model: type[models.PageRequest]
    ) -> tuple[request_bodies.GivenPage, Portal]:
        given = await request_bodies.read_given_page(
            request, self._context.settings.max_bytes, model
        )
        return given, await run_in_threadpool(self._context.catalog.find, given.portal)

    async def _read_article(
        self, portal: Portal, given: request_bodies.GivenPage, as_tei: bool
    ) -> ArticleAnswer:
        pages = self._context.pages
        if given.page is None:
            folder = self._context.settings.corpus_folder(portal.id)
            row = await run_in_threadpool(find_stored_row, portal, folder, given.url)
            if row is not None:
                return await pages.read(portal, given.url, read_stored, folder, row, as_tei)
        page = _require_page(given.page, portal, given.url)
        return await pages.read(portal, page.url, read_article, page, as_tei)


def _require_page(page: StoredPage | None, portal: Portal, url: str) -> StoredPage:
    """Return a page. Raises RequestProblem for None."""
    if page is None:
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            f"no page of this address is stored in the corpus of {portal.id}",
            url,
            cure="Send the page with the request.",
        )
    return page
