"""A corpus of an earlier version opens, goes on where it was broken off, and builds nothing again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from stored_portal import CONFIG, CORPORA, HOME, run_crawl, stored_portal

from webarticlecurator.build.build import build
from webarticlecurator.config import load_portal
from webarticlecurator.corpora.address_history import explain_address
from webarticlecurator.store import verify_corpus
from webarticlecurator.workers.executor import BuildOptions

ARTICLES = 24
ADDRESSES = {f"/{column}/{number}" for column in ("news", "sport") for number in range(12)}


@pytest.fixture
def opened(tmp_path: Path):
    """Return a copy of a stored corpus."""

    def copy(name: str) -> Path:
        return Path(shutil.copytree(CORPORA / name, tmp_path / name))

    return copy


def tei_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "tei").rglob("*.xml"))}


def test_the_corpora_are_not_empty():
    assert len(tei_of(CORPORA / "whole")) == ARTICLES


def test_a_whole_corpus_is_not_built_again(opened):
    folder = opened("whole")
    before = tei_of(folder)
    found = build(load_portal(CONFIG), folder, BuildOptions(jobs=1))
    assert (found.tei, found.built, found.ok) == (ARTICLES, 0, True)
    assert tei_of(folder) == before
    assert verify_corpus(folder, "stored").findings == ()


def test_building_everything_gives_the_same_bytes(opened):
    folder = opened("whole")
    before = tei_of(folder)
    found = build(load_portal(CONFIG), folder, BuildOptions(jobs=1, everything=True))
    assert found.built == ARTICLES
    assert tei_of(folder) == before


def test_a_rerun_asks_for_no_article_again(opened):
    folder = opened("whole")
    before = tei_of(folder)
    with stored_portal() as portal:
        found = run_crawl(portal, folder, 20)
    assert not ADDRESSES & set(portal.asked)
    assert (found.articles, found.new_articles, found.built, found.ok) == (ARTICLES, 0, 0, True)
    assert tei_of(folder) == before


SPORT = [f"/sport?page={number}" for number in range(1, 7)]
PAGES_LEFT = {
    # three pages of news had been read: the last of them again, since its list may have grown
    "archive-pages": ["/news?page=3", "/news?page=4", "/news?page=5", "/news?page=6", *SPORT],
    # all of news had been read: the top until known links come, and the other end of the list
    "articles": ["/news", "/news?page=2", "/news?page=6", *SPORT],
}


@pytest.mark.parametrize("name", PAGES_LEFT)
def test_a_crawl_that_was_broken_off_goes_on_where_it_was(opened, name: str):
    folder = opened(name)
    fetched = {
        path
        for path in ADDRESSES
        if explain_address(load_portal(CONFIG), folder, HOME + path).fetched
    }
    with stored_portal() as portal:
        found = run_crawl(portal, folder, 1)
    articles = [path for path in portal.asked if path in ADDRESSES]
    assert sorted(articles) == sorted(ADDRESSES - fetched)
    assert [path for path in portal.asked if path not in ADDRESSES] == PAGES_LEFT[name]
    assert (found.articles, found.tei, found.ok) == (ARTICLES, ARTICLES, True)
    assert set(tei_of(folder)) == set(tei_of(CORPORA / "whole"))
