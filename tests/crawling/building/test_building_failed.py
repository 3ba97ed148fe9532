"""A build that fails says nothing about an article: it keeps the TEI that it has, with a problem, or
is ``failed``; the next build tries again without a request."""

from __future__ import annotations

from pathlib import Path

import pytest
from building_corpus import ADDRESSES, ARTICLE, adopted, corpus_of, tei_files

from webarticlecurator.base.doubts.doubt_table import is_serious
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.article import Failed
from webarticlecurator.base.model.verdict import BUILD_FAILURES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building import build as build_module
from webarticlecurator.crawling.building.build import build, build_key
from webarticlecurator.crawling.building.writing import TeiWriter
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus


def test_a_failure_leaves_the_old_tei_and_the_next_build_tries_again(tmp_path: Path):
    config, corpus_folder = corpus_of(tmp_path, {"one": "<p>One.</p>", "two": "<p>Two.</p>"})
    portal = load_portal(config)
    before = tei_files(corpus_folder)
    assert len(before) == 2
    with open_corpus(corpus_folder, portal.id) as corpus:
        failed = Failed(
            ADDRESSES + "one",
            "rule-timeout",
            "article.body.root (portal.yaml:9) ran for more than 30 s",
        )
        built = corpus.frontier.article(ADDRESSES + "one")
        assert built is not None
        TeiWriter(portal, corpus, build_key(portal)).write(
            built, BuildOutcome(ADDRESSES + "one", failed=failed)
        )
        corpus.commit()
        row = corpus.frontier.article(ADDRESSES + "one")
        assert row is not None
        assert (row.state, row.tei, row.build) == ("tei", built.tei, None)
        assert corpus.frontier.pages(ADDRESSES + "one")
    assert tei_files(corpus_folder) == before
    history = explain_address(portal, corpus_folder, ADDRESSES + "one")
    assert "rule-timeout" in history.problems[0] and "portal.yaml:9" in history.problems[0]
    status = read_status(portal, corpus_folder)
    assert (status.tei, status.failed, status.problems) == (2, 0, {"rule-timeout": 1})
    assert not status.ok
    assert "portal.yaml:9" in status.doubts[0].message

    summary = build(portal, corpus_folder)
    assert (summary.tei, summary.failed, summary.built, summary.problems) == (2, 0, 1, {})
    assert summary.ok
    assert tei_files(corpus_folder) == before


SPLIT = ARTICLE + "  split: {css: 'article div', id: '@id'}\n"


def fail_reading(portal: Portal, source: object, task: object) -> None:
    raise PageUnreadable("article.body.root (echo.yaml:9) ran for more than 30 seconds")


def test_a_failure_leaves_the_parts_of_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    parts = "".join(f"<div id='p{n}'><p>Part {n} has some words.</p></div>" for n in range(3))
    config, corpus = corpus_of(tmp_path, {"one": parts}, SPLIT)
    before = tei_files(corpus)
    assert len(before) == 3
    with monkeypatch.context() as patch:
        patch.setattr(build_module, "build_draft", lambda _drafts, _all, *args: fail_reading(*args))
        options, runtime = BuildOptions(everything=True), Runtime(executor="serial")
        failed = build(load_portal(config), corpus, options, runtime)
    assert (failed.tei, failed.articles, failed.problems) == (3, 4, {"rule-timeout": 1})
    assert tei_files(corpus) == before
    summary = build(load_portal(config), corpus)
    assert (summary.tei, summary.built, summary.ok) == (3, 3, True)
    assert tei_files(corpus) == before


def test_a_new_article_that_fails_is_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    config, corpus = adopted(tmp_path, {"one": "<p>One.</p>"})
    with monkeypatch.context() as patch:
        patch.setattr(build_module, "build_draft", lambda _drafts, _all, *args: fail_reading(*args))
        failed = build(load_portal(config), corpus, None, Runtime(executor="serial"))
    assert (failed.tei, failed.failed, failed.ok) == (0, 1, False)
    history = explain_address(load_portal(config), corpus, ADDRESSES + "one")
    assert "echo.yaml:9" in history.verdict and "next build" in history.verdict
    assert build(load_portal(config), corpus).ok


def test_every_failure_of_a_build_is_a_serious_problem():
    assert all(map(is_serious, BUILD_FAILURES))
