"""Dates whose pages have another design than the rules know: they are not empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_portal import Answer, article
from walk_site import messages, names, problems, running

from webarticlecurator.crawling.workers.run_options import CrawlOptions

DAYS = [f"2024-03-0{n}" for n in range(1, 9)]
TEXT = """fetch: {delay: 0, retries: 0}
archive: {url: "BASE/day/{date:%Y-%m-%d}", dates: {from: 2024-03-01, until: 2024-03-08}, links: h2}
"""
BOX = (
    '<aside><p><a href="/a/2024-03-01-story-one">The most read story of the week</a></p>'
    '<p><a href="/a/podcast-of-this-week">The podcast of all of this week</a></p></aside>'
)


class Days:
    """A page for each day with two articles; those of ``other`` have another element for them, and
    those of ``empty`` have only a box, which all pages have."""

    def __init__(self, other: tuple[str, ...] = (), empty: tuple[str, ...] = ()) -> None:
        self.other, self.empty = other, empty

    def get(self, path: str, _default: object = None) -> str | Answer:
        day = path.removeprefix("/day/")
        if day not in DAYS:
            return Answer("nothing", 404) if path == "/robots.txt" else article(f"Of {path}.")
        tag = "h4" if day in self.other else "h2"
        links = "".join(
            f'<{tag}><a href="/a/{day}-story-{n}">A story of this day {n}</a></{tag}>'
            for n in (() if day in self.empty else ("one", "two"))
        )
        return f"<html><body><main>{links}</main>{BOX}</body></html>"


@pytest.mark.parametrize("other", [tuple(DAYS[1::2]), tuple(DAYS[3:4])], ids=["half", "one"])
def test_dates_in_another_design_have_something(other: tuple[str, ...], tmp_path: Path):
    with running(tmp_path, Days(other)) as portal:
        for _ in range(2):
            summary = portal.crawl(TEXT)
            assert problems(portal) == ["list-not-whole"] * len(other) and not summary.ok
            assert f"/a/{other[0]}-story-one" in messages(portal)
            assert len(names(portal)) == 2 * (8 - len(other))
            assert any("no rule takes" in line for line in map(str, summary.lines()))
        full = CrawlOptions(full=True, warc_only=True)
        summary = portal.crawl(TEXT.replace("links: h2", "links: [h2, h4]"), options=full)
        assert problems(portal) == [] and len(names(portal)) == 16


class JsonDays:
    """Two articles for each day as JSON; those of ``other`` are below another name; those of
    ``empty`` have only what all days have."""

    def __init__(self, other: str = "", empty: str = "") -> None:
        self.other, self.empty = other, empty

    def get(self, path: str, _default: object = None) -> str | Answer:
        day = path.removeprefix("/day/")
        if day not in DAYS:
            return Answer("nothing", 404) if path == "/robots.txt" else article(f"Of {path}.")
        rows = [{"url": f"/a/{day}-story-{n}"} for n in ("one", "two") if day != self.empty]
        more = {"url": "http:///", "top": [{"url": "/a/2024-03-01-most-read"}]}
        text = json.dumps({"found" if day == self.other else "items": rows, **more})
        return Answer(text, headers=(("Content-Type", "application/json"),))


def test_a_date_whose_articles_have_another_name_in_json_has_something(tmp_path: Path):
    text = TEXT.replace("h2", '{json: "items[].url"}')
    with running(tmp_path, JsonDays(other=DAYS[3])) as portal:
        assert not portal.crawl(text).ok and len(names(portal)) == 14
        assert problems(portal) == ["list-not-whole"], messages(portal)
        assert f"/a/{DAYS[3]}-story-one" in messages(portal)


def test_a_date_without_articles_in_json_has_nothing(tmp_path: Path):
    text = TEXT.replace("h2", '{json: "items[].url"}')
    with running(tmp_path, JsonDays(empty=DAYS[3])) as portal:
        assert portal.crawl(text).ok, messages(portal)


@pytest.mark.parametrize("empty", [tuple(DAYS[1::2]), tuple(DAYS[3:4])], ids=["half", "one"])
def test_dates_with_a_box_alone_have_nothing(empty: tuple[str, ...], tmp_path: Path):
    with running(tmp_path, Days(empty=empty)) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
