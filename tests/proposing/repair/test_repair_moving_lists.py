"""Lists that have moved on since they were stored: what ``curator repair`` proves on them, and what
the next crawl has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from daily_portal import article_page
from redesigns import redesign
from small_portal import SmallPortal, small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.repair.portal_repair import repair_portal
from webarticlecurator.proposing.repair.repair_proof import Repair

RULES = """\
language: en
timezone: UTC
fetch: {delay: 0}
archive:
  url: BASE/news
  pagination: {mode: next-link, next: a.older}
  links: h2.headline
article:
  body: {root: div.story, drop: [.related]}
  metadata:
    title: h1.title
    authors: .by a
    published: {css: time.when, attr: datetime}
"""
PER_PAGE = 8
STORED = 25
CHANGES = ["rename"]


def list_pages(newest: int, address: str, box: str = "") -> dict[str, str]:
    """The pages of a list of the articles ``newest`` to 1, newest first; with addresses by articles
    there is one behind each article."""
    pages = {}
    starts = range(newest, 0, -1 if "last" in address else -PER_PAGE)
    for place, start in enumerate(starts):
        numbers = range(start, max(start - PER_PAGE, 0), -1)
        items = "".join(
            f'<div class="item"><h2 class="headline"><a href="/a/{n}-day">What happened on day {n}'
            f" of it</a></h2><p>In short.</p></div>"
            for n in numbers
        )
        following = address.format(page=place + 2, last=numbers[-1])
        older = f'<a class="older" href="{following}">Older</a>' if start > PER_PAGE else ""
        here = address.format(page=place + 1, last=numbers[0] + 1) if place else "/news"
        pages[here] = (
            "<html><head><title>The Daily</title></head><body><header class='top'><nav>"
            f"<a href='/'>Home</a></nav></header>{box}<main class='page'><div class='items'>{items}"
            f"</div><div class='pager'>{older}</div></main></body></html>"
        )
    return pages


def all_pages(newest: int, address: str, box: str = "") -> dict[str, str]:
    articles = {f"/a/{n}-day": article_page(n // 20 + 1, n % 20) for n in range(1, newest + 1)}
    return {**articles, **list_pages(newest, address, box)}


def to_new_design(pages: dict[str, str]) -> dict[str, str]:
    """The pages with other class names, and headlines of another level."""
    new = {path: redesign(page, CHANGES, 1) for path, page in pages.items()}
    return {path: re.sub(r"(</?)h2\b", r"\1h3", page) for path, page in new.items()}


@contextmanager
def moved_list(
    folder: Path, new: int, address: str, box: str = "", rules: str = RULES
) -> Iterator[SmallPortal]:
    """A portal that was crawled, and has another design and ``new`` articles on top since."""
    with small_portal(folder, all_pages(STORED, address, box)) as portal:
        assert portal.crawl(rules).tei == STORED
        portal.pages.clear()
        portal.pages.update(to_new_design(all_pages(STORED + new, address, box)))
        portal.clock.time += timedelta(days=60)
        yield portal


def repair(portal: SmallPortal, rules: str = RULES) -> Repair:
    file = portal.write(rules)
    text = file.path.read_text(encoding="utf-8")
    return repair_portal(file, text, portal.corpus, (), portal.runtime)


def crawl_mended(portal: SmallPortal, found: Repair) -> int:
    """Crawl with the proposal; return how many articles are in TEI, which are all."""
    file = portal.folder / "portal.yaml"
    file.write_text(found.text, encoding="utf-8")
    summary = crawl(load_portal(file), portal.corpus, None, portal.runtime)
    assert summary.articles == summary.tei
    return summary.tei


NUMBERED = "/news/page/{page}"
BY_ARTICLE = "/news?before={last}"
BOX = (
    '<aside class="most"><h2 class="other"><a href="/a/900-day">Of another portal</a></h2>'
    '<h2 class="other"><a href="/a/20-day">Read it again</a></h2></aside>'
)
WITHOUT_LINKS = RULES.replace("url: BASE/news\n", "url: BASE/news/page/{page}\n").replace(
    "{mode: next-link, next: a.older}", "{mode: infinite-scroll, first_url: BASE/news}"
)


@pytest.mark.parametrize(
    ("new", "address", "box"),
    [
        (0, NUMBERED, ""),
        pytest.param(12, NUMBERED, "", marks=pytest.mark.long),
        (12, BY_ARTICLE, ""),
        # as in the test of pages by numbers alone
        pytest.param(40, NUMBERED, "", marks=pytest.mark.long),
        (12, NUMBERED, BOX),
    ],
    ids=["as it was", "moved", "addresses by articles", "by more than was stored", "box"],
)
def test_a_list_is_proved_by_articles_that_are_known_to_be_on_it(
    new: int, address: str, box: str, tmp_path: Path
) -> None:
    with moved_list(tmp_path, new, address, box) as portal:
        found = repair(portal)
        assert not found.doubts and found.lists and all(each.is_same for each in found.lists)
        assert crawl_mended(portal, found) == STORED + new


def test_after_a_crawl_that_found_nothing_the_list_is_mended_all_the_same(tmp_path: Path) -> None:
    with moved_list(tmp_path, 12, NUMBERED) as portal:
        portal.crawl(RULES)
        found = repair(portal)
        assert not found.doubts
        assert crawl_mended(portal, found) == STORED + 12


def test_pages_by_numbers_alone_are_followed_by_their_numbers(tmp_path: Path) -> None:
    with moved_list(tmp_path, 40, NUMBERED, rules=WITHOUT_LINKS) as portal:
        for path, page in portal.pages.items():
            portal.pages[path] = re.sub("<a [^>]*>Older</a>", "", str(page))
        found = repair(portal, WITHOUT_LINKS)
        assert not found.doubts and all(each.is_same for each in found.lists)
        assert crawl_mended(portal, found) == STORED + 40


def name_by_words(pages: dict[str, str]) -> dict[str, str]:
    """The pages with addresses of articles without numbers."""

    def name(match: re.Match[str]) -> str:
        return "/a/day-" + "".join("abcdefghij"[int(digit)] for digit in match[1])

    numbered = re.compile(r"/a/(\d+)-day")
    return {numbered.sub(name, path): numbered.sub(name, page) for path, page in pages.items()}


def test_new_articles_on_top_are_known_by_the_form_of_their_addresses(tmp_path: Path) -> None:
    with small_portal(tmp_path, name_by_words(all_pages(STORED, NUMBERED))) as portal:
        portal.crawl(RULES)
        portal.pages.clear()
        portal.pages.update(name_by_words(to_new_design(all_pages(STORED + 5, NUMBERED))))
        portal.clock.time += timedelta(days=60)
        found = repair(portal)
        assert not found.doubts and all(each.is_same for each in found.lists)
        assert crawl_mended(portal, found) == STORED + 5


def test_a_list_on_which_no_known_article_stands_is_not_proved(tmp_path: Path) -> None:
    with moved_list(tmp_path, 12, NUMBERED) as portal:
        for path, page in portal.pages.items():
            portal.pages[path] = re.sub(r"/a/(\d+)-day", r"/b/\1-day", str(page))
        found = repair(portal)
        assert any("archive pages list the same" in doubt for doubt in found.doubts)
