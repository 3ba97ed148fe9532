"""What a crawl makes of further pages of articles that are missing, or that are those of other
articles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal, small_portal

from webarticlecurator.corpus.keeping.withdrawing import (
    begin_withdrawal,
    exclude_withdrawn,
    finish_withdrawal,
)
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0, confirm: 1h}
article: {next_page: a.next, body: {root: article}, metadata: {title: h1}}
"""
NAMES = [f"The {c}bridge of {c}market and {c}harbour" for c in "abcdefghij"]
GONE = Answer("nothing", 404)


def page(number: int, part: int = 1, head: str = "", title: str | None = None) -> str:
    text = " ".join(f"Part {part} of {NAMES[number]}, sentence {n}." for n in range(12))
    following = f'<a class="next" href="/a/{number}/2">on</a>' if part == 1 and number < 2 else ""
    heading = NAMES[number] if title is None else title
    return (
        f"<html><head>{head.replace('OWN', f'/a/{number}')}</head><body><article><h1>{heading}</h1>"
        f"<p>{text}</p></article>{following}</body></html>"
    )


def listed(headlines: list[str]) -> str:
    links = (f'<h2><a href="/a/{n}">{text}</a></h2>' for n, text in enumerate(headlines))
    return f"<html><body>{''.join(links)}</body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Ten articles, the first two of which have a second page."""
    pages = {f"/a/{n}": page(n) for n in range(len(NAMES))}
    pages |= {f"/a/{n}/2": page(n, 2) for n in (0, 1)}
    with small_portal(tmp_path, {"/list": listed(NAMES), **pages}) as running:
        running.executor = "serial"
        yield running


def problems(portal: SmallPortal) -> dict[str, str]:
    """Kind of each open problem → its place."""
    with view_corpus(portal.corpus, "small") as corpus:
        return {
            each.kind: each.where.removeprefix(portal.base) for each in corpus.run_log.problems()
        }


def has_part(portal: SmallPortal, number: int, part: int = 2) -> int:
    """In how many texts a part of an article is."""
    return sum(f"Part {part} of {NAMES[number]}" in text for text in portal.tei().values())


def test_a_second_page_that_was_gone_for_an_hour_is_asked_for_again(portal: SmallPortal) -> None:
    second = portal.pages["/a/0/2"]
    portal.pages["/a/0/2"] = GONE
    assert not portal.crawl(RULES).ok
    assert problems(portal) == {"page-missing": "/a/0/2"}
    portal.pages["/a/0/2"] = second
    portal.asked.clear()
    assert portal.crawl(RULES).ok
    assert portal.asked.count("/a/0/2") == 1 and has_part(portal, 0) == 1
    assert problems(portal) == {}


def test_the_tei_says_why_the_last_answer_is_no_second_page(portal: SmallPortal) -> None:
    """It says how many words the page in its place has, which a build from the records counts in
    the last one of these."""
    words = "Nothing is here"
    for _ in range(2):
        portal.pages["/a/0/2"] = f"<html><title>Not found</title><body><p>{words}</p></body></html>"
        assert not portal.crawl(RULES).ok
        words += ", still"
        portal.clock.time += timedelta(days=1)
    said = portal.tei()
    assert sum("only 4 words" in text for text in said.values()) == 1
    rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)
    portal.build(RULES)
    assert portal.tei() == said


def test_a_second_page_that_stays_gone_is_a_remark_and_not_asked_for_again(
    portal: SmallPortal,
) -> None:
    portal.pages["/a/0/2"] = GONE
    portal.crawl(RULES)
    # a crawl proves something if another article is well in it
    portal.pages["/list"] = listed([*NAMES, "One more of them here"])
    portal.pages["/a/10"] = page(9, title="One more of them here")
    portal.clock.sleep(7200)
    assert portal.crawl(RULES).ok
    assert problems(portal) == {"page-gone": "/a/0/2"}
    portal.clock.sleep(7200)
    portal.asked.clear()
    assert portal.crawl(RULES).ok and "/a/0/2" not in portal.asked
    portal.build(RULES)
    assert problems(portal) == {"page-gone": "/a/0/2"}


HEADS = {"no canonical": "", "a canonical": '<link rel="canonical" href="OWN">'}
LISTS = {"headlines": NAMES, "no headlines": ["on" for _ in NAMES]}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("headlines", LISTS.values(), ids=LISTS)
def test_the_page_of_another_article_is_not_joined_and_asked_for_again(
    portal: SmallPortal, head: str, headlines: list[str]
) -> None:
    portal.pages |= {f"/a/{n}": page(n, head=head) for n in range(len(NAMES))}
    portal.pages["/list"] = listed(headlines)
    second = portal.pages["/a/0/2"]
    portal.pages["/a/0/2"] = portal.pages["/a/5"]
    summary = portal.crawl(RULES)
    assert not summary.ok and "page of another article" in summary.doubts[0].message
    assert problems(portal) == {"page-missing": "/a/0/2"}
    assert [has_part(portal, n, 1) for n in range(len(NAMES))] == [1] * len(NAMES)
    states = portal.articles()
    rebuild_corpus(portal.write(RULES), portal.corpus)
    portal.build(RULES)
    assert portal.articles() == states and problems(portal) == {"page-missing": "/a/0/2"}

    portal.pages["/a/0/2"] = second
    portal.asked.clear()
    assert portal.crawl(RULES).ok
    assert portal.asked.count("/a/0/2") == 1
    assert has_part(portal, 0) == has_part(portal, 1) == has_part(portal, 5, 1) == 1


def test_the_second_page_of_another_article_is_not_joined(portal: SmallPortal) -> None:
    portal.pages["/a/0/2"] = portal.pages["/a/1/2"]
    assert not portal.crawl(RULES).ok
    assert has_part(portal, 1) == 1 and "Part 2" not in article_at(portal, 0)


@pytest.mark.parametrize("wrong", ["/a/0", "/a/0/2"])
def test_a_page_of_a_withdrawn_article_is_not_that_of_another(
    portal: SmallPortal, wrong: str
) -> None:
    """Nothing is known of it any more but its address, which the page declares."""
    link = '<link rel="canonical" href="OWN">'
    portal.pages |= {"/a/1": page(1, head=link), "/a/1/2": page(1, 2, head=link)}
    rows = "".join(f'<h2><a href="/a/{n}">{NAMES[n]}</a></h2>' for n in range(1, len(NAMES)))
    portal.pages["/list"] = f"<html><body>{rows}</body></html>"
    assert portal.crawl(RULES).ok
    file = portal.folder / "portal.yaml"
    begun = begin_withdrawal(
        load_portal(file), portal.corpus, [f"{portal.base}/a/1"], "by order", date(2026, 5, 2)
    )
    assert begun is not None
    exclude_withdrawn(load_portal(file), begun)
    finish_withdrawal(load_portal(file), portal.corpus, begun, portal.runtime)
    excluded = "".join(
        line for line in file.read_text(encoding="utf-8").splitlines(True) if "exclude" in line
    )
    portal.pages |= {"/list": listed(NAMES), wrong: portal.pages[wrong.replace("0", "1")]}
    summary = portal.crawl(RULES + excluded)
    if wrong == "/a/0":
        assert [doubt.kind for doubt in summary.doubts] == ["failed: other-article"]
    else:
        assert problems(portal)["page-missing"] == "/a/0/2"
    assert has_part(portal, 1) == 0 and NAMES[1] not in "".join(portal.tei().values())


@pytest.mark.parametrize("is_right", [True, False])
def test_a_later_page_to_which_another_article_led_is_that_of_its_own_one(
    portal: SmallPortal, is_right: bool
) -> None:
    """The portal sends an article for the second page of another one; so the second page of that
    is asked for, of which there is a new version, or which is answered with a third article."""
    assert portal.crawl(RULES).ok
    edited = {
        path: text.replace("sentence 3", "sentence new") for path, text in portal.pages.items()
    }
    portal.pages |= {"/a/0": edited["/a/0"], "/a/0/2": portal.pages["/a/1"]}
    portal.pages["/a/1/2"] = edited["/a/1/2"] if is_right else portal.pages["/a/4"]
    portal.clock.sleep(7200)
    portal.asked.clear()
    portal.crawl(RULES, CrawlOptions(refresh=RefreshSelection((f"{portal.base}/a/0",))))
    assert "/a/1" not in portal.asked and "/a/1/2" in portal.asked
    text = article_at(portal, 1)
    assert "Part 2" in text and ("sentence new." in text) == is_right
    tei = portal.tei()
    rebuild_corpus(portal.write(RULES), portal.corpus)
    portal.build(RULES)
    assert portal.tei() == tei


@pytest.mark.parametrize("wrong", ["/a/5", "/a/1/2", "/a/0"])
def test_a_page_that_is_wrong_in_two_crawls_is_not_believed(
    portal: SmallPortal, wrong: str
) -> None:
    second = portal.pages["/a/0/2"]
    portal.pages["/a/0/2"] = portal.pages[wrong]
    for _ in range(2):
        assert not portal.crawl(RULES).ok
        assert not has_part(portal, 0) and has_part(portal, 5, 1) == has_part(portal, 1) == 1
        portal.clock.sleep(1200)
    portal.pages["/a/0/2"] = second
    assert portal.crawl(RULES).ok
    assert has_part(portal, 0) == 1 and problems(portal) == {}


def test_a_later_page_that_is_always_the_first_one_is_not_asked_for_for_ever(
    portal: SmallPortal,
) -> None:
    portal.pages["/a/0/2"] = portal.pages["/a/0"]
    for _ in range(4):
        portal.crawl(RULES)
        portal.clock.sleep(86400)
    portal.asked.clear()
    assert not portal.crawl(RULES).ok
    assert "/a/0/2" not in portal.asked and problems(portal) == {"next-page": "/a/0"}


TITLES = {
    "a chapter": "The second chapter of it all",
    "a number": "2",
    "its own": NAMES[0],
    "one word": "Gallery",
}


@pytest.mark.parametrize(("title", "head"), in_turn(TITLES, HEADS))
def test_no_alarm_where_later_pages_have_titles_of_their_own(
    portal: SmallPortal, title: str, head: str
) -> None:
    portal.pages["/a/0/2"] = page(0, 2, HEADS[head], TITLES[title])
    assert portal.crawl(RULES).ok
    assert has_part(portal, 0) == 1


def article_at(portal: SmallPortal, number: int) -> str:
    """The text of an article."""
    return next(t for t in portal.tei().values() if f"Part 1 of {NAMES[number]}" in t)
