"""``POST /extract`` and ``POST /links``: one page, which the request brings or names."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from webarticlecurator.archive import today_in
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.crawling.visiting import PageVisit
from webarticlecurator.run.preview.one_article import article_json
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.service import article_models, http_models
from webarticlecurator.service.bodies import (
    FORM_NAME,
    TEI_TYPE,
    Form,
    GivenPage,
    choose_form,
    read_given_page,
)
from webarticlecurator.service.dated_list import check_column
from webarticlecurator.service.openapi import describe_body
from webarticlecurator.service.page_reading import (
    ArticleAnswer,
    find_stored_list,
    find_stored_row,
    read_article,
    read_links,
    read_stored,
    reject_address,
    reject_visit,
)
from webarticlecurator.service.problems import RequestProblem
from webarticlecurator.service.service_context import ServiceContext, answer_json

_ARTICLE: Any = article_models.ExtractedArticle | article_models.RejectedPage
_ARTICLES: Any = _ARTICLE | list[_ARTICLE]
FormQuery = Annotated[
    Form | None, Query(alias=FORM_NAME, description="form of the answer; else by Accept")
]


class PageRoutes:
    """The routes of single pages."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def add_to(self, router: APIRouter) -> None:
        """Add the routes to a router."""
        router.add_api_route(
            "/extract",
            self.extract,
            methods=["POST"],
            operation_id="extract_article",
            summary="The article of a page, or why it is none",
            response_class=Response,
            responses={
                200: {
                    "description": "JSON as of `curator extract --format json`, or TEI; a rejected"
                    " page is JSON with the reason as its verdict",
                    "model": _ARTICLES,
                    "content": {TEI_TYPE: {"schema": {"type": "string"}}},
                }
            },
            openapi_extra=describe_body(http_models.ExtractRequest),
        )
        router.add_api_route(
            "/links",
            self.links,
            methods=["POST"],
            operation_id="list_links",
            summary="The links of an archive page",
            response_class=Response,
            responses={
                200: {
                    "description": "as `curator links --json` prints it",
                    "model": http_models.LinksPage,
                }
            },
            openapi_extra=describe_body(http_models.LinksRequest),
        )

    async def extract(self, request: Request, form: FormQuery = None) -> Response:
        """Return the article of the page that a request brings, or of a stored or fetched one."""
        as_tei = choose_form(request, form) == "tei"
        given, portal = await self._read_request(request, http_models.ExtractRequest)
        answer = await self._read_article(portal, given, as_tei)
        if answer.tei is not None:
            return Response(answer.tei, media_type=TEI_TYPE)
        return answer_json(answer.content)

    async def links(self, request: Request) -> Response:
        """Return the links of the archive page that a request brings, or of a stored or fetched
        one."""
        given, portal = await self._read_request(request, http_models.LinksRequest)
        check_column(portal, given.column)
        page = given.page()
        if page is None:
            folder = self._context.settings.corpus_folder(portal.id)
            page = await run_in_threadpool(find_stored_list, portal, folder, given.url)
        if page is None:
            visit = await self._visit(portal, given.url)
            rejected = reject_visit(portal, visit)
            if rejected is not None:
                raise RequestProblem(
                    HTTPStatus.BAD_GATEWAY,
                    f"no archive page can be fetched ({rejected.reason}: {rejected.evidence})",
                    visit.url,
                    cure="Send the page with the request.",
                )
            page = self._to_page(portal, visit)
        found = await self._context.pages.read(portal, page.url, read_links, page, given.column)
        return answer_json(found)

    async def _read_request(
        self, request: Request, model: type[http_models.PageRequest]
    ) -> tuple[GivenPage, Portal]:
        given = await read_given_page(request, self._context.settings.max_bytes, model)
        return given, await run_in_threadpool(self._context.catalog.find, given.portal)

    async def _read_article(self, portal: Portal, given: GivenPage, as_tei: bool) -> ArticleAnswer:
        pages, page = self._context.pages, given.page()
        if page is None:
            folder = self._context.settings.corpus_folder(portal.id)
            row = await run_in_threadpool(find_stored_row, portal, folder, given.url)
            if row is not None:
                answer: ArticleAnswer = await pages.read(
                    portal, given.url, read_stored, folder, row, as_tei
                )
                return answer
            # in a worker, since the address rules of the portal file are regexes
            excluded = await pages.read(portal, given.url, reject_address, given.url)
            if excluded is not None:
                return ArticleAnswer(article_json(excluded))
            visit = await self._visit(portal, given.url)
            rejected = reject_visit(portal, visit)
            if rejected is not None:
                return ArticleAnswer(article_json(rejected))
            page = self._to_page(portal, visit)
        read: ArticleAnswer = await pages.read(portal, page.url, read_article, page, as_tei)
        return read

    async def _visit(self, portal: Portal, url: str) -> PageVisit:
        """Fetch a page. Raises RequestProblem unless that is allowed, and as ``PortalVisits``."""
        context = self._context
        if not context.settings.may_fetch:
            raise RequestProblem(
                HTTPStatus.NOT_FOUND,
                f"no page of this address is stored in the corpus of {portal.id}",
                url,
                cure="Send the page with the request, or start the service with --fetch.",
            )
        visit: PageVisit = await context.fetching.run(context.visits.visit, portal, url)
        return visit

    def _to_page(self, portal: Portal, visit: PageVisit) -> StoredPage:
        """Return what was fetched today as a page."""
        today = today_in(portal.timezone, self._context.clock.now())
        return StoredPage(visit.answered, visit.content, visit.content_type, today)
