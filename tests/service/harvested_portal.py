"""A small portal whose corpus catalogues harvest, and search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from running_service import Service, running_service
from small_portal import Answer, article, listing, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.cli.main import main

NUMBER = 230
RULES = """title: Das Echo
language: de
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}, metadata: {published: {meta: day}, authors: .by}}
corpus:
  title: Echo-Korpus
  doi: 10.5281/zenodo.1
  licence: CC BY 4.0
  editors: [{name: "Editor, Anna"}]
"""
RESERVED = (("Content-Type", "text/html; charset=utf-8"), ("TDM-Reservation", "1"))


@contextmanager
def serve_harvested(folder: Path) -> Iterator[tuple[Service, str, str]]:
    """The service, the address of the portal, and the id of an article that was withdrawn."""
    pages: dict[str, Any] = {"/list": listing(*(f"/{n}" for n in range(NUMBER)))}
    for n in range(NUMBER):
        words = f"Der Zug nach Norden fährt heute an Gleis {n} ab und hält nirgends mehr wie sonst"
        text = f'<span class="by">Eva Rot</span> {words} & <b>immer</b>. Kennwort{n}x.'
        page = article(text, f'<meta name="day" content="20{20 + n % 3}-03-04">')
        pages[f"/{n}"] = Answer(page, headers=RESERVED) if n == 7 else page
    with small_portal(folder, pages) as portal:
        portal.executor = "serial"
        portal.crawl(RULES)
        corpora = folder / "corpora"
        corpora.mkdir()
        portal.corpus.rename(corpora / "small")
        base = portal.base
    words = [str(folder / "portal.yaml"), "--corpus", str(corpora / "small")]
    gone = f"{base}/{NUMBER - 1}"
    assert main(["withdraw", words[0], gone, "--reason", "by order", *words[1:]]) in (0, 1)
    with running_service(folder, "portal.yaml", "--corpus", "corpora", "--harvest") as service:
        service.client.description = None
        yield service, base, article_id(gone)
