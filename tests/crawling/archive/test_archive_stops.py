"""An article that ends a walk (``stop.listed``) does so in its place, not where it is pinned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from archive_models import Answer, Shell, Site, article, numbered_site, portal, span

from webarticlecurator.base.portal.portal import Stop

ALL = [article(n) for n in range(40)]
OLDEST = ALL[22]
LAST = 25
"""The first article that is not wanted; pages have five, and that of the oldest one is read."""


def pinned_site(articles: Sequence[str], *pinned: str, on: int) -> Site:
    """Return a site whose first pages, so many, have articles at their top that come again in
    their place."""
    inner = numbered_site(lambda: list(articles), 5)

    def answer(url: str) -> Answer:
        found = inner(url)
        if int(url.partition("page=")[2]) > on or not found.links:
            return found
        return replace(found, links=tuple(dict.fromkeys((*pinned, *found.links))))

    return answer


def walked(site: Site, mode: str = "numbered") -> Shell:
    stopped = span(mode=mode, stop=Stop(listed=(f"{OLDEST}$",)))
    shell = Shell(portal(stopped), stopped, site)
    shell.crawl()
    return shell


@pytest.mark.parametrize("mode", ["numbered", "infinite-scroll"])
@pytest.mark.parametrize("on", [1, 2])
@pytest.mark.parametrize("first", [(), (OLDEST,)], ids=["pinned later", "pinned"])
def test_a_pinned_article_ends_no_walk(first: tuple[str, ...], on: int, mode: str) -> None:
    shell = walked(pinned_site(ALL[10:], *first, on=on), mode)
    assert shell.state().stop_reason == "listed-stop"
    assert (shell.articles, len(shell.requests)) == (set(ALL[10:LAST]), 3)

    for full in (False, True):
        shell.site = pinned_site(ALL, ALL[30], OLDEST, on=on)
        shell.wait(1)
        shell.crawl(full=full)
        assert shell.articles == {*ALL[:LAST], ALL[30]} and not shell.problems
        assert len(shell.requests) == 5 or not full


@pytest.mark.parametrize("mode", ["numbered", "infinite-scroll"])
def test_an_article_that_no_page_lists_is_said_at_each_crawl(mode: str) -> None:
    stopped = span(mode=mode, stop=Stop(listed=("/never$",)))
    shell = Shell(portal(stopped), stopped, numbered_site(lambda: ALL, 5))
    for full in (False, False, True):
        shell.crawl(full=full)
        assert shell.problems == ["stop-doubtful"] and shell.articles == {*ALL}
        shell.wait(1)


def test_an_article_at_the_end_of_the_first_page_may_be_pinned_there() -> None:
    inner = numbered_site(lambda: ALL, 5)

    def answer(url: str) -> Answer:
        found = inner(url)
        return replace(found, links=(*ALL[:4], OLDEST)) if url.endswith("=1") else found

    shell = walked(answer)
    for full in (False, False, True):
        shell.crawl(full=full)
        assert shell.problems == ["stop-doubtful"] and shell.articles == {*ALL[:4], OLDEST}
        shell.wait(1)


def test_an_article_that_is_pinned_on_all_pages_ends_no_walk_that_is_resumed() -> None:
    inner, is_down = pinned_site(ALL, OLDEST, on=9), True
    shell = walked(lambda url: Answer(503) if is_down and url.endswith("=3") else inner(url))
    assert shell.state().stop_reason == "failed"
    is_down = False
    shell.crawl()
    assert shell.articles >= set(ALL[:LAST])


def test_an_article_in_its_place_ends_each_walk() -> None:
    shell = walked(numbered_site(lambda: ALL[20:], 5))
    assert shell.state().complete and shell.state().stop_reason != "listed-stop"
    for grown in range(19, -1, -1):
        before = shell.articles
        shell.site = pinned_site(ALL[grown:], on=0)
        shell.wait(1)
        shell.crawl()
        assert shell.articles == before | {ALL[grown]}
