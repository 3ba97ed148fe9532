"""A list that redirects to a page about cookies is told with the cure, wherever that page is."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, moved, small_portal
from walk_site import linked, messages, problems

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
