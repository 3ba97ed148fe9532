"""Corpora and a server for commands that are interrupted."""

from __future__ import annotations

import socket
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from response_records import response_record

from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.portal_file.config.load import load_portal

CONFIG = """portal: echo
home: https://echo.example/
language: en
archive:
  dates: none
  pagination: {mode: none}
  links: h2
  columns: {news: {url: "https://echo.example/list/1"}}
article:
  match: "^https://echo[.]example/a/"
  body: {root: article}
"""
ENDLESS = "  metadata: {section: [{xpath: '//*[count(//*[count(//*) > 0]) > 0]'}]}\n"
"""A rule that never comes to its end on the page ``evil``, and at once on the others."""


def page_of(title: str, text: str) -> str:
    return f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>{text}</article></body></html>"


def corpus_in(folder: Path, rules: str = "", count: int = 3) -> tuple[Path, Path]:
    """Return a portal file and a corpus of ``count`` articles, not built; with ``rules``, the
    article ``evil`` is added."""
    config = folder / "echo.yaml"
    config.write_text(CONFIG + rules, encoding="utf-8")
    pages = {
        f"n{number:04}": page_of(
            f"Title {number}", f"<p>The text of article number {number}.</p>" * 20
        )
        for number in range(count)
    }
    if rules:
        pages["evil"] = page_of("A title", "<p><b>x</b></p>" * 2000)
    warc = folder / "pages.warc"
    with warc.open("wb") as stream:
        for name, text in pages.items():
            url = f"https://echo.example/a/{name}"
            stream.write(
                response_record(url, text.encode("utf-8"), str(uuid.uuid5(uuid.NAMESPACE_URL, url)))
            )
    adopt_warcs(load_portal(config), folder / "corpus", [warc])
    return config, folder / "corpus"


@contextmanager
def slow_server(folder: Path) -> Iterator[tuple[Path, threading.Event]]:
    """Yield the file of a portal on loopback that accepts a request and does not answer, and an
    event that is set by then."""
    requested, over = threading.Event(), threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)

        def serve() -> None:
            open_ones = []
            while not over.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                open_ones.append(connection)
                connection.recv(4096)
                requested.set()
            for connection in open_ones:
                connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        config = folder / "echo.yaml"
        config.write_text(
            CONFIG.replace("https://echo.example", f"http://127.0.0.1:{server.getsockname()[1]}"),
            encoding="utf-8",
        )
        try:
            yield config, requested
        finally:
            over.set()
            thread.join()
