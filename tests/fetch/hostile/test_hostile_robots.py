"""Faulty robots.txt files: truncated, broken, redirected, with delays of years."""

from __future__ import annotations

import gzip
import resource
import time
import zlib
from pathlib import Path

import pytest
from hostile_server import answer, closed_port, crawl, flood, hostile_portal, listing, moved, page
from long_parameters import one_in

from webarticlecurator.fetch.polite_client import MAX_DELAY, Robots

PAGES = {"/list": listing("/a", "/b"), "/a": page("a"), "/b": page("b")}
RULES = "User-agent: *\nDisallow: /a\n"
GZIP = gzip.compress(RULES.encode() * 100)

CUT = {
    "in the body": answer(RULES).replace(b"Disallow: /a\n", b""),
    "in a chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nUser-agent: *\r\n",
    "in the head": b"HTTP/1.1 200 OK\r\nContent-Ty",
    "between the lines of the head": b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n",
    "after the status": b"HTTP/1.1 200 OK\r\n",
    "in the status": b"HTTP/1.1 200 O",
    "before all": b"",
    "no HTTP": b"hello\r\n\r\n",
}


@pytest.mark.parametrize("robots", one_in(3, CUT.values()), ids=CUT.keys())
def test_a_truncated_file_is_unreachable_and_stops_the_crawl(tmp_path: Path, capsys, robots: bytes):
    with hostile_portal(PAGES | {"/robots.txt": robots}) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert found.code == 3
        assert "robots.txt cannot be read" in found.summary["stopped"]
        assert set(portal.paths()) == {"/robots.txt"}
        portal.answers["/robots.txt"] = answer(RULES)
        again = crawl(portal, tmp_path, capsys)
        assert (again.code, again.articles) == (0, {"/a": "robots", "/b": "tei"})


def test_a_file_whose_body_drips_is_unreachable(tmp_path: Path, capsys):
    drip = flood(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b"x", 0.1)
    with hostile_portal(PAGES | {"/robots.txt": drip}) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.seconds < 10) == (3, True)


def test_a_truncated_file_of_another_origin_stops_that_origin_only(tmp_path: Path, capsys):
    with (
        hostile_portal({"/robots.txt": CUT["in the body"]}) as other,
        hostile_portal(PAGES) as portal,
    ):
        portal.answers["/list"] = listing(*(f"{other.base}/{n}" for n in range(20)), "/b")
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.summary["failed"], found.summary["tei"]) == (1, 20, 1)
        assert set(other.paths()) == {"/robots.txt"}
        assert set(found.articles.values()) == {"robots-unreachable", "tei"}


LED = {
    "within the site": {"/robots.txt": moved("/robots2.txt"), "/robots2.txt": answer(RULES)},
    "five times": {
        "/robots.txt": moved("/r1"),
        "/r1": moved("/r2"),
        "/r2": moved("/r3"),
        "/r3": moved("/r4"),
        "/r4": moved("/r5"),
        "/r5": answer(RULES),
    },
}


@pytest.mark.parametrize("answers", LED.values(), ids=LED.keys())
def test_redirects_of_robots_are_followed_and_its_rules_count(tmp_path: Path, capsys, answers):
    with hostile_portal(PAGES | answers) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, {"/a": "robots", "/b": "tei"})
        assert len(portal.paths()) == len(answers) + 2


def test_a_robots_txt_on_another_host_counts_for_the_requested_host(tmp_path: Path, capsys):
    with hostile_portal({"/r.txt": answer(RULES)}) as other:
        answers = PAGES | {"/robots.txt": moved(f"{other.base}/r.txt")}
        with hostile_portal(answers) as portal:
            found = crawl(portal, tmp_path, capsys)
            assert (found.code, found.articles) == (0, {"/a": "robots", "/b": "tei"})
            assert other.paths() == ["/r.txt"]


NOWHERE = {
    "in a circle": {"/robots.txt": moved("/r"), "/r": moved("/robots.txt")},
    "to itself": {"/robots.txt": moved("/robots.txt")},
    "to no address": {"/robots.txt": moved("http://[bad/")},
    "to mail": {"/robots.txt": moved("mailto:a@b")},
    "to a login page": {"/robots.txt": moved("/login"), "/login": page("log in")},
    "to a page that is not there": {"/robots.txt": moved("/none")},
    "over and over": {f"/{n or 'robots.txt'}": moved(f"/{n + 1}") for n in range(40)},
}


@pytest.mark.parametrize("answers", one_in(2, NOWHERE.values()), ids=NOWHERE.keys())
def test_redirects_without_a_target_mean_that_there_are_no_rules(tmp_path: Path, capsys, answers):
    with hostile_portal(PAGES | answers) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, {"/a": "tei", "/b": "tei"})
        assert len(portal.paths()) < 20


def test_a_robots_txt_that_redirects_to_a_closed_port_is_unreachable(tmp_path: Path, capsys):
    robots = moved(f"http://127.0.0.1:{closed_port()}/robots.txt")
    with hostile_portal(PAGES | {"/robots.txt": robots}) as portal:
        assert crawl(portal, tmp_path, capsys).code == 3


def test_thousands_of_names_and_rules_take_little_time_and_memory():
    names = "".join(f"User-agent: bot{n}\n" for n in range(10_000))
    rules = "".join(f"Disallow: /{n}\n" for n in range(10_000))
    began = time.process_time()
    robots = Robots.parse(
        200, f"{names}{rules}User-agent: *\nDisallow: /secret\n", "webarticlecurator/1.0"
    )
    assert [robots.allowed(f"http://echo.example/{path}") for path in ("7", "secret")] == [
        True,
        False,
    ]
    assert time.process_time() - began < 5


GROUPS = "User-agent: other\nUSERAGENT\tthird # x\nDisallow: /a\n\nUser agent : WebArticle*Curator\nDisallow: /b\n"


def test_the_groups_of_other_crawlers_do_not_count():
    robots = Robots.parse(200, GROUPS + "User-agent: x\nDisallow: /\n", "webarticlecurator")
    assert [robots.allowed(f"http://echo.example/{path}") for path in "ab"] == [True, False]


def test_a_decompression_bomb_is_read_to_the_limit(tmp_path: Path, capsys):
    coder = zlib.compressobj(1, zlib.DEFLATED, 31)
    begin = coder.compress(RULES.encode()) + coder.flush(zlib.Z_FULL_FLUSH)
    # behind a full flush the same four million bytes become the same bytes each time
    bomb = begin + (coder.compress(b"#" * 4_000_000) + coder.flush(zlib.Z_FULL_FLUSH)) * 100
    robots = answer(bomb, "200 OK", "Content-Encoding: gzip")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with hostile_portal(PAGES | {"/robots.txt": robots}) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, {"/a": "robots", "/b": "tei"})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 250_000


DELAYS = [
    "Crawl-delay: 1000000000",
    "Crawl-delay: 1e308",
    "Request-rate: 1/999999999999999999999999",
    "Request-rate: 1/" + "9" * 400,
    "Request-rate: 1/9d",
]


@pytest.mark.parametrize("line", DELAYS)
def test_a_delay_of_years_is_cut(line: str):
    robots = Robots.parse(200, f"User-agent: *\n{line}\n", "x")
    assert robots.delay == MAX_DELAY < robots.asked_delay


@pytest.mark.parametrize(
    "value", ["nan", "inf", "-inf", "-3", "²", "1e999", "9" * 5000, "soon", "0"]
)
def test_a_delay_that_is_not_a_number_is_ignored(value: str):
    for name in ("Crawl-delay", "Request-rate"):
        robots = Robots.parse(200, f"User-agent: *\n{name}: {value}\n{name}: 1/{value}\n", "x")
        assert 0.0 <= robots.delay <= MAX_DELAY


def test_a_limited_delay_is_reported_once(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr("webarticlecurator.fetch.polite_client.MAX_DELAY", 0.2)
    robots = answer("User-agent: *\nCrawl-delay: 1000000000\n")
    with hostile_portal(PAGES | {"/robots.txt": robots}) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, {"/a": "tei", "/b": "tei"})
        assert found.output.count("1,000,000,000 seconds between requests (limited to 0.2)") == 1
        assert found.seconds > 0.4


@pytest.mark.parametrize(
    "value",
    one_in(
        2,
        ["²", "-5", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 01 May 99999 00:00:07 GMT"],
    ),
)
def test_a_strange_retry_after_fails_that_article_only(tmp_path: Path, capsys, value: str):
    refused = answer("later", "503 Service Unavailable", f"Retry-After: {value}")
    with hostile_portal(PAGES | {"/a": refused}) as portal:
        found = crawl(portal, tmp_path, capsys, fetch="delay: 0, retries: 1, timeout: 1")
        assert (found.code, found.articles) == (1, {"/a": "status-503", "/b": "tei"})
        assert found.seconds < 10


def test_a_broken_gzip_is_unreachable(tmp_path: Path, capsys):
    robots = answer(GZIP[: len(GZIP) // 2], "200 OK", "Content-Encoding: gzip")
    with hostile_portal(PAGES | {"/robots.txt": robots}) as portal:
        assert crawl(portal, tmp_path, capsys).code == 3
