"""Material for the tests of the store: exchanges as servers send them, a fixed clock and fixed ids."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime, timezone
from io import StringIO
from itertools import count
from pathlib import Path
from uuid import UUID

import pytest
from warcio.cli import main as warcio

from webarticlecurator.base.model.capture import Exchange, Failure, Hop, Origin
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.adopted_captures import Adopted, Decide, adopt_captures
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus
from webarticlecurator.storage.store.foreign import ForeignWarcs

TIME = datetime(2024, 2, 3, 4, 5, 6, 789, tzinfo=timezone.utc)
ARTICLE = Origin("article", "news", 0, "2024-02-01", "2", "https://echo.example/news/")
ARCHIVE = Origin("archive", "news", 0, "2024-02-01", "1")


def options(
    events: Callable[[str], None] | None = None,
    max_bytes: int = 1_000_000_000,
    wal_after: int = 1,
) -> StoreOptions:
    return StoreOptions(
        now=lambda: TIME,
        events=events or (lambda _: None),
        max_bytes=max_bytes,
        software="test",
        wal_after=wal_after,
    )


def fixed_ids() -> Callable[[], UUID]:
    numbers = count(1)
    return lambda: UUID(int=next(numbers))


def hop(url: str, response: bytes, status: int = 200, **more: object) -> Hop:
    path = "/" + url.split("/", 3)[-1]
    request = f"GET {path} HTTP/1.1\r\nHost: echo.example\r\n\r\n".encode()
    return Hop(url, status, request, response, TIME, **more)  # type: ignore[arg-type]


def answer(
    body: bytes = b"<p>text</p>", *headers: bytes, line: bytes = b"HTTP/1.1 200 OK"
) -> bytes:
    return b"\r\n".join((line, b"Content-Type: text/html", *headers)) + b"\r\n\r\n" + body


def page(url: str, body: bytes = b"<p>text</p>") -> Exchange:
    return Exchange(url, (hop(url, answer(body)),))


def failure(url: str, kind: str = "dns") -> Exchange:
    return Exchange(url, (), Failure(kind, "no such host", TIME))


def chunked(body: bytes, size: int = 7) -> bytes:
    parts = [body[i : i + size] for i in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def gzipped(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def fill(folder: Path, number: int = 3, **more: object) -> None:
    """Make a corpus of ``number`` articles and one archive page."""
    with opened(folder, **more) as corpus:
        corpus.append(page("https://echo.example/news/"), ARCHIVE)
        for i in range(number):
            corpus.append(page(f"https://echo.example/{i}", b"<p>%d</p>" % i), ARTICLE)
            corpus.commit()


def opened(folder: Path, portal: str = "echo", **more: object) -> WritableCorpus:
    return open_corpus(folder, portal, options(**more))  # type: ignore[arg-type]


def warcs(folder: Path) -> list[Path]:
    return sorted((folder / "warc").glob("*.warc.gz"))


def articles_warc(folder: Path) -> Path:
    return next(path for path in warcs(folder) if "-articles-" in path.name)


def assert_warcio_accepts(folder: Path) -> None:
    """``warcio check`` accepts all files, and there is at least one."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as done:
        warcio(["check", "-v", *map(str, warcs(folder))])
    assert done.value.code == 0, out.getvalue() + err.getvalue()
    assert "digest pass" in out.getvalue()
    assert "fail" not in out.getvalue() and not err.getvalue(), out.getvalue() + err.getvalue()


def adopt(corpus: WritableCorpus, paths: Sequence[Path], decide: Decide) -> Adopted:
    """Copy what is wanted of WARC files into a corpus."""
    with ForeignWarcs(paths) as foreign:
        return adopt_captures(corpus, foreign, decide)
