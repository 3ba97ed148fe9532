"""Portals that test with the first page whether a cookie comes back, as ``new`` finds them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.proposing.propose.portal_proposal import propose_portal

ADDRESSES = tuple(f"/news/story-{n}-of-the-mill" for n in range(8))
HTML = ("Content-Type", "text/html; charset=utf-8")
COOKIE = ("Set-Cookie", "seen=1; Path=/")
TESTS = {
    "redirect": Answer("", 302, (HTML, COOKIE, ("Location", "/news/"))),
    "redirect by another page": Answer("", 302, (HTML, COOKIE, ("Location", "/check"))),
    "meta refresh": Answer(
        "<html><head><meta http-equiv='refresh' content='0'></head></html>", 200, (HTML, COOKIE)
    ),
}


@pytest.mark.parametrize("test", TESTS)
def test_new_reads_the_list_behind_a_test_of_cookies(test: str, tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:

        def guard(text: str) -> Callable[[], Answer]:
            return lambda: Answer(text) if "seen=1" in _cookie(portal) else TESTS[test]

        pages = {path: article(f"Story number {n}. " * 40) for n, path in enumerate(ADDRESSES)}
        portal.pages |= {path: guard(text) for path, text in pages.items()}
        portal.pages["/news/"] = guard(listing(*ADDRESSES))
        portal.pages["/check"] = Answer("", 302, (HTML, ("Location", "/news/")))
        found = propose_portal([f"{portal.base}/news/"], runtime=portal.runtime)
        assert [url.removeprefix(portal.base) for url in found.links[0].links] == [*ADDRESSES]
        assert portal.asked.count("/news/") == 2


def _cookie(portal: SmallPortal) -> str:
    return portal.asking.get("Cookie", "")
