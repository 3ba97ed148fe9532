"""What travels with a task: what the index knows of the addresses of its article, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.build_article import build_article
from webarticlecurator.crawling.captures.tasks import Task, build_task
from webarticlecurator.crawling.cluster.answers import (
    AnsweredSource,
    AnsweredTask,
    AnswerFinder,
    UnansweredQuestion,
)
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
fetch: {delay: 0}
archive: {url: "BASE/list", links: h2}
article: {next_page: a.next, body: {root: article}}
"""
TEXT = "The text of the article is long enough to be one. " * 4


@dataclass(frozen=True)
class Crawled:
    """The only article of a crawled portal at ``base``, as a task for ``portal`` and ``source``."""

    base: str
    portal: Portal
    source: CorpusSource
    task: Task


@pytest.fixture
def crawled(tmp_path: Path) -> Iterator[Crawled]:
    """An article of five pages."""
    pages = {
        f"/a/{n}": article(f"{n} {TEXT}", around=f"<a class=next href=/a/{n + 1}>next</a>")
        for n in range(1, 5)
    }
    with small_portal(
        tmp_path, {"/list": listing("/a/1"), **pages, "/a/5": article(f"5 {TEXT}")}
    ) as served:
        served.crawl(RULES)
        portal = served.write(RULES)
        with view_corpus(served.corpus, "small") as corpus:
            (row,) = corpus.frontier.articles()
            task = build_task(portal, corpus, row)
            yield Crawled(served.base, portal, CorpusSource(corpus), task)


def test_all_pages_that_were_fetched_for_an_article_travel_with_it(crawled: Crawled):
    portal, source, task = crawled.portal, crawled.source, crawled.task
    assert source.later_addresses(task.start.url) == tuple(
        f"{crawled.base}/a/{n}" for n in range(2, 6)
    )
    prepared = AnswerFinder(source).prepare(task)
    here = build_article(portal, source, task)
    there = build_article(portal, AnsweredSource(prepared.answers, source.read), task)
    assert here.document is not None
    assert there == here
    asked = {question[0] for question in prepared.answers}
    assert asked == {"pages", "is_listed", "find_gone", "answer_before"}


def test_a_question_without_an_answer_is_named_and_the_answer_is_enough(crawled: Crawled):
    portal, source, task = crawled.portal, crawled.source, crawled.task
    answered, asked = AnsweredTask(task), []
    while True:
        try:
            there = build_article(portal, AnsweredSource(answered.answers, source.read), task)
        except UnansweredQuestion as unanswered:
            asked.append(unanswered.question)
            AnswerFinder(source).answer(answered, unanswered.question)
        else:
            break
    assert there == build_article(portal, source, task)
    assert asked == [
        ("pages", f"{crawled.base}/a/1"),
        *((kind, f"{crawled.base}/a/{n}") for n in range(2, 6) for kind in ("is_listed", "pages")),
        ("find_gone", f"{crawled.base}/a/1"),
    ]
