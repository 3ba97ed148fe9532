"""Faulty robots.txt files: truncated, broken, redirected, with delays of years."""

from __future__ import annotations

import gzip
import resource
import zlib
from pathlib import Path

import pytest
from hostile_server import (
    FETCH,
    IMPATIENT,
    answer,
    closed_port,
    crawl,
    flood,
    hostile_portal,
    listing,
    moved,
    page,
)
from long_parameters import one_in

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
    "to another host": {"/robots.txt": moved("OTHER/r.txt")},
}
NOWHERE = {
    "in a circle": {"/robots.txt": moved("/r"), "/r": moved("/robots.txt")},
    "to itself": {"/robots.txt": moved("/robots.txt")},
    "to no address": {"/robots.txt": moved("http://[bad/")},
    "to mail": {"/robots.txt": moved("mailto:a@b")},
    "to a login page": {"/robots.txt": moved("/login"), "/login": page("log in")},
    "to a page that is not there": {"/robots.txt": moved("/none")},
    "over and over": {f"/{n or 'robots.txt'}": moved(f"/{n + 1}") for n in range(40)},
}
COUNT = (0, {"/a": "robots", "/b": "tei"})
"""Exit code and articles of a crawl for which the rules count; for one without rules; and for one that
is stopped, since the file cannot be read."""
NO_RULES = (0, {"/a": "tei", "/b": "tei"})
STOPPED = (3, {})
ANSWERS = [
    *(("cut " + name, {"/robots.txt": sent}, STOPPED) for name, sent in [*CUT.items()][::3]),
    ("status 503", {"/robots.txt": answer("later", "503 Service Unavailable")}, STOPPED),
    (
        "a body that drips",
        {"/robots.txt": flood(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b"x", 0.1)},
        STOPPED,
    ),
    (
        "half of a gzip file",
        {"/robots.txt": answer(GZIP[: len(GZIP) // 2], "200 OK", "Content-Encoding: gzip")},
        STOPPED,
    ),
    (
        "moved to a closed port",
        {"/robots.txt": moved("http://127.0.0.1:CLOSED/robots.txt")},
        STOPPED,
    ),
    *((f"moved {name}", answers, COUNT) for name, answers in LED.items()),
    *((f"moved {name}", answers, NO_RULES) for name, answers in [*NOWHERE.items()][::2]),
]
SELDOM = [
    *(("cut " + name, {"/robots.txt": sent}, STOPPED) for name, sent in CUT.items()),
    *((f"moved {name}", answers, NO_RULES) for name, answers in NOWHERE.items()),
]
NAMES = {name for name, *_ in ANSWERS}


@pytest.mark.parametrize(
    ("answers", "expected"),
    [pytest.param(*case, id=name) for name, *case in ANSWERS]
    + [
        pytest.param(*case, id=name, marks=pytest.mark.long)
        for name, *case in SELDOM
        if name not in NAMES
    ],
)
def test_what_a_crawl_makes_of_an_answer_for_robots_txt(
    tmp_path: Path, capsys, answers: dict[str, object], expected: tuple[int, dict[str, str]]
):
    """A file that cannot be read stops the crawl; the next one goes on."""
    with hostile_portal({"/r.txt": answer(RULES)}) as other, hostile_portal(PAGES) as portal:
        places = {b"OTHER": other.base.encode(), b"CLOSED": str(closed_port()).encode()}
        for path, sent in answers.items():
            for word, place in places.items():
                sent = sent.replace(word, place) if isinstance(sent, bytes) else sent
            portal.answers[path] = sent
        endless = callable(answers["/robots.txt"])
        found = crawl(portal, tmp_path, capsys, fetch=IMPATIENT if endless else FETCH)
        assert (found.code, found.articles, found.seconds < 10) == (*expected, True)
        assert len(portal.paths()) < 20
        if expected == STOPPED:
            assert "robots.txt cannot be read" in found.summary["stopped"]
            assert set(portal.paths()) == {"/robots.txt"}
            portal.answers["/robots.txt"] = answer(RULES)
            again = crawl(portal, tmp_path, capsys)
            assert (again.code, again.articles) == COUNT
        if expected == COUNT:
            assert len(portal.paths()) == len(answers) + 2
        assert other.paths() == (["/r.txt"] if b"OTHER" in str(answers).encode() else [])


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


def test_links_to_a_host_that_never_had_a_page_are_a_remark(tmp_path: Path, capsys):
    """Advertisements between the articles of a list; articles elsewhere stay a problem."""
    own = {"/a": page("a"), "/b": page("b"), "/c": page("c")}
    with (
        hostile_portal({"/robots.txt": CUT["before all"]}, "localhost") as other,
        hostile_portal(own) as portal,
    ):
        ads = [f"{other.base}/{number}" for number in range(2)]
        portal.answers["/list"] = listing("/a", ads[0], "/b", ads[1], "/c")
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.summary["failed"], found.summary["tei"]) == (0, 2, 3)
        assert found.output.count("other-hosts: 2 listed addresses are on other hosts from") == 1
        rows = (found.folder / "reports/problems.tsv").read_text().splitlines()[1:]
        assert {row.split("\t")[2]: row.split("\t")[0] for row in rows} == dict.fromkeys(ads, "no")

        portal.answers["/list"] = listing("/a", "/b", "/c", *ads, f"{other.base}/2")
        assert crawl(portal, tmp_path, capsys).code == 1  # as many as the articles

        other.answers = {"/1": page("1")}  # a host of articles
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.summary["failed"], found.summary["tei"]) == (0, 0, 4)
        other.answers = {"/robots.txt": CUT["before all"]}
        portal.answers["/list"] = listing("/a", "/b", "/c", *ads, f"{other.base}/9")
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.summary["failed"]) == (1, 1)


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


def test_a_limited_delay_is_reported_once(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr("webarticlecurator.crawling.fetch.robots.MAX_DELAY", 0.2)
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
