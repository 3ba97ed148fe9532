"""Real archived pages with known answers: what the portals' hand-written functions gave, the
shipped portal files give."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from checkout import SHARED
from warc_pages import read_warc_page

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.page_links import find_article_next_page, list_links


def _cases() -> list[dict[str, Any]]:
    # Parameters are needed before there are fixtures: the same folder as the fixture ``shared``,
    # and no cases without it.
    path = SHARED / "cases" / "wac" / "cases.json"
    cases = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return [c for c in cases if (data_folder("site_configs") / f"{c['portal']}.yaml").is_file()]


CASES = _cases()


@cache
def _portal(name: str) -> Portal:
    return load_portal(data_folder("site_configs") / f"{name}.yaml")


@cache
def _stored(warc: Path, url: str) -> StoredPage:
    return read_warc_page(warc, url)


def _page_of(case: dict[str, Any], shared: Path) -> StoredPage:
    return _stored(shared / "cases" / "wac" / case["warc"], case["url"])


def test_cases_of_all_portals_are_there(shared: Path) -> None:
    facts = json.loads((shared / "cases" / "wac" / "portals.json").read_text(encoding="utf-8"))
    assert {c["portal"] for c in CASES} == set(facts)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["kind"] == "article_urls"], ids=lambda c: c["id"]
)
def test_article_urls(case: dict[str, Any], shared: Path) -> None:
    answer = list_links(_portal(case["portal"]), _page_of(case, shared))
    assert set(answer.articles) == set(case["expected"])
    assert len(set(answer.articles)) == len(answer.articles)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["kind"] == "next_page_url"], ids=lambda c: c["id"]
)
def test_next_page_url(case: dict[str, Any], shared: Path) -> None:
    assert list_links(_portal(case["portal"]), _page_of(case, shared)).next_page == case["expected"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["kind"] == "next_page_of_article"], ids=lambda c: c["id"]
)
def test_next_page_of_article(case: dict[str, Any], shared: Path) -> None:
    assert (
        find_article_next_page(_portal(case["portal"]), _page_of(case, shared)) == case["expected"]
    )
