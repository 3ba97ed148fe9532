"""Pages of lists of which the portal has sent a part, or nothing: what may lie between two pages, or
behind the last one, is asked for once more."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from small_portal import Answer, SmallPortal, article
from walk_site import (
    GONE,
    NOTHING,
    ListSite,
    lists_asked,
    messages,
    names,
    numbered,
    problems,
    proof,
    running,
)

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
        assert sorted(offsets(portal)) == sorted([0, 25, 50, 75, 100, 125, 175, *behind])
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
        assert offsets(portal) == [0, 25, 23, 50, 75, 100, 125, 175]


def test_a_whole_list_is_asked_for_what_comes_behind_its_end(tmp_path: Path) -> None:
    with running(tmp_path, Posts(hidden=frozenset(ALL[85:]))) as portal:
        assert portal.crawl(TEXT).ok
        assert offsets(portal) == [0, 25, 50, 75, 100, 85]
        assert portal.crawl(TEXT).ok
        assert len(offsets(portal)) <= 4


@pytest.mark.parametrize(
    "short",
    [
        {25: 1, 26: 1},
        {25: 1, 26: 1, 27: 3, 50: 24},
        {75: 24},
        {75: 9, 84: 9},
        dict.fromkeys(range(0, 100, 25), 24),
        dict.fromkeys(range(100), 12),
    ],
    ids=str,
)
def test_short_pages_in_a_row_and_at_the_end_lose_nothing(
    short: dict[int, int], tmp_path: Path
) -> None:
    with running(tmp_path, Posts(short)) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
        assert names(portal) == set(ALL)


EMPTY = {"offsets": TEXT, "numbers": numbered()}


def empty_site(kind: str, answer: str | Answer) -> Posts | ListSite:
    if kind == "offsets":
        return Posts(special={50: answer})
    return ListSite(ALL[:23], special={4: answer})


@pytest.mark.parametrize(
    ("kind", "answer"),
    [("offsets", Answer("[]")), ("offsets", GONE), ("numbers", NOTHING), ("numbers", Answer(""))],
)
def test_an_empty_page_between_others_proves_nothing(
    kind: str, answer: str | Answer, tmp_path: Path
) -> None:
    text = EMPTY[kind]
    site = empty_site(kind, answer)
    with running(tmp_path, site) as portal:
        assert not portal.crawl(text).ok
        assert problems(portal) == ["empty-archive-page"] and "not proved" in proof(portal)
        number = len(names(portal))
        portal.clock.time += timedelta(days=1, hours=1)
        site.special.clear()
        assert portal.crawl(text).ok, messages(portal)
        assert len(names(portal)) - number == (25 if kind == "offsets" else 3)
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(text).ok and "not proved" not in proof(portal)


@pytest.mark.parametrize("kind", EMPTY)
def test_a_page_that_stays_empty_is_told_once_and_never_proved(kind: str, tmp_path: Path) -> None:
    text = EMPTY[kind]
    with running(tmp_path, empty_site(kind, GONE)) as portal:
        assert not portal.crawl(text).ok
        for _ in range(3):
            portal.clock.time += timedelta(days=1, hours=1)
            assert portal.crawl(text).ok, messages(portal)
            assert "a page between others lists nothing new" in proof(portal)


class OnceEmpty(ListSite):
    """A list whose fourth page is empty at the first request."""

    def page(self, number: int) -> str:
        if number == 4 and not self.around(0):
            self.around = lambda _: "<p>here</p>"
            return NOTHING
        return super().page(number)


def test_a_page_that_is_empty_for_a_moment_is_read_at_once(tmp_path: Path) -> None:
    with running(tmp_path, OnceEmpty(ALL[:23])) as portal:
        assert portal.crawl(numbered()).ok
        assert names(portal) == {*ALL[:23]} and "not proved" not in proof(portal)
        assert lists_asked(portal) == ["1", "2", "3", "4", "5", "4", "6", "7", "8", "9", "10"]


def test_an_empty_page_is_the_same_when_it_is_read_from_warc_files(tmp_path: Path) -> None:
    with running(tmp_path, OnceEmpty(ALL[:23])) as portal:
        assert portal.crawl(numbered()).ok
        (portal.corpus / "corpus.sqlite").unlink()
        assert portal.crawl(numbered()).ok and "not proved" not in proof(portal)
        assert names(portal) == {*ALL[:23]}


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
