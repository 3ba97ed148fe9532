"""A page of a list that counts articles, of which the portal has sent a part: what is behind its
last article is asked for once more."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from small_portal import Answer, SmallPortal, article
from walk_site import GONE, messages, names, running

TEXT = """fetch: {delay: 0, retries: 0}
archive:
  url: "BASE/api/archive?offset={page}&limit=25"
  links: {json: "[].url"}
  pagination: {mode: numbered, first: 0, step: 25}
"""
ALL = [f"n{n:03}" for n in range(100)]


@dataclass
class Posts:
    """Posts of a blog as JSON: pages of 25, but of ``short`` (offset → number); ``hidden`` are in
    no page, though they count; ``special``: offset → the answer in its place."""

    short: dict[int, int] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    special: dict[int, Answer] = field(default_factory=dict)

    def get(self, path: str, _default: object = None) -> str | Answer:
        parts = urlsplit(path)
        if parts.path == "/robots.txt":
            return GONE
        if parts.path != "/api/archive":
            return article(f"Words of {parts.path}.")
        offset = int(parse_qs(parts.query)["offset"][0])
        shown = ALL[offset : offset + self.short.get(offset, 25)]
        posts = [{"url": f"/a/{name}"} for name in shown if name not in self.hidden]
        headers = (("Content-Type", "application/json"),)
        return self.special.get(offset) or Answer(json.dumps(posts), headers=headers)


def offsets(portal: SmallPortal) -> list[int]:
    found = [parse_qs(urlsplit(path).query) for path in portal.asked if "/api" in path]
    portal.asked.clear()
    return [int(query["offset"][0]) for query in found]


@pytest.mark.parametrize("short", [{0: 23}, {50: 20}, {0: 23, 50: 24}])
def test_what_a_short_page_lacks_is_found(short: dict[int, int], tmp_path: Path) -> None:
    with running(tmp_path, Posts(short)) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
        assert names(portal) == set(ALL)
        behind = {offset + number for offset, number in short.items()}
        assert sorted(offsets(portal)) == sorted([0, 25, 50, 75, 100, 125, *behind])
        assert portal.crawl(TEXT).ok and len(offsets(portal)) <= 4


def test_a_step_that_is_too_large_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path, Posts(dict.fromkeys(range(0, 100, 5), 20))) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
        assert set(ALL[:95]) <= names(portal)


def test_pages_with_hidden_posts_are_asked_about_once(tmp_path: Path) -> None:
    hidden = frozenset(ALL[10:80:10])
    with running(tmp_path, Posts(hidden=hidden)) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
        assert names(portal) == {*ALL} - hidden
        assert offsets(portal) == [0, 25, 23, 50, 75, 100, 125]


def test_a_whole_list_is_asked_nothing_more(tmp_path: Path) -> None:
    with running(tmp_path, Posts({75: 10})) as portal:
        assert portal.crawl(TEXT).ok
        assert offsets(portal) == [0, 25, 50, 75, 100, 125]


@pytest.mark.parametrize("status", [400, 404, 500])
def test_a_portal_without_a_page_between_is_no_problem_for_long(
    status: int, tmp_path: Path
) -> None:
    site = Posts({0: 23}, special={23: Answer("what", status)})
    with running(tmp_path, site) as portal:
        assert portal.crawl(TEXT).ok is (status < 500)
        if status == 500:
            assert portal.crawl(TEXT).ok, messages(portal)
        assert len(names(portal)) == 98
        offsets(portal)
        assert portal.crawl(TEXT).ok and 23 not in offsets(portal)


def test_a_page_between_that_fails_for_an_hour_is_asked_again(tmp_path: Path) -> None:
    site = Posts({0: 23}, special={23: Answer("down", 500)})
    with running(tmp_path, site) as portal:
        assert not portal.crawl(TEXT).ok
        site.special.clear()
        assert portal.crawl(TEXT).ok and names(portal) == set(ALL)
