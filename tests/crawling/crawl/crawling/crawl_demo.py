"""A crawl of the demo portal, and the content of a corpus as values that can be compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.view import view_corpus

CONFIG = data_folder("examples") / "demo.yaml"
GROWING = "/friss/"
"""The column that grows while it is walked: its archive pages look different each time."""


class Hasty(SystemClock):
    """The system time, without sleeping."""

    def sleep(self, seconds: float) -> None:
        pass


def demo_portal() -> Portal:
    return load_portal(CONFIG)


def run_crawl(
    server: DemoServer,
    folder: Path,
    portal: Portal | None = None,
    store: StoreOptions | None = None,
    **options: Any,
) -> Summary:
    """Run ``curator crawl`` through the server, without sleeping, in this process alone; the crawl
    that all tests share has workers."""
    return crawl(
        portal or demo_portal(),
        folder,
        CrawlOptions(proxy=server.proxy, **options),
        Runtime(clock=Hasty(), store=store, executor="serial"),
    )


def run_build(folder: Path, portal: Portal | None = None, **options: Any) -> Summary:
    """Run ``curator build``, without a server, in this process alone."""
    return build(
        portal or demo_portal(), folder, BuildOptions(**options), Runtime(executor="serial")
    )


def repeated(addresses: Sequence[str]) -> list[str]:
    """Return the items that occur more than once."""
    return sorted(address for address, count in Counter(addresses).items() if count > 1)


def plain(address: str) -> str:
    """Return the canonical address of one that an archive page lists, written down here by hand:
    without click tracking and the mobile site. Redirects are not resolved."""
    return re.sub(r"[?&]utm_.*", "", address).replace("http://m.", "http://")


@contextmanager
def requests_of(server: DemoServer) -> Iterator[list[str]]:
    """Yield the list of the addresses that the server gets inside the block, in their order."""
    before, found = len(server.log), list[str]()
    yield found
    found += [served.address for served in server.log[before:]]


def tei_files(folder: Path) -> dict[str, bytes]:
    """Return all files below tei/ by their path."""
    top = folder / "tei"
    return {
        p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*")) if p.is_file()
    }


def without_captures(content: bytes) -> bytes:
    """Return a TEI document without the part that depends on when and how it was fetched."""
    rest, count = re.subn(
        rb'<listBibl type="captures">.*?</listBibl>', b"", content, flags=re.DOTALL
    )
    assert count == 1, content[:200]
    return rest


@dataclass(frozen=True)
class Holdings:
    """The content of a corpus, without what may differ between two crawls of a portal: times,
    record ids, and the archive pages of the column that grows while it is walked."""

    articles: dict[str, tuple[object, ...]]
    payloads: set[tuple[object, ...]]
    walks: dict[tuple[str, int, str], bool]
    problems: list[tuple[str, str]]
    tei: dict[str, bytes] = field(repr=False)


def holdings(folder: Path) -> Holdings:
    with view_corpus(folder, "demo") as corpus:
        frontier = corpus.frontier
        return Holdings(
            articles={
                a.canonical: (
                    a.requested,
                    a.column,
                    a.state,
                    a.reason,
                    a.evidence,
                    a.tei,
                    *frontier.aliases(a.canonical),
                )
                for a in frontier.articles()
            },
            payloads={
                (
                    c.url,
                    c.status,
                    c.payload_digest,
                    c.body_digest,
                    c.truncated,
                    c.origin and c.origin.level,
                )
                for c in corpus.captures.all()
                if GROWING not in c.url
            },
            walks={
                (w.key.column, w.key.span, w.key.window): w.complete for w in corpus.walks.all()
            },
            problems=[(p.kind, p.where) for p in corpus.run_log.problems()],
            tei={
                path: without_captures(content)
                for path, content in tei_files(folder).items()
                if path.endswith(".xml")
            },
        )


@dataclass(frozen=True)
class Stored:
    """A WARC record, read by warcio instead of our own code. ``block`` is verbatim, with the HTTP
    head."""

    kind: str
    url: str | None
    id: str
    concurrent: tuple[str, ...]
    truncated: str | None
    block: bytes
    file: str
    position: int


def stored_records(folder: Path, number_of_bytes: int | None = None) -> list[Stored]:
    found = []
    for path in sorted((folder / "warc").glob("*.warc.gz")):
        with path.open("rb") as stream:
            for position, record in enumerate(ArchiveIterator(stream, no_record_parse=True)):
                head = record.rec_headers
                found.append(
                    Stored(
                        record.rec_type,
                        head.get_header("WARC-Target-URI"),
                        head.get_header("WARC-Record-ID"),
                        tuple(
                            value
                            for name, value in head.headers
                            if name.lower() == "warc-concurrent-to"
                        ),
                        head.get_header("WARC-Truncated"),
                        record.raw_stream.read(),
                        path.name,
                        position,
                    )
                )
    return found


def assert_warcio_check_passes(folder: Path) -> None:
    """Check as ``warcio check`` does: every digest is right, and every record with a block has
    one."""
    for path in sorted((folder / "warc").glob("*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, check_digests=True):
                record.content_stream().read()
                assert record.digest_checker.passed is not False, (
                    path.name,
                    record.digest_checker.problems,
                )
