"""Pages that are too large to be parsed: the article has a verdict, the archive page is failed, and
both are problems."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from webarticlecurator.cli.main import main
from webarticlecurator.pages.page.page_size_limits import MAX_ELEMENTS

CONFIG = """\
portal: echo
home: {home}/
fetch: {{delay: 0, retries: 0, robots: ignore, timeout: 20}}
archive: {{url: "{home}/list", dates: none, links: h2}}
article: {{body: {{root: main}}}}
"""
LARGE = "<b>a</b>" * (MAX_ELEMENTS + 1)
ARTICLE = f"<h1>Title</h1><main><p>{'some words here ' * 40}</p></main>"
LISTING = "<h2><a href=/a/1>one</a></h2><h2><a href=/a/2>two</a></h2>"


class Handler(BaseHTTPRequestHandler):
    pages: ClassVar[dict[str, str]] = {}

    def do_GET(self) -> None:
        body = self.pages.get(self.path, "").encode()
        self.send_response_only(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def config(tmp_path: Path) -> Iterator[Path]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = tmp_path / "echo.yaml"
    path.write_text(CONFIG.format(home=f"http://127.0.0.1:{server.server_port}"), encoding="utf-8")
    yield path
    server.shutdown()
    server.server_close()


def curator(verb: str, config: Path, *more: str) -> int:
    return main([verb, str(config), "--corpus", str(config.parent / "corpus"), *more])


def test_an_article_that_is_too_large_is_a_problem_and_the_others_are_built(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Handler.pages = {"/list": LISTING, "/a/1": LARGE, "/a/2": ARTICLE}
    assert curator("crawl", config) == 1
    assert "too-large" in "".join(capsys.readouterr())
    curator("status", config, "--json")
    found = json.loads(capsys.readouterr().out)
    assert (found["tei"], found["rejected"]) == (1, {"too-large": 1})


def test_an_archive_page_that_is_too_large_is_failed(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Handler.pages = {"/list": LISTING + LARGE, "/a/1": ARTICLE, "/a/2": ARTICLE}
    assert curator("crawl", config) == 1
    output = "".join(capsys.readouterr())
    assert "archive-page-failed" in output or "too large" in output
    Handler.pages["/list"] = LISTING
    assert curator("crawl", config) == 0
