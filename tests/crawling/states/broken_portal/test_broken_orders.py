"""What becomes of articles follows from the stored records alone, in whatever order they are read.

A portal has a random history: a page, an edited or a shorter one, 404, 410, 500, no page, an error
or a notice with status 200, redirects to another article, to a gate, home, and to another host, for
one article or for many in a row, in two to four crawls that are less or more than ``fetch.confirm``
apart. The states of the articles, the captures that are used, the TEI and the numbers of ``status``
are the same

- as the crawls have left them, with builds, and with rebuilds of the index, between them;
- after ``verify --rebuild`` and ``build``;
- after ``build --all``;
- after ``build --warc`` with the WARC files in any order, in a corpus that has nothing else.

The last one differs in what counts the files of the corpus itself, which has none
(``archive_pages``, ``warc_bytes``, ``lists``). ``layout-drift`` is left out: it compares what one crawl adds
with what was there before, and so depends on how much was built at once.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from answer_histories import crawl_history
from long_parameters import always
from small_portal import SmallPortal, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.storage.store.view import view_corpus

OF_FILES = ("archive_pages", "warc_bytes", "lists")
"""Keys of ``status --json`` that depend on the files of a corpus, and on its walks."""


@dataclass(frozen=True)
class Made:
    """What a corpus holds: path of an article → state, reason, the records that its TEI is made of;
    path of a TEI file → its bytes; and the numbers of ``status --json``."""

    articles: dict[str, tuple[str, str | None, tuple[str | None, ...]]]
    tei: dict[str, bytes]
    status: dict[str, Any]


def read_made(portal: SmallPortal, config: Portal, folder: Path) -> Made:
    with view_corpus(folder, "small") as corpus:
        articles = {
            row.canonical.removeprefix(portal.base): (
                row.state,
                row.reason,
                tuple(
                    page.record_id
                    for page in corpus.frontier.pages(row.canonical)
                    if row.state == "tei"
                ),
            )
            for row in corpus.frontier.articles()
        }
    top = folder / "tei"
    tei = {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*.xml")}
    status = read_status(config, folder).as_json()
    for key in OF_FILES:
        del status[key]
    status["problems"].pop("layout-drift", None)
    return Made(articles, tei, status)


def make_rebuilt(portal: SmallPortal, config: Portal) -> Made:
    folder = shutil.copytree(portal.corpus, portal.folder / "rebuilt")
    rebuild_corpus(config, folder, portal.runtime)
    build(config, folder, None, portal.runtime)
    return read_made(portal, config, folder)


def make_all(portal: SmallPortal, config: Portal) -> Made:
    folder = shutil.copytree(portal.corpus, portal.folder / "all")
    build(config, folder, BuildOptions(everything=True), portal.runtime)
    return read_made(portal, config, folder)


def make_of_warcs(portal: SmallPortal, config: Portal, random: Random) -> Made:
    warcs = sorted((portal.corpus / "warc").iterdir())
    random.shuffle(warcs)
    folder = portal.folder / "warcs"
    build(config, folder, BuildOptions(warcs=tuple(warcs)), portal.runtime)
    return read_made(portal, config, folder)


FOUND = (327, 479, 516, 818)
"""Seeds of histories that once differed, each for a reason of its own."""


@pytest.mark.parametrize("seed", always((479,), (*range(296), *FOUND)))
def test_the_records_alone_decide(seed: int, tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        portal.executor = "serial"
        config = crawl_history(portal, seed)
        crawled = read_made(portal, config, portal.corpus)
        assert make_rebuilt(portal, config) == crawled
        assert make_all(portal, config) == crawled
        assert make_of_warcs(portal, config, Random(seed)) == crawled
