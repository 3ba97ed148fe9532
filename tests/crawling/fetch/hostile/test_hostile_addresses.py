"""Links and redirects to invalid or dead addresses: each has a verdict, and the crawl goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile_server import FETCH, closed_port, crawl, hostile_portal, listing, moved, page

UNREADABLE = [
    "http://[bad/",
    "http://u:secret@[bad/",
    "//[::1",
    "http://127.0.0.1:99999/a",
    "http://127.0.0.1:abc/a",
    "http://127.0.0.1:0/a",
    "http://a..example/",
    "http://" + "a" * 64 + ".example/",
    "http://.example/",
    "http://ex%00ample/",
    "http://ex ample/",
    "http://\x01/",
    "http://☃☃" + "é" * 70 + ".example/",
    "http://127.0.0.1/" + "x" * 20_000,
    "ftp://127.0.0.1/a",
    "javascript:alert(1)",
    "data:text/html,hello",
    "mailto:editor@echo.example",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "unix:/run/socket",
]


def test_redirects_to_invalid_addresses_fail_those_articles_only(tmp_path: Path, capsys):
    wrong = {f"/a{number}": moved(location) for number, location in enumerate(UNREADABLE)}
    answers = {"/list": listing(*wrong, "/b"), **wrong, "/b": page("b")}
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys, fetch=f"{FETCH}, breaker: 100")
        assert found.articles == dict.fromkeys(wrong, "bad-address") | {"/b": "tei"}
        assert (found.code, found.summary["failed"], found.summary["tei"]) == (1, len(wrong), 1)
        assert [path for path in wrong if "secret" in found.evidence[path]] == []
        portal.answers |= {path: page(path) for path in wrong}
        again = crawl(portal, tmp_path, capsys)
        assert (again.code, again.articles) == (0, dict.fromkeys([*wrong, "/b"], "tei"))


LINKED = [
    "http://127.0.0.1:99999/a",
    "http://127.0.0.1:abc/a",
    "http://127.0.0.1:0/a",
    "http://a..example/",
    "http://" + "a" * 64 + ".example/",
    "http://ex%00ample/",
    "http://ex\x01ample/\x02",
    "http://☃☃" + "é" * 70 + ".example/",
    "/x" * 9_000,
    "http://127.0.0.1:١٢/",
    "http://a&gt;",
    "http://&quot;echo.example&lt;",
]


def test_invalid_links_are_rejected_and_never_requested(tmp_path: Path, capsys):
    others = [
        "ftp://127.0.0.1/a",
        "javascript:alert(1)",
        "mailto:a@echo.example",
        "data:,x",
        "http://[bad/",
    ]
    answers = {"/list": listing(*LINKED, *others, "/b"), "/b": page("b")}
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys)
        assert found.summary["rejected"] == {"bad-address": len(LINKED)}
        assert (found.code, found.articles["/b"], found.summary["failed"]) == (0, "tei", 0)
        assert portal.paths() == ["/robots.txt", "/list", "/b"]
        (found.folder / "corpus.sqlite").unlink()
        again = crawl(portal, tmp_path, capsys)
        assert (again.code, again.articles) == (0, found.articles)
        assert portal.paths()[3:] == ["/robots.txt", "/list"]


def test_control_characters_and_lone_surrogates_do_not_stop_a_crawl(tmp_path: Path, capsys):
    text = 'archive: {url: BASE/list, links: {json: "[].u"}}\narticle: {body: {root: article}}\n'
    body = rb'[{"u": "/a\ud800"}, {"u": "http://\ud800/"}, {"u": "/a\u0000b"}, {"u": "http://a\u0000b/"}, {"u": "/b"}]'
    listed = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + body
    with hostile_portal({"/list": listed, "/b": page("b")}) as portal:
        found = crawl(portal, tmp_path, capsys, text=text)
        assert (found.code, found.articles["/b"]) == (0, "tei")
        assert found.summary["articles"] == 5
        assert crawl(portal, tmp_path, capsys, text=text).code == 0


@pytest.mark.parametrize(
    ("scheme", "robots"),
    [
        ("http", "obey"),
        ("https", "ignore"),
        pytest.param("http", "ignore", marks=pytest.mark.long),
        pytest.param("https", "obey", marks=pytest.mark.long),
    ],
)
def test_fifty_links_to_a_closed_port_do_not_end_the_crawl(
    tmp_path: Path, capsys, scheme: str, robots: str
):
    port = closed_port()
    dead = [f"{scheme}://127.0.0.1:{port}/{n}" for n in range(50)]
    articles = [f"/a{n}" for n in range(50)]
    links = [link for pair in zip(dead, articles, strict=True) for link in pair]
    answers = {"/list": listing(*links)} | {path: page(path) for path in articles}
    with hostile_portal(answers) as portal:
        found = crawl(
            portal, tmp_path, capsys, fetch=f"delay: 0, retries: 0, timeout: 2, robots: {robots}"
        )
        assert (found.code, found.summary["tei"], found.summary["failed"]) == (1, 50, 50)
        assert "stopped" not in found.summary
        assert {found.articles[url] for url in dead} <= {
            "robots-unreachable",
            "connect",
            "unreachable",
        }


@pytest.mark.long
def test_redirects_to_unavailable_https_fail_those_articles_only(tmp_path: Path, capsys):
    with hostile_portal({}) as portal:
        https = f"https://127.0.0.1:{portal.port}/"
        portal.answers = {"/list": listing(*(f"/{n}" for n in range(12)), "/b"), "/b": page("b")}
        portal.answers["/"] = page("home")  # asked before the crawl would stop: the portal is well
        portal.answers |= {f"/{n}": moved(f"{https}{n}") for n in range(12)}
        found = crawl(
            portal, tmp_path, capsys, fetch="delay: 0, retries: 0, timeout: 1, robots: ignore"
        )
        assert (found.code, found.articles["/b"], found.summary["failed"]) == (1, "tei", 12)


def test_a_bad_next_page_is_a_problem_and_the_crawl_goes_on(tmp_path: Path, capsys):
    text = (
        "archive: {links: h2 a, pagination: {mode: next-link, next: a.next}, columns: {x: {url: BASE/x}, y: {url: BASE/y}}}\n"
        "article: {body: {root: article}}\n"
    )
    first = listing("/a", following="http://127.0.0.1:99999/")
    answers = {"/x": first, "/y": listing("/b"), "/a": page("a"), "/b": page("b")}
    with hostile_portal(answers) as portal:
        found = crawl(portal, tmp_path, capsys, text=text)
        assert (found.code, found.articles) == (1, {"/a": "tei", "/b": "tei"})
        assert found.problems() == {"archive-page-failed"}
