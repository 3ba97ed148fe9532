"""The routes of ``curator serve --harvest``: OAI-PMH, FCS, and what persistent ids lead to."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import RedirectResponse, Response

from webarticlecurator.corpus.deposit.catalogued_corpus import make_detached_crate
from webarticlecurator.service.article_list import require_corpus
from webarticlecurator.service.content_search import ContentSearch
from webarticlecurator.service.harvesting import Corpora, Harvest, list_harvested
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.service.sent_answers import answer_json
from webarticlecurator.service.server_context import ServiceContext
from webarticlecurator.service.signposting import link_corpus

OAI_PATH, FCS_PATH, ID_PATH = "/oai", "/fcs", "/id"
_MAX_FORM, _MIN_COMPRESSED = 10_000, 1_000
_FORM = "application/x-www-form-urlencoded"
_XML = "text/xml; charset=utf-8"


async def _read_arguments(request: Request) -> list[tuple[str, str]]:
    """Return the arguments of a request, in its address or as a form. Raises RequestProblem for
    another body."""
    query = request.url.query
    if request.method == "POST":
        kind = request.headers.get("content-type", _FORM)
        if kind.partition(";")[0].strip().lower() != _FORM:
            raise RequestProblem(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
                "not a kind of body",
                kind,
                expected=_FORM,
                cure="Ask by GET, or send a form; there is no SOAP.",
            )
        query = (await request.body())[:_MAX_FORM].decode("utf-8", "replace")
    return parse_qsl(query, keep_blank_values=True)


def add_harvest_routes(application: FastAPI, context: ServiceContext, address: str) -> None:
    """Add the routes to a service at an ``address``; each request reads what there is at that
    time. Lists are compressed for who takes that."""
    application.add_middleware(GZipMiddleware, minimum_size=_MIN_COMPRESSED)
    below = urlsplit(address).path

    def list_corpora() -> Corpora:
        portals = {e.id: e.portal for e in context.catalog.entries() if e.portal is not None}
        folder: dict[str, Path] = {id_: context.settings.corpus_folder(id_) for id_ in portals}
        return list_harvested(portals, folder.__getitem__)

    async def answer_oai(request: Request) -> Response:
        arguments = await _read_arguments(request)
        harvest = Harvest(list_corpora, f"{address}{OAI_PATH}", context.settings.contact)
        answer = await run_in_threadpool(harvest.answer, arguments, context.clock.now())
        return Response(answer, media_type=_XML)

    async def answer_fcs(request: Request) -> Response:
        search = ContentSearch(list_corpora, f"{address}{FCS_PATH}")
        answer = await run_in_threadpool(search.answer, dict(await _read_arguments(request)))
        return Response(answer, media_type=_XML)

    def describe(portal: str) -> Response:
        """Return what a corpus is, as a detached RO-Crate, to which its articles lead."""
        found, folder = context.catalog.find(portal), context.settings.corpus_folder(portal)
        crate = make_detached_crate(found, require_corpus(found, folder), address)
        return answer_json(crate, link_corpus(context.settings, found), "application/ld+json")

    def lead_to(id: str) -> Response:  # noqa: A002 - the name of the parameter
        """Lead from the last part of a persistent id, as path or ``?id=``, to the article."""
        from webarticlecurator.storage.store.view import view_corpus

        for portal, folder in list_corpora().values():
            with view_corpus(folder, portal.id) as corpus:
                if corpus.dated_articles.find(id) is not None:
                    return RedirectResponse(f"{below}/articles/{id}?portal={portal.id}", 303)
        return Response("no article of this service has this id", 404)

    for path, answer in ((OAI_PATH, answer_oai), (FCS_PATH, answer_fcs)):
        application.add_api_route(path, answer, methods=["GET", "POST"], include_in_schema=False)
    application.add_api_route("/portals/{portal}", describe, include_in_schema=False)
    for path in (ID_PATH, f"{ID_PATH}/{{id}}"):
        application.add_api_route(path, lead_to, include_in_schema=False)
