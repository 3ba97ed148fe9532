"""Commands that run rules: they name a rule that runs for ever, and end."""

from __future__ import annotations

import http.server
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from building_corpus import (
    ADDRESSES,
    ARCHIVE,
    ARTICLE,
    HEAD,
    adopted,
    build_here,
    corpus_of,
    page_of,
    write_config,
)

from webarticlecurator.cli.main import main

EVIL = "".join(f"<p><b><i>{n}</i></b></p>" for n in range(2500))
XPATH = "//*[count(//*[count(//*) > 0]) > 0]"
ENDLESS = ARTICLE + f"  metadata: {{title: [{{xpath: '{XPATH}'}}]}}\n"
HOOKS = """\
import threading

def title(page_text, url):
    if "evil" in url:
        threading.Event().wait()
    return ["A title of some words"]

def links(page_text, url):
    if "bad" in url:
        threading.Event().wait()
    return []
"""
"""Hooks that do not return from one page, and wait without work for the processor."""
LINE = "echo.yaml:13"
LIMIT = 3
"""Seconds of the processor for each page, which a new process needs for its imports, too."""
SHORT = 0.5
"""The same where a hook waits for ever, which ends after ten times as many seconds of the clock."""


def curator(
    folder: Path, *arguments: object, seconds: float = LIMIT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "webarticlecurator", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "CURATOR_PAGE_SECONDS": str(seconds)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [
        ("links", "--url", "https://echo.example/list/1", "--html", "evil.html"),
        pytest.param(
            ("links", "--article", "--url", ADDRESSES + "evil", "--html", "evil.html"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            ("extract", "--url", ADDRESSES + "evil", "--html", "evil.html"), marks=pytest.mark.long
        ),
        pytest.param(
            ("extract", "--explain", "--url", ADDRESSES + "evil", "--html", "evil.html"),
            marks=pytest.mark.long,
        ),
        pytest.param(("extract", "--url", ADDRESSES + "evil"), marks=pytest.mark.long),
        pytest.param(("learn",), marks=pytest.mark.long),
        pytest.param(("learn", "--jobs", "2"), marks=pytest.mark.long),
        pytest.param(("tags inventory", "--output", "x.tsv"), marks=pytest.mark.long),
        pytest.param(("report metadata",), marks=pytest.mark.long),
        pytest.param(("report unclaimed",), marks=pytest.mark.long),
        pytest.param(("check", "--record", ADDRESSES + "evil"), marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_the_rule_is_named_and_the_command_ends(tmp_path: Path, command: tuple[str, ...]):
    config, corpus = corpus_of(tmp_path, {"one": "<p>1</p>", "evil": EVIL})
    layout = f"  layouts: [{{name: x, when: {{xpath: '{XPATH}/zzz'}}, body: {{root: a}}}}]\n"
    write_config(
        tmp_path,
        ENDLESS + layout,
        archive=ARCHIVE.replace("links: h2", f"links: {{xpath: '{XPATH}'}}"),
    )
    (tmp_path / "evil.html").write_text(page_of(EVIL))
    verb, *options = command
    with_corpus = [] if "--html" in options else ["--corpus", corpus]
    began = time.monotonic()
    ended = curator(tmp_path, *verb.split(), config, *options, *with_corpus)
    assert time.monotonic() - began < 120
    assert ended.returncode in (1, 2), ended.stderr
    assert "Traceback" not in ended.stderr
    assert "echo.yaml:" in ended.stderr and f"ran for more than {LIMIT} seconds" in ended.stderr, (
        ended.stderr
    )


@pytest.fixture
def allowed(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    forked_workers: None,
) -> Callable[..., int]:
    """Run a command in this process that may call ``HOOKS``; return its exit code."""
    build_here(tmp_path_factory.mktemp("prepared"))
    (tmp_path / "endless.py").write_text(HOOKS, encoding="utf-8")
    monkeypatch.setenv("CURATOR_PAGE_SECONDS", str(SHORT))
    monkeypatch.chdir(tmp_path)
    return lambda *words: main([*map(str, words), "--allow-hooks"])


def test_expectations_that_cannot_be_compared_are_not_met(
    tmp_path: Path, allowed: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    config, corpus = adopted(tmp_path, {"one": "<p>1</p>", "evil": "<p>2</p>"})
    write_config(tmp_path, ARTICLE + "  metadata: {title: [{hook: 'endless:title'}]}\n")
    entries = (
        f"{ADDRESSES}evil, accepted: yes, title: x",
        f"{ADDRESSES}one, accepted: yes, first_words: A title",
    )
    (tmp_path / "echo.tests.yaml").write_text(
        "".join(f"- {{article: {entry}}}\n" for entry in entries)
    )
    assert allowed("check", config, "--tests", "--corpus", corpus) == 1
    shown = capsys.readouterr().out
    assert LINE in shown and "1 not as expected" in shown


@contextmanager
def portal_on_loopback(
    folder: Path, pages: dict[str, str], rules: str
) -> Iterator[tuple[Path, list[str]]]:
    """Yield a portal file whose portal answers on this machine, and the requested paths."""
    requested: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requested.append(self.path)
            body = pages.get(self.path)
            self.send_response_only(200 if body else 404)
            content = (body or "").encode()
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    config = folder / "echo.yaml"
    config.write_text(
        rules.replace("https://echo.example", f"http://127.0.0.1:{server.server_port}")
    )
    try:
        yield config, requested
    finally:
        server.shutdown()
        server.server_close()


CRAWLED = (
    HEAD
    + """fetch: {delay: 0.01}
archive:
  dates: none
  pagination: {mode: none}
  links: LINKS
  columns:
    bad: {url: "https://echo.example/list/bad"}
    good: {url: "https://echo.example/list/good"}
article:
  body: {root: article}
"""
)


def listing(*names: str) -> str:
    return (
        "<html><body>"
        + "".join(f'<h2><a href="/a/{name}">{name}</a></h2>' for name in names)
        + "</body></html>"
    )


@pytest.mark.long
def test_a_crawl_goes_on_past_archive_pages_and_articles_that_cannot_be_read(tmp_path: Path):
    pages = {"/list/bad": listing("x") + "<p>" + EVIL, "/list/good": listing("one", "evil", "two")}
    pages |= {
        "/a/one": page_of("<p>1</p>"),
        "/a/two": page_of("<p>2</p>"),
        "/a/evil": page_of(EVIL),
        "/a/x": page_of("<p>x</p>"),
    }
    rules = (
        CRAWLED.replace("LINKS", f"[h2, {{xpath: '{XPATH}/zzz'}}]")
        + f"  next_page: {{xpath: '{XPATH}/zzz'}}\n"
    )
    with portal_on_loopback(tmp_path, pages, rules) as (config, requested):
        ended = curator(tmp_path, "crawl", config)
        assert ended.returncode == 1 and "Traceback" not in ended.stderr, ended.stderr
        assert "2 in TEI" in ended.stderr and "1 failed" in ended.stderr
        assert (
            "archive-page-failed" in ended.stderr
            and "archive.links[1] (echo.yaml:8)" in ended.stderr
        )
        assert "article.next_page" in ended.stderr
        assert requested.count("/a/evil") == 1
        again = curator(tmp_path, "crawl", config)
        assert again.returncode == 1 and requested.count("/a/evil") == 1, (
            "it is tried again without a request"
        )
        mended = rules.replace(f"  next_page: {{xpath: '{XPATH}/zzz'}}\n", "").replace(
            f", {{xpath: '{XPATH}/zzz'}}", ""
        )
        port = config.read_text().partition("127.0.0.1:")[2].partition("/")[0]
        config.write_text(mended.replace("https://echo.example", f"http://127.0.0.1:{port}"))
        last = curator(tmp_path, "crawl", config, seconds=60)
        assert last.returncode == 0 and "4 in TEI" in last.stderr, last.stderr
        assert requested.count("/a/evil") == 1


def test_link_rules_that_became_endless_lose_nothing(
    tmp_path: Path, allowed: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    pages = {"/list/bad": listing("one"), "/list/good": listing("two")}
    pages |= {"/a/one": page_of("<p>1</p>"), "/a/two": page_of("<p>2</p>")}
    with portal_on_loopback(tmp_path, pages, CRAWLED.replace("LINKS", "h2")) as (config, _):
        assert allowed("crawl", config) == 0
        sound = config.read_text()
    tei = {path.name: path.read_bytes() for path in tmp_path.rglob("*.xml")}
    config.write_text(sound.replace("links: h2", "links: [h2, {hook: 'endless:links'}]"))
    capsys.readouterr()
    assert allowed("build", config) == 1
    assert "archive-page-unread" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*.xml")} == tei
    config.write_text(sound)
    assert allowed("build", config) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*.xml")} == tei
