"""What travels with a task: what the index knows of the addresses of its article, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.run.building.build_article import build_article
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.tasks import build_task
from webarticlecurator.run.cluster.answers import (
    AnsweredSource,
    AnsweredTask,
    AnswerFinder,
    UnansweredQuestion,
)
from webarticlecurator.store import view_corpus

RULES = """\
fetch: {delay: 0}
archive: {url: "BASE/list", links: h2}
article: {next_page: a.next, body: {root: article}}
"""
TEXT = "The text of the article is long enough to be one. " * 4


@pytest.fixture
def portal(tmp_path: Path):
    """A portal with an article of five pages, crawled."""
    pages = {
        f"/a/{n}": article(f"{n} {TEXT}", around=f"<a class=next href=/a/{n + 1}>next</a>")
        for n in range(1, 5)
    }
    with small_portal(
        tmp_path, {"/list": listing("/a/1"), **pages, "/a/5": article(f"5 {TEXT}")}
    ) as served:
        served.crawl(RULES)
        yield served


def test_all_pages_that_were_fetched_for_an_article_travel_with_it(portal):
    with view_corpus(portal.corpus, "small") as corpus:
        source = CorpusSource(corpus)
        (row,) = corpus.frontier.articles()
        rules = portal.write(RULES)
        task = build_task(rules, corpus, row)
        assert source.later_addresses(row.requested) == tuple(
            f"{portal.base}/a/{n}" for n in range(2, 6)
        )
        prepared = AnswerFinder(source).prepare(task)
        here = build_article(rules, source, task)
        there = build_article(rules, AnsweredSource(prepared.answers, source.read), task)
    assert here.document is not None
    assert there == here
    assert {question[0] for question in prepared.answers} == {"pages", "find_gone", "answer_before"}


def test_a_question_without_an_answer_is_named_and_the_answer_is_enough(portal):
    with view_corpus(portal.corpus, "small") as corpus:
        source = CorpusSource(corpus)
        (row,) = corpus.frontier.articles()
        rules = portal.write(RULES)
        task = build_task(rules, corpus, row)
        answered, asked = AnsweredTask(task), []
        while True:
            try:
                there = build_article(rules, AnsweredSource(answered.answers, source.read), task)
            except UnansweredQuestion as unanswered:
                asked.append(unanswered.question)
                AnswerFinder(source).answer(answered, unanswered.question)
            else:
                break
        assert there == build_article(rules, source, task)
    assert asked == [
        *(("pages", f"{portal.base}/a/{n}") for n in range(1, 6)),
        ("find_gone", f"{portal.base}/a/1"),
    ]
