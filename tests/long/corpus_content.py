"""What a corpus holds, as values that can be compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.base.model.capture import MADE_UP
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.output_version import CAPTURES


@dataclass(frozen=True)
class Content:
    """Articles by canonical address: state, reason, other addresses, file; the stored pages with
    their digests; the TEI files. What may differ between two crawls is left out."""

    articles: dict[str, tuple[object, ...]]
    payloads: frozenset[tuple[object, ...]]
    tei: dict[str, bytes] = field(repr=False)

    def without(self, url: str) -> Content:
        """The same without one article."""
        file = self.articles[url][-1] if url in self.articles else None
        return Content(
            {key: value for key, value in self.articles.items() if key != url},
            frozenset(p for p in self.payloads if p[0] != url),
            {path: content for path, content in self.tei.items() if path != file},
        )


def content_of(folder: Path, portal: str, ignored: str = "\n") -> Content:
    """``ignored``: a part of the addresses whose stored pages look different each time."""
    with view_corpus(folder, portal) as corpus:
        frontier = corpus.frontier
        articles = {
            a.canonical: (a.requested, a.state, a.reason, *frontier.aliases(a.canonical), a.tei)
            for a in frontier.articles()
        }
        # which address is made up, and whether one is, depends on what a run has read
        made_up = {fetch.url for fetch in corpus.captures.fetches_of_levels(MADE_UP)}
        payloads = frozenset(
            (c.url, c.status, c.payload_digest, c.body_digest, c.truncated)
            for c in corpus.captures.all()
            if ignored not in c.url and c.url not in made_up
        )
    return Content(articles, payloads, tei_files(folder))


def tei_files(folder: Path) -> dict[str, bytes]:
    top = folder / "tei"
    return {
        path.relative_to(top).as_posix(): CAPTURES.sub(b"", path.read_bytes())
        for path in sorted(top.rglob("*.xml"))
    }


def assert_sound(folder: Path, portal: str) -> None:
    """No half-written file is left, every digest is right for us and for warcio, the index fits."""
    assert not list(folder.rglob("*.new*")) and not list(folder.rglob("*.tmp*"))
    assert verify_corpus(folder, portal).findings == ()
    for path in sorted((folder / "warc").glob("*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, check_digests=True):
                record.raw_stream.read()
                assert record.digest_checker.passed is not False, path.name
