"""Pages of a list that are numbered from the oldest, from the newest one on."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, small_portal

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.next_links import find_target
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

PAGES = 4


def list_page(number: int, *, is_descending: bool) -> str:
    items = "".join(
        f'<div><h3><a href="/n/story-of-bridge-{n}">A story of bridge {n}</a></h3></div>'
        for n in range(3 * number, 3 * number + 3)
    )
    order = range(PAGES, 0, -1) if is_descending else range(1, PAGES + 1)
    numbers = " ".join(
        f"<b>{n}</b>" if n == number else f'<a href="/news/page/{n}">{n}</a>' for n in order
    )
    return f"<html><body><main><div>{items}</div><p>{numbers}</p></main></body></html>"


@pytest.mark.parametrize("is_descending", [True, False])
def test_the_newest_page_leads_to_the_one_before_it(tmp_path: Path, is_descending: bool) -> None:
    pages = {
        f"/n/story-of-bridge-{n}": article(f"The story of bridge {n}. " * 20) for n in range(15)
    }
    for number in range(1, PAGES + 1):
        pages[f"/news/page/{number}"] = list_page(number, is_descending=is_descending)
    pages["/news"] = pages[f"/news/page/{PAGES}"]
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/news"], runtime=portal.runtime)
        assert found.next_page == f"{portal.base}/news/page/{PAGES - 1}"
        text = proposed_yaml(found)
    assert "step: -1" in text


@pytest.mark.parametrize("is_descending", [True, False])
def test_the_first_page_has_no_number_where_the_list_was_given_by_its_last_one(
    tmp_path: Path, is_descending: bool
) -> None:
    """``/news`` and ``/news?page=2`` to ``/news?page=4``: the rule finds the link to each."""
    stories = {
        f"/n/story-of-bridge-{n}": article(f"The story of bridge {n}. " * 20) for n in range(15)
    }
    pages = {}
    for number in range(1, PAGES + 1):
        text = list_page(number, is_descending=is_descending)
        text = text.replace('"/news/page/1"', '"/news"').replace("/news/page/", "/news?page=")
        pages["/news" if number == 1 else f"/news?page={number}"] = text
    with small_portal(tmp_path, {**stories, **pages}) as portal:
        found = propose_portal([f"{portal.base}/news?page={PAGES}"], runtime=portal.runtime)
        assert found.next is not None
        rule = found.next.rules[0]
        targets = [
            find_target(rule, read_page(f"{portal.base}{url}", text.encode()))
            for url, text in pages.items()
        ]
        assert targets == ["", *(f"{portal.base}{url}" for url in [*pages][:-1])]


@pytest.mark.parametrize("zero", [0, 1])
def test_a_first_page_without_a_number_is_before_page_1_where_page_1_lists_others(
    tmp_path: Path, zero: int
) -> None:
    """``/news`` is page 0 or page 1, and *1* is a link on it either way."""
    pages = {
        f"/n/story-of-bridge-{n}": article(f"The story of bridge {n}. " * 20) for n in range(15)
    }
    links = "".join(f'<a href="/news/page/{n}">{n}</a> ' for n in (1, 2, 3))
    for number in range(4):
        items = list_page(number, is_descending=False).partition("<p>")[0]
        pages[f"/news/page/{number}"] = f"{items}<p>{links}</p></main></body></html>"
    pages["/news"] = pages[f"/news/page/{zero}"]
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/news"], runtime=portal.runtime)
    assert found.numbered is not None
    assert found.numbered.first == zero
