"""A small corpus of pages in memory, made without a server from an adopted WARC file."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from pathlib import Path

from response_records import response_record

from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal

ADDRESSES = "https://echo.example/a/"
LIST = "https://echo.example/list/1"
HEAD = """portal: echo
home: https://echo.example/
language: en
"""
ARCHIVE = """archive:
  dates: none
  pagination: {mode: none}
  links: h2
  columns:
    news: {url: "https://echo.example/list/1"}
"""
ARTICLE = """article:
  match: "^https://echo[.]example/a/"
  body: {root: article}
"""


def page_of(text: str, title: str = "A title of some words") -> str:
    """Return the page of an article."""
    return f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>{text}</article></body></html>"


def write_warc(path: Path, pages: Mapping[str, str | bytes]) -> Path:
    """Write an uncompressed WARC file of response records: address → body."""
    with path.open("wb") as stream:
        for url, text in pages.items():
            body = text.encode("utf-8") if isinstance(text, str) else text
            stream.write(response_record(url, body, str(uuid.uuid5(uuid.NAMESPACE_URL, url))))
    return path


def write_config(
    folder: Path, article: str = ARTICLE, head: str = HEAD, archive: str = ARCHIVE
) -> Path:
    """Write the portal file and return its path."""
    config = folder / "echo.yaml"
    config.write_text(head + archive + article, encoding="utf-8")
    return config


def adopted(folder: Path, texts: Mapping[str, str], article: str = ARTICLE) -> tuple[Path, Path]:
    """Return a portal file, and a corpus with an article for each name of ``texts`` (name → HTML of
    the text), not built yet."""
    config = write_config(folder, article)
    pages = {
        ADDRESSES + name: page_of(text, f"A title of some {name}") for name, text in texts.items()
    }
    warc = write_warc(folder / "pages.warc", pages)
    assert adopt_warcs(load_portal(config), folder / "corpus", [warc]).captures == len(texts)
    return config, folder / "corpus"


def corpus_of(folder: Path, texts: Mapping[str, str], article: str = ARTICLE) -> tuple[Path, Path]:
    """Return the result of ``adopted`` with the corpus built."""
    config, corpus = adopted(folder, texts, article)
    # articles with one text have a problem
    assert build(load_portal(config), corpus).problems.keys() <= {"repeated-text"}
    return config, corpus


def build_here(folder: Path) -> None:
    """Build an article in this process, so that processes that are forked from it have what takes
    time at the first page: compiled patterns, the classifier."""
    config, corpus = adopted(folder, {"one": "<p>1</p>"})
    assert build(load_portal(config), corpus, None, Runtime(executor="serial")).ok


def tei_files(corpus: Path) -> dict[str, bytes]:
    """Return the files below tei/: path → bytes."""
    top = corpus / "tei"
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.xml"))}
