"""``curator report completeness`` with a server that speaks as the Wayback Machine does."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from completeness_report import report, rows
from small_portal import Answer, SmallPortal, article, listing, moved
from wayback_machine import Archived, WaybackMachine, wayback_machine

from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, REFUSED, USAGE
from webarticlecurator.storage.frontier.cdx_file import NAME

RULES = """\
title: Small Portal
fetch: {delay: 0, retries: 1}
archive:
  dates: none
  columns:
    news:
      url: "BASE/list?page={page}"
      links: {css: h2 a, exclude: "/news/advert-"}
      pagination: {mode: numbered, last: 1}
article:
  next_page: {css: a.next}
  continuation: "[?]page="
  reject: [{css: div.quiz, reason: not-article}]
  body: {root: article}
"""
PAGES: dict[str, str | Answer] = {
    "/list?page=1": listing(
        "/news/one-a", "/news/old-a", "/news/gone-a", "/news/quiz-a", "/news/down-a"
    ),
    "/news/one-a": article("One.", around='<a class="next" href="/news/one-a?page=2">next</a>'),
    "/news/one-a?page=2": article("Two."),
    "/news/old-a": moved("/news/new-a"),
    "/news/new-a": article("Moved here."),
    "/news/gone-a": Answer("no longer", 410),
    "/news/quiz-a": article("Which?", around='<div class="quiz">!</div>'),
    "/news/down-a": Answer("oops", 500),
}
TIME = "20190503101112"


@pytest.fixture
def archive() -> Iterator[WaybackMachine]:
    with wayback_machine() as server:
        yield server


def add(site: SmallPortal, archive: WaybackMachine, *paths: str, mime: str = "text/html") -> None:
    archive.captures += [Archived(site.base + path, TIME, mime=mime) for path in paths]


def test_every_address_gets_its_reason(site: SmallPortal, archive: WaybackMachine):
    add(site, archive, *(path for path in PAGES), "/", "/list?page=7", "/news/one-a?from=home")
    add(site, archive, "/news/lost-a", "/2012/04/lost-b", "/tags/lost-a", "/news/advert-a")
    add(site, archive, "/a/b/c/d", "/news/robots.css")
    add(site, archive, "/news/film-a", mime="video/mp4")
    archive.captures += [Archived("http://other.example/news/x-a", TIME)]
    assert report(site, archive, "--all") == DONE
    found = rows(site)
    assert found["/news/lost-a"] == ("2019", "news", "never-listed", "")
    assert found["/tags/lost-a"] == ("2019", "", "other-section", "")
    assert found["/news/advert-a"][2] == "left-out"
    assert (
        "/news/advert- of archive.columns.news.links (portal.yaml:10)" in found["/news/advert-a"][3]
    )
    assert found["/news/gone-a"][1:3] == ("news", "rejected-gone")
    assert found["/news/quiz-a"][2] == "rejected-not-article"
    assert found["/news/down-a"][2:] == (
        "failed",
        "status-500: /news/down-a answers 500",
    )
    assert found["/news/one-a"][2] == found["/news/new-a"][2] == "in-corpus"
    assert found["/news/old-a"] == ("2019", "news", "variant", "/news/new-a")
    assert found["/news/one-a?from=home"] == ("2019", "news", "variant", "/news/one-a")
    assert found["/news/one-a?page=2"][2:] == ("article-page", "/news/one-a")
    assert found["/list?page=1"][2] == found["/list?page=7"][2] == "archive-page"
    assert found["/"][2] == "archive-page"
    assert found["/a/b/c/d"][2] == found["/2012/04/lost-b"][2] == "other-form"
    assert found["/news/robots.css"][2] == found["/news/film-a"][2] == "file"
    assert len(found) == len(archive.captures) - 1, "only addresses of the portal are asked for"
    assert site.asked == [], "the portal itself is asked for nothing"


def test_the_numbers_count_articles_only(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    add(site, archive, "/news/one-a", "/news/lost-a", "/2008/10/news", "/tags/lost-a", "/x.css")
    assert report(site, archive, "--json") == DONE
    answer = json.loads(capfd.readouterr().out)
    assert (answer["addresses"], answer["captures"], answer["complete"]) == (5, 5, True)
    assert (answer["known"], answer["missing"], answer["share"]) == (1, 1, 0.5)
    assert answer["by_year"] == {"2019": {"known": 1, "missing": 1, "share": 0.5}}
    assert answer["by_column"] == {"news": {"known": 1, "missing": 1, "share": 0.5}}
    assert answer["by_reason"]["other-section"] == 1
    assert list(rows(site)) == ["/news/lost-a", "/tags/lost-a"]


@pytest.mark.long
def test_reading_goes_on_after_the_key_and_after_the_cap(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    add(site, archive, *(f"/news/lost-{number}" for number in range(5_500)))
    assert report(site, archive, "--most", "10") == DONE
    message = capfd.readouterr().err
    assert "5000 captures were read, and the archive has more" in message
    assert len(rows(site)) == 5_000
    assert report(site, archive) == DONE
    assert len(archive.asked) == 2 and "resumeKey=" in archive.asked[1]
    assert len(rows(site)) == 5_500
    assert report(site, archive) == DONE
    assert len(archive.asked) == 2, "what was read is not asked for again"
    assert report(site, archive, "--again", "--most", "1") == DONE
    assert len(archive.asked) == 3 and "resumeKey=" not in archive.asked[2]


def test_an_archive_that_is_busy_is_asked_again_when_it_says(
    site: SmallPortal, archive: WaybackMachine
):
    add(site, archive, "/news/lost-a")
    archive.refusals = [(429, {"Retry-After": "60"}, "Too Many Requests")]
    assert report(site, archive) == DONE
    assert list(rows(site)) == ["/news/lost-a"]


@pytest.mark.long
def test_an_archive_that_refuses_ends_the_command_and_the_next_one_goes_on(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    add(site, archive, *(f"/news/lost-{number}" for number in range(5_001)))
    assert report(site, archive, "--most", "1") == DONE
    archive.refusals = [(503, {}, "<html>Service\nUnavailable</html>")] * 2
    assert report(site, archive) == REFUSED
    message = capfd.readouterr().err
    assert "the archive answers 503: <html>Service Unavailable</html>" in message
    assert "Run the same command again later" in message
    asked = len(archive.asked)
    assert report(site, archive) == DONE
    assert len(archive.asked) == asked + 1
    assert len(rows(site)) == 5_001


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            (200, {}, "<!DOCTYPE html><title>Wayback Machine</title>"),
            "not the JSON of a CDX server",
        ),
        ((200, {}, '["urlkey"'), "not the JSON of a CDX server"),
        ((200, {}, '[["a", "b"], ["c", "d"]]'), "not the JSON of a CDX server"),
        (
            (200, {}, '[["timestamp", "original"], ["1", "http://a.example/"]]'),
            "no row of a CDX server: 1 with no time of 14 digits",
        ),
        ((404, {}, "<html>Not here</html>"), "the archive answers 404: <html>Not here</html>"),
    ],
)
def test_what_is_no_answer_of_a_cdx_server_is_named(
    site: SmallPortal,
    archive: WaybackMachine,
    answer: tuple[int, dict[str, str], str],
    words: str,
    capfd: pytest.CaptureFixture[str],
):
    archive.refusals = [answer]
    assert report(site, archive) == USAGE
    message = capfd.readouterr().err
    assert words in message
    assert "Give the address of its CDX API, such as https://web.archive.org/" in message


def test_an_archive_that_knows_nothing_is_doubted(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    assert report(site, archive) == PROBLEMS
    assert "has no address of the portal; check that it is the CDX API of" in capfd.readouterr().err


def test_patterns_are_asked_for_in_place_of_the_hosts(site: SmallPortal, archive: WaybackMachine):
    add(site, archive, "/news/lost-a", "/other/lost-a")
    assert report(site, archive, "--url", f"{site.base}/news/*") == DONE
    assert list(rows(site)) == ["/news/lost-a"]
    assert "matchType=prefix" in archive.asked[0]


def test_a_damaged_file_is_named_with_its_cure(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    (site.corpus / NAME).write_bytes(b"no database " * 100)
    assert report(site, archive) != DONE
    message = capfd.readouterr().err
    assert NAME in message and "remove the file" in message
