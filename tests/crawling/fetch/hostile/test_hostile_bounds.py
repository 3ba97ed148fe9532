"""Endless and slow answers: each becomes a failure in time, and the crawl goes on."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from hostile_server import FETCH, answer, crawl, flood, hostile_portal, listing, page
from long_parameters import one_in

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
HTML = b"<html><body><article><p>words</p></article></body></html>"
WHOLE = b"%x\r\n%s\r\n" % (len(HTML), HTML)

ENDLESS = {
    "100 Continue": flood(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "100 Continue, dripped": flood(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.05),
    "103 Early Hints": flood(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 100),
    "one interim head": flood(b"HTTP/1.1 100 Continue\r\n", b"X-A: b\r\n" * 1000),
    "a line of an interim head": flood(b"HTTP/1.1 102 Processing\r\n", b"x" * 10_000),
    "the status line": flood(b"HTTP/1.1 200 ", b"x" * 10_000),
    "the status line, dripped": flood(b"HTTP/1.1 200 ", b"x", 0.05),
    "headers": flood(OK, b"X-A: b\r\n" * 1000),
    "headers, dripped": flood(OK, b"X-A: b\r\n", 0.05),
    "long headers": flood(OK, b"X-A: " + b"b" * 60_000 + b"\r\n"),
    "one header, dripped": flood(OK, b"X", 0.05),
    "chunk sizes, dripped": flood(CHUNKED, b"0", 0.05),
    "a chunk extension": flood(CHUNKED + b"5;", b"x" * 10_000),
    "chunks of a byte, dripped": flood(CHUNKED, b"1\r\nx\r\n", 0.05),
    "trailers": flood(CHUNKED + WHOLE + b"0\r\n", b"X-A: b\r\n" * 10_000),
    "trailers, dripped": flood(CHUNKED + WHOLE + b"0\r\n", b"X-A: b\r\n", 0.05),
    "a body, dripped": flood(OK + b"Content-Length: 99999\r\n\r\n", b"x", 0.05),
    "a body without length": flood(OK + b"Content-Type: text/html\r\n\r\n", b"x" * 100_000),
    "a body without length, dripped": flood(OK + b"\r\n", b"x", 0.05),
    "chunks": flood(CHUNKED, b"10000\r\n" + b"x" * 65536 + b"\r\n"),
    "nothing": flood(b"", b"", 0.05),
}


@pytest.mark.parametrize("talk", one_in(4, ENDLESS.values()), ids=ENDLESS.keys())
def test_an_answer_without_end_fails_in_time_and_the_crawl_goes_on(tmp_path: Path, capsys, talk):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answers = {"/list": listing("/a", "/b"), "/a": talk, "/b": page("b")}
    with hostile_portal(answers) as portal:
        found = crawl(
            portal, tmp_path, capsys, fetch="delay: 0, retries: 0, timeout: 0.6, max_bytes: 2000000"
        )
        assert found.articles["/b"] == "tei"
        assert found.articles["/a"] in ("truncated", "timeout", "bad-response", "disconnect")
        assert (found.code, found.summary["failed"]) == (1, 1)
        assert found.seconds < 8
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
        portal.answers["/a"] = page("a")
        assert crawl(portal, tmp_path, capsys).code == 0


CUT = {
    "in a line of the head": OK + b"Content-Type: text/ht",
    "between lines of the head": OK + b"Content-Type: text/html\r\n",
    "after the status": OK,
    "in the status": b"HTTP/1.1 200",
    "after 100 Continue": b"HTTP/1.1 100 Continue\r\n\r\n",
    "in 100 Continue": b"HTTP/1.1 100 Continue\r\nX",
    "in a redirect": b"HTTP/1.1 302 Found\r\nLocation: /b",
    "in a 404": b"HTTP/1.1 404 Not Found\r\nContent-Le",
}


def test_articles_with_a_truncated_head_are_failures(tmp_path: Path, capsys):
    cut = {f"/{name.replace(' ', '-')}": head for name, head in CUT.items()}
    answers = {"/list": listing(*cut, "/b"), **cut, "/b": page("b")}
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys, fetch=f"{FETCH}, breaker: 100")
        assert found.articles == dict.fromkeys(cut, "disconnect") | {"/b": "tei"}
        assert found.code == 1
        portal.answers |= {path: page(path) for path in cut}
        again = crawl(portal, tmp_path, capsys, fetch="delay: 0, retries: 0, timeout: 30")
        expected = (0, dict.fromkeys([*cut, "/b"], "tei"), set())
        assert (again.code, again.articles, again.problems()) == expected


@pytest.mark.parametrize("cut", one_in(3, CUT.values()), ids=CUT.keys())
def test_an_archive_page_with_a_truncated_head_is_a_failure(tmp_path: Path, capsys, cut: bytes):
    with hostile_portal({"/list": cut, "/a": page("a"), "/b": page("b")}) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.problems()) == (1, {"archive-page-failed"})
        portal.answers["/list"] = listing("/a", "/b")
        again = crawl(portal, tmp_path, capsys)
        expected = (0, {"/a": "tei", "/b": "tei"}, set())
        assert (again.code, again.articles, again.problems()) == expected


def test_an_archive_page_with_a_truncated_head_is_not_an_empty_day(tmp_path: Path, capsys):
    text = (
        'archive: {url: "BASE/{date:%Y-%m-%d}", dates: {from: 2020-01-01, until: 2020-01-02}, links: h2 a}\n'
        "article: {body: {root: article}}\n"
    )
    answers = {
        "/2020-01-01": listing("/a"),
        "/2020-01-02": OK + b"Content-Le",
        "/a": page("a"),
        "/b": page("b"),
    }
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys, text=text)
        assert (found.code, found.problems(), found.articles) == (
            1,
            {"archive-page-failed"},
            {"/a": "tei"},
        )
        portal.answers["/2020-01-02"] = listing("/b")
        assert crawl(portal, tmp_path, capsys, text=text).articles == {"/a": "tei", "/b": "tei"}


def test_interim_answers_are_passed_over_and_not_stored(tmp_path: Path, capsys):
    interim = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
    answers = {"/list": listing("/a"), "/a": interim + page("a")}
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, {"/a": "tei"})
        (found.folder / "corpus.sqlite").unlink()
        assert crawl(portal, tmp_path, capsys).articles == {"/a": "tei"}


BROKEN = {
    "conflicting lengths": OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "no HTTP": b"SSH-2.0-OpenSSH_9.6\r\n",
    "a status that is no number": b"HTTP/1.1 2\xb20 OK\r\n\r\n",
    "101 headers": OK + b"X-A: b\r\n" * 101 + b"\r\n",
    "a negative chunk": CHUNKED + b"-5\r\nhello\r\n0\r\n\r\n",
    "a chunk that is no number": CHUNKED + b"zz\r\nhello\r\n0\r\n\r\n",
    "a huge chunk": CHUNKED + b"f" * 60 + b"\r\nhello",
    "a huge length": OK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\nhello",
    "switching protocols": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
}


def test_an_answer_that_is_not_http_has_a_verdict(tmp_path: Path, capsys):
    broken = {f"/{name.replace(' ', '-')}": sent for name, sent in BROKEN.items()}
    answers = {"/list": listing(*broken, "/b"), **broken, "/b": page("b")}
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys, fetch=f"{FETCH}, breaker: 100")
        assert found.articles.pop("/b") == "tei"
        assert set(found.articles) == set(broken)
        assert not set(found.articles.values()) & {"pending", "stored"}
        assert "Traceback" not in found.output


def test_a_cookie_on_every_page_does_not_make_every_later_page_refuse(tmp_path: Path, capsys):
    def cookie(number: int) -> bytes:
        return page(f"a{number}").replace(
            b"\r\n", b"\r\nSet-Cookie: seen%d=%s; Path=/\r\n" % (number, b"x" * 1000), 1
        )

    answers = {f"/{n}": cookie(n) for n in range(40)}
    with hostile_portal(answers | {"/list": listing(*answers)}) as portal:
        found = crawl(
            portal,
            tmp_path,
            capsys,
            fetch="delay: 0, retries: 0, timeout: 1, cookies: {consent: yes}",
        )
        assert found.summary["tei"] == 40
        assert max(map(len, portal.requested)) < 18_000
        assert all(b"consent=yes" in head for head in portal.requested)


UNPARSABLE = (
    "Max-Age=\xb2",
    "expires=Fri, 31 Dec 99999999 23:59:59 GMT",
    "Max-Age=" + "9" * 5000,
    "Port=\xb2",
)


def test_unparsable_cookies_are_ignored(tmp_path: Path, capsys):
    def page_with(number: int, rest: str) -> bytes:
        cookie = f"\r\nSet-Cookie: a=b; {rest}\r\nSet-Cookie2: c=d; Version=1; {rest}\r\n"
        return page(f"a{number}").replace(b"\r\n", cookie.encode("latin-1"), 1)

    answers = {f"/{number}": page_with(number, rest) for number, rest in enumerate(UNPARSABLE)}
    with hostile_portal({"/list": listing(*answers), **answers}) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, dict.fromkeys(answers, "tei"))
        assert "Traceback" not in found.output


def test_a_crawl_of_a_portal_that_drips_every_answer_ends(tmp_path: Path, capsys):
    drip = flood(OK, b"X", 0.05)
    answers = {
        "/robots.txt": answer("", "404 Not Found"),
        "/list": listing(*(f"/{n}" for n in range(9))),
    }
    with hostile_portal(answers | {f"/{n}": drip for n in range(9)}) as portal:
        found = crawl(
            portal, tmp_path, capsys, fetch="delay: 0, retries: 0, timeout: 0.05, breaker: 4"
        )
        assert (found.code, "refused 4 requests in a row" in found.summary["stopped"]) == (3, True)
