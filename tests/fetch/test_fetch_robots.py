"""Decisions on robots.txt, by its status and its text."""

from __future__ import annotations

import pytest

from webarticlecurator.fetch.polite_client import Robots

HOST = "https://echo.example"
TEXT = """\
User-agent: *
Disallow: /private/
Allow: /private/open/
Disallow: /*.pdf$
Crawl-delay: 4

User-agent: WebArticleCurator
Disallow: /drafts/

User-agent: greedy
Disallow: /
Request-rate: 1/10
"""


def allowed(robots: Robots, *paths: str) -> list[bool]:
    return [robots.allowed(HOST + path) for path in paths]


def test_the_group_of_our_own_name_counts_alone():
    robots = Robots.parse(200, TEXT, "webarticlecurator/1.0 (+https://e.example)")
    assert allowed(robots, "/drafts/1", "/private/1", "/a.pdf") == [False, True, True]
    assert robots.delay == 0.0


def test_without_a_group_of_our_own_the_group_for_all_counts():
    robots = Robots.parse(200, TEXT, "other")
    assert allowed(
        robots, "/drafts/1", "/private/1", "/private/open/1", "/a.pdf", "/a.pdf?x=1"
    ) == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert robots.delay == 4.0


def test_a_request_rate_is_a_delay():
    robots = Robots.parse(200, TEXT, "greedy")
    assert (robots.delay, allowed(robots, "/", "/x")) == (10.0, [False, False])


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 410, 429])
def test_a_missing_file_allows_everything(status):
    robots = Robots.parse(status, "User-agent: *\nDisallow: /", "x")
    assert robots.allowed(HOST + "/a") and not robots.stop


@pytest.mark.parametrize("status", [500, 502, 503, 599, None])
def test_an_unreachable_file_stops_the_host(status):
    robots = Robots.parse(status, "", "x")
    assert not robots.allowed(HOST + "/a")
    assert "robots.txt" in robots.stop and str(status or "no answer") in robots.stop


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff",
        "<html><body>Not here</body></html>",
        "Disallow: /",
        "\x00\xff:::\n:",
        "User-agent: *\nCrawl-delay: soon",
    ],
)
def test_a_file_without_rules_forbids_nothing(text):
    robots = Robots.parse(200, text, "x")
    assert robots.allowed(HOST + "/a") and robots.delay == 0.0


def test_a_byte_order_mark_hides_no_rule():
    assert not Robots.parse(200, "\ufeffUser-agent: *\nDisallow: /", "x").allowed(HOST + "/a")


def test_non_ascii_paths_match_encoded_or_not():
    robots = Robots.parse(200, "User-agent: *\nDisallow: /hírek/", "x")
    assert allowed(robots, "/hírek/1", "/h%C3%ADrek/1", "/hirek/1") == [False, False, True]


def test_robots_txt_itself_is_always_allowed():
    robots = Robots.parse(200, "User-agent: *\nDisallow: /", "x")
    assert allowed(robots, "/", "/a?b", "/robots.txt") == [False, False, True]
    assert not robots.stop, "shut by rule: addresses end as rejected, the host is not in trouble"
