"""``verify --rebuild`` has the pages of many articles inspected with one message to the worker; a
page with a rule that never ends costs none of the others."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.model.capture import Body
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.captures import supervised_inspection
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.page_inspection import InspectionRequest
from webarticlecurator.crawling.captures.supervised_inspection import SupervisedLook
from webarticlecurator.crawling.workers.shared_worker import end_worker
from webarticlecurator.crawling.workers.time_limits import VARIABLE
from webarticlecurator.storage.store.view import view_corpus

NUMBERS = range(1, 7)
RULES = """\
archive: {url: BASE/list, links: a}
fetch: {delay: 0}
article: {match: /a/, body: {root: article}, metadata: {title: title}}
"""
ENDLESS = RULES.replace("{match", "{reject: [{css: p, text: {regex: '^(b+)+$'}}], match")
SECONDS = 1
"""Of the processor, for a page."""


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Six articles with TEI; on one of them the rule of ``ENDLESS`` would not end."""
    pages = {f"/a/{n}": article(f"Words of number {n} alone.") for n in NUMBERS}
    pages["/a/3"] = article(f"Words of number 3 alone.</p><p>{'b' * 40}!")
    with small_portal(tmp_path, {"/list": listing(*pages), **pages}) as running:
        running.crawl(RULES)
        yield running


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses at which the worker was asked for something."""
    asked: list[str] = []
    ask: Callable[..., object] = supervised_inspection.evaluate_in_worker

    def note(portal: object, work: object, task: object, where: str) -> object:
        asked.append(where)
        return ask(portal, work, task, where)

    monkeypatch.setattr(supervised_inspection, "evaluate_in_worker", note)
    return asked


def test_rebuild_asks_once_for_many_pages(portal: SmallPortal, messages: list[str]) -> None:
    rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)

    assert len(messages) == 1
    assert portal.articles() == {f"/a/{n}": "stored" for n in NUMBERS}


def test_what_the_worker_read_ahead_is_read_again_for_another_request(portal: SmallPortal) -> None:
    rules, url = portal.write(RULES), f"{portal.base}/a/1"
    with closing(view_corpus(portal.corpus, rules.id)) as corpus:
        capture = corpus.captures.best([url])
        assert capture is not None
        look = SupervisedLook(rules, corpus.read)
        asked = InspectionRequest(Body(capture, b"", "text/html"), ArticleStart(url), url)
        (body,) = look.look_ahead(portal.corpus, [asked]).values()
        page, text = look.inspect(rules, replace(asked, body=body))
        assert (body.content, page.refused) == (b"", None) and text is not None
        other, same = look.inspect(rules, replace(asked, body=body, shared=frozenset([url])))
    assert other.refused is not None
    assert (other.refused.reason, same) == ("shared-redirect", text)


def test_a_rule_that_never_ends_fails_its_page_alone(
    portal: SmallPortal, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(SECONDS))
    end_worker()  # it has another limit
    shutil.rmtree(portal.corpus / "tei")  # what has TEI keeps it

    rebuild_corpus(portal.write(ENDLESS), portal.corpus, portal.runtime)

    assert len(messages) == 1 + len(NUMBERS)  # each alone, since one of them takes too long
    assert portal.articles() == {f"/a/{n}": "rule-timeout" if n == 3 else "stored" for n in NUMBERS}
