"""Many stored articles are read beside single pages, and the reading can be stopped."""

from __future__ import annotations

import asyncio
from contextlib import closing

import pytest
from small_portal import SmallPortal, listing, small_portal

pytest.importorskip("fastapi")

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.selector_survey import PageCounts, count_on_articles
from webarticlecurator.service.reader_processes import PagePool
from webarticlecurator.studio.frame.surveys import (
    MAX_SURVEYS,
    SurveyProgress,
    Surveys,
    SurveyStopped,
)

RULES = "archive: {url: BASE/list, links: h2 a}\narticle: {body: {root: article}}\n"
NUMBER = 12


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallPortal:
    pages = {
        "/list": listing(*(f"/{n}" for n in range(NUMBER))),
        **{
            f"/{n}": f"<html><body><article><p>{n}</p></article></body></html>"
            for n in range(NUMBER)
        },
    }
    with small_portal(tmp_path_factory.mktemp("surveys"), pages) as portal:
        portal.crawl(RULES)
    return portal


def count(portal: Portal, pages: StoredPages, progress: SurveyProgress) -> list[PageCounts]:
    return count_on_articles(portal, pages, ["article p"], Runtime(progress=progress))


def tag(portal: Portal) -> str:
    return portal.id


def test_more_surveys_than_processes_all_end_and_pages_are_read_meanwhile(small: SmallPortal):
    portal = load_portal(small.folder / "portal.yaml")
    warcs = tuple(sorted((small.corpus / "warc").glob("*.warc.gz")))
    stored = [StoredPages(small.corpus), StoredPages(small.corpus, warcs=warcs)] * 2

    async def ask(pool: PagePool, surveys: Surveys) -> None:
        each = [SurveyProgress() for _ in stored]
        counted, ident = await asyncio.gather(
            asyncio.gather(
                *(
                    surveys.run(progress, count, portal, pages, progress)
                    for pages, progress in zip(stored, each, strict=True)
                )
            ),
            pool.read(portal, "https://small.example/", tag),
        )
        assert ident == "small"
        assert [len(found) for found in counted] == [NUMBER] * len(stored)
        assert [progress.done for progress in each] == [NUMBER] * len(stored)

    with PagePool(1, MAX_SURVEYS) as pool, closing(Surveys()) as surveys:
        asyncio.run(ask(pool, surveys))


def test_a_survey_is_stopped_and_its_process_is_free_for_the_next(small: SmallPortal):
    portal = load_portal(small.folder / "portal.yaml")
    pages = StoredPages(small.corpus)

    async def ask(surveys: Surveys) -> None:
        for _ in range(MAX_SURVEYS + 1):
            stopped = SurveyProgress()
            stopped.stop()
            with pytest.raises(SurveyStopped):
                await surveys.run(stopped, count, portal, pages, stopped)
        progress = SurveyProgress()
        assert len(await surveys.run(progress, count, portal, pages, progress)) == NUMBER

    with PagePool(1, MAX_SURVEYS), closing(Surveys()) as surveys:
        asyncio.run(ask(surveys))
