"""A page about cookies in place of a list or of articles is told with the cure."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, listing, moved, small_portal
from walk_site import linked, messages, problems

from webarticlecurator.crawling.building.recovery import rebuild_corpus

CONSENT = (
    "<html><head><title>Before you continue</title></head><body><h1>We value your privacy</h1>"
    "<p>We and our partners use cookies to store and access information on your device. Please"
    " accept cookies to continue to the site.</p><form action=/ok method=post>"
    "<button>Accept all</button><button>Reject all</button></form></body></html>"
)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_redirect_to_a_consent_page_names_the_cookie_to_set(host: str, tmp_path: Path):
    with small_portal(tmp_path, {"/consent": CONSENT}) as portal:
        portal.pages["/list"] = moved(f"{portal.base.replace('127.0.0.1', host)}/consent")
        assert not portal.crawl(linked()).ok
        assert problems(portal) == ["archive-page-failed"]
        assert "consent-wall" in messages(portal) and "`fetch.cookies`" in messages(portal)


def test_a_redirect_to_another_page_is_told_as_before(tmp_path: Path):
    with small_portal(tmp_path, {"/": article("The words of the front page. " * 9)}) as portal:
        portal.pages["/list"] = moved("/")
        assert not portal.crawl(linked()).ok and "it redirects to" in messages(portal)


ARTICLES = (
    'fetch: {delay: 0, retries: 0}\narchive: {url: "BASE/list", links: h2, pagination: none}\n'
)


@pytest.mark.parametrize("number", [6, 30])
def test_consent_pages_in_place_of_articles_name_the_cookie_to_set(number: int, tmp_path: Path):
    """Also where many have the same text, which alone would be a portal out of order."""
    paths = [f"/a/{each}" for each in range(number)]
    with small_portal(tmp_path, dict.fromkeys(paths, CONSENT)) as portal:
        portal.executor = "serial"
        portal.pages["/list"] = listing(*paths)
        assert not portal.crawl(ARTICLES).ok
        assert "out-of-order" not in problems(portal)
        asked = {path: state for path, state in portal.articles().items() if state != "pending"}
        assert {*asked.values()} == {"consent-wall"} and len(asked) >= 6
        states = portal.articles()
        rebuild_corpus(portal.write(ARTICLES), portal.corpus)
        portal.build(ARTICLES)
        assert portal.articles() == states and "out-of-order" not in problems(portal)
        # a portal file that takes them for articles is believed in that, and the portal is odd
        portal.clock.sleep(90_000)
        portal.crawl(ARTICLES + "article: {gate_off: [consent-wall]}\n")
        assert {*portal.articles().values()} <= {"shared-text", "pending"}
        assert "out-of-order" in problems(portal)
