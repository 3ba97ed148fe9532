"""A build says how many of the TEI files that it made again say something else than before."""

from __future__ import annotations

from pathlib import Path

import pytest
from building_corpus import ARTICLE, corpus_of, write_config

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal

TEXTS = {
    f"n{number}": f"<p>Number {number} has some words.</p>"
    + ("<p class='ad'>Buy this.</p>" if number < 2 else "")
    for number in range(5)
}
SERIAL = Runtime(executor="serial")


def build_again(folder: Path, article: str, *, everything: bool = False) -> Summary:
    options = BuildOptions(everything=everything)
    return build(load_portal(write_config(folder, article)), folder / "corpus", options, SERIAL)


def line_of(summary: Summary) -> str:
    return next(str(line) for line in summary.lines() if str(line).startswith("this run"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus_of(tmp_path, TEXTS)
    return tmp_path


def test_a_rule_that_leaves_two_lines_out_changes_two_of_five(folder: Path):
    summary = build_again(folder, ARTICLE.replace("article}", "article, drop: [p.ad]}"))
    assert (summary.built, summary.changed) == (5, 2)
    assert line_of(summary) == "this run: 0 archive pages, 0 articles, 5 built, 2 of them changed"
    assert summary.as_json()["changed"] == 2


def test_a_rule_that_finds_nothing_changes_none(folder: Path):
    summary = build_again(folder, ARTICLE.replace("article}", "article, drop: [p.box]}"))
    assert (summary.built, summary.changed) == (5, 0)


def test_the_same_rules_change_none(folder: Path):
    summary = build_again(folder, ARTICLE, everything=True)
    assert (summary.built, summary.changed) == (5, 0)


def test_a_file_that_was_deleted_counts(folder: Path):
    next((folder / "corpus" / "tei").rglob("*.xml")).unlink()
    summary = build_again(folder, ARTICLE)
    assert (summary.built, summary.changed) == (1, 1)


def test_nothing_is_said_where_no_article_had_tei(folder: Path):
    summary = build_again(folder, ARTICLE)
    assert (summary.built, summary.changed) == (0, None)
    assert line_of(summary) == "this run: 0 archive pages, 0 articles, 0 built"
