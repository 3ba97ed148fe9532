"""What a page says about the use of its text: which statements are kept, and as what."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.rights.rights import MAX_CHARACTERS, MAX_STATEMENTS, read_rights
from webarticlecurator.pages.page.page import read_page

URL = "https://echo.example/2020/a"
BY = "https://creativecommons.org/licenses/by/4.0/"


def said(head: str = "", body: str = "", *headers: tuple[str, str]) -> list[tuple[str, str]]:
    html = f"<html><head>{head}</head><body>{body}</body></html>"
    page = read_page(URL, html.encode(), "text/html; charset=utf-8", headers=headers)
    return [(each.source, each.value) for each in read_rights(page)]


def jsonld(text: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", {text}}}</script>'


@pytest.mark.parametrize(
    ("head", "body", "headers", "expected"),
    [
        ("", "", (), []),
        ("", "", (("x-robots-tag", "noai,  noarchive"),), [("header:X-Robots-Tag", "noai, noarchive")]),
        ("", "", (("X-Robots-Tag", "otherbot: noindex"),), [("header:X-Robots-Tag", "otherbot: noindex")]),
        ("", "", (("X-Robots-Tag", "index, max-snippet:-1"),), []),
        ("", "", (("TDM-Reservation", "1"), ("TDM-Policy", "https://e.example/p.json")),
         [("header:TDM-Reservation", "1"), ("header:TDM-Policy", "https://e.example/p.json")]),
        ("", "", (("Link", f'<https://e.example/x>; rel=next, <{BY}>; rel="license"'),), [("header:Link", BY)]),
        ('<meta name="robots" content="index, follow, max-image-preview:large">', "", (), []),
        ('<meta name="ROBOTS" content="NOINDEX,NOFOLLOW">', "", (), [("meta:robots", "NOINDEX,NOFOLLOW")]),
        ('<meta name="robots" content="index"><meta name="robots" content="unavailable_after: 2030-01-01">',
         "", (), [("meta:robots", "unavailable_after: 2030-01-01")]),
        ('<meta name="tdm-reservation" content="0">', "", (), [("meta:tdm-reservation", "0")]),
        ('<meta name="tdm-policy" content="/policy.json">', "", (), [("meta:tdm-policy", "/policy.json")]),
        ('<link rel="license" href="/licence">', "", (), [("link:license", "https://echo.example/licence")]),
        ("", f'<a rel="nofollow License" href="{BY}">CC</a><a rel="license" href="{BY}">CC</a>', (),
         [("link:license", BY)]),
        ("", '<a rel="license">no address</a><a rel="license" href="http://[bad">x</a>', (),
         [("link:license", "http://[bad")]),
        (jsonld(f'"license": "{BY}"'), "", (), [("jsonld:license", BY)]),
        (jsonld(f'"license": {{"@type": "CreativeWork", "url": "{BY}", "name": "CC BY"}}'), "", (),
         [("jsonld:license.url", BY)]),
        (jsonld('"license": {"@type": "CreativeWork", "name": "All rights reserved"}'), "", (),
         [("jsonld:license", "All rights reserved")]),
        (jsonld('"copyrightNotice": "© Echo  2020"'), "", (), [("jsonld:copyrightNotice", "© Echo 2020")]),
    ],
)  # fmt: skip
def test_statements_are_kept_as_they_are_written(head, body, headers, expected):
    assert said(head, body, *headers) == expected


def test_a_page_full_of_licences_is_not_copied():
    links = "".join(f'<a rel="license" href="/{n}">x</a>' for n in range(500))
    assert len(said("", links)) == MAX_STATEMENTS
    ((_, value),) = said(jsonld(f'"copyrightNotice": "{"x" * 5000}"'))
    assert len(value) == MAX_CHARACTERS and value.endswith("…")
