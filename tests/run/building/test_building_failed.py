"""A build that fails makes an article ``failed``; the next build tries again without a request."""

from __future__ import annotations

from pathlib import Path

from building_corpus import ADDRESSES, corpus_of, tei_files

from webarticlecurator.config import load_portal
from webarticlecurator.model.article import Failed
from webarticlecurator.model.verdict import BUILD_FAILURES, SERIOUS
from webarticlecurator.run import build, explain_address
from webarticlecurator.run.building.build import build_key
from webarticlecurator.run.building.build_outcome import BuildOutcome
from webarticlecurator.run.building.writing import TeiWriter
from webarticlecurator.store import open_corpus


def test_a_failure_removes_the_old_tei_and_the_next_build_writes_it_again(tmp_path: Path):
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
        assert (row.state, row.reason, row.tei, row.build) == ("failed", "rule-timeout", None, None)
        assert corpus.frontier.pages(ADDRESSES + "one")
    assert len(tei_files(corpus_folder)) == 1
    history = explain_address(portal, corpus_folder, ADDRESSES + "one")
    assert "portal.yaml:9" in history.verdict and "next build" in history.verdict

    summary = build(portal, corpus_folder)
    assert (summary.tei, summary.failed, summary.built, summary.problems) == (2, 0, 1, {})
    assert summary.ok
    assert tei_files(corpus_folder) == before


def test_every_failure_of_a_build_is_a_serious_problem():
    assert set(BUILD_FAILURES) <= set(SERIOUS)
