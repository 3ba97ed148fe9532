"""Corpora of WARC files of any origin: the same articles whatever their order, their crawler, the day, and the network; one page ends no run."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

import pytest
from small_portal import article, small_portal
from tried_page import (
    BASE,
    RULES,
    URL,
    build_from,
    listing,
    page,
    tei_files,
    titles,
    write_warc,
)

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import read_header
from webarticlecurator.tei.documents.validation import validate


def two_articles(folder: Path) -> Path:
    pages = {
        f"{BASE}/list/1": listing("/2019/one", "/2019/two"),
        URL: page("<p>egy</p>"),
        f"{BASE}/2019/two": page("<p>kettő</p>"),
    }
    return write_warc(folder / "both.warc", pages)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every way to another machine fails and is noted."""
    tried: list[str] = []

    def refuse(*arguments: object, **_: object) -> None:
        tried.append(repr(arguments[-1]))
        raise OSError("no network")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    yield tried


# bug 5 of HTML2TEI
def test_build_and_validation_ask_the_network_for_nothing(tmp_path: Path, no_network: list[str]):
    summary = build_from(tmp_path, two_articles(tmp_path))
    assert (summary.tei, summary.ok, no_network) == (2, True, [])
    assert len(tei_files(tmp_path)) == 2
    with pytest.raises(OSError, match="no network"):  # the fault is one that would be seen
        socket.create_connection(("echo.example", 80))


SIGNS = "<meta charset='{}'>"


# bug 8 of HTML2TEI
@pytest.mark.parametrize("charset", ["utf-8", "windows-1250", "iso-8859-2"])
@pytest.mark.parametrize("where", ["http", "meta"])
def test_a_warc_of_any_crawler_needs_no_header_of_ours(tmp_path: Path, charset: str, where: str):
    html = page("<p>árvíztűrő tükörfúrógép</p>", SIGNS.format(charset) if where == "meta" else "")
    kind = f"text/html; charset={charset}" if where == "http" else "text/html"
    pages = {f"{BASE}/list/1": listing("/2019/one").encode(charset), URL: html.encode(charset)}
    warc = write_warc(tmp_path / "other.warc", pages, kind)
    assert b"Detected-Encoding" not in warc.read_bytes()
    assert build_from(tmp_path, warc).tei == 1
    (content,) = tei_files(tmp_path).values()
    assert "<p>árvíztűrő tükörfúrógép</p>" in content.decode("utf-8")


# bug 9 of HTML2TEI
def test_several_warcs_of_one_portal_are_one_corpus(tmp_path: Path):
    first = {f"{BASE}/list/1": listing("/2019/one"), URL: page("<p>egy</p>").replace("Cím", "Egy")}
    second = {
        f"{BASE}/list/2": listing("/2019/two"),
        f"{BASE}/2019/two": page("<p>kettő</p>").replace("Cím", "Kettő"),
    }
    warcs = [write_warc(tmp_path / "a.warc", first), write_warc(tmp_path / "b.warc", second)]
    rules = "article: {body: {root: article}, metadata: {title: title}}\n"
    assert build_from(tmp_path, *warcs, rules=rules).tei == 2
    assert titles(tmp_path) == ["Egy", "Kettő"]
    in_one, other_order = tmp_path / "one", tmp_path / "turned"
    for folder, order in (
        (in_one, [write_warc(tmp_path / "c.warc", {**first, **second})]),
        (other_order, warcs[::-1]),
    ):
        folder.mkdir()
        build_from(folder, *order, rules=rules)
        assert tei_files(folder) == tei_files(tmp_path)


# bug 18 of HTML2TEI
def test_articles_with_the_same_last_part_of_the_address_are_files_of_their_own(
    tmp_path: Path,
):
    paths = [f"/{year}/hir" for year in range(2001, 2008)] + ["/2001/HIR", "/2001/hir/"]
    pages = {
        f"{BASE}/list/1": listing(*paths),
        **{BASE + path: page(f"<p>{path}</p>") for path in paths},
    }
    assert build_from(tmp_path, write_warc(tmp_path / "x.warc", pages)).tei == 9
    files = tei_files(tmp_path)
    # also where letter case does not count in file names
    assert len({name.casefold() for name in files}) == 9
    assert sorted("\n".join(read_lines(content)) for content in files.values()) == sorted(paths)


class At:
    """A clock that stands."""

    def __init__(self, year: int) -> None:
        self.time = datetime(year, 6, 7, 8, 9, 10, tzinfo=timezone.utc)

    def now(self) -> datetime:
        return self.time

    def monotonic(self) -> float:
        return self.time.timestamp()

    def sleep(self, seconds: float) -> None:
        raise AssertionError("a build waits for nothing")


def test_the_day_of_the_build_is_nowhere_in_the_tei(tmp_path: Path):
    pages = {
        f"{BASE}/list/1": listing("/2019/one", "/2019/two"),
        URL: page("<p>x</p>"),
        f"{BASE}/2019/two": page("<p>y</p>"),
    }
    made = []
    for year in (2021, 2037):
        folder = tmp_path / str(year)
        folder.mkdir()
        build_from(folder, write_warc(tmp_path / "x.warc", pages), runtime=Runtime(clock=At(year)))
        made.append(tei_files(folder))
    assert made[0] == made[1] and len(made[0]) == 2
    assert not [
        name for name, content in made[0].items() if b"2021" in content or b"2037" in content
    ]


def test_articles_of_one_warc_come_in_the_same_order_whatever_its_order(tmp_path: Path):
    articles = {f"{BASE}/2019/{n}": page(f"<p>{n}</p>") for n in range(20)}
    first = {f"{BASE}/list/1": listing(*(f"/2019/{n}" for n in range(20)))}
    exported = []
    for name, order in (("there", articles), ("back", dict(reversed(articles.items())))):
        folder = tmp_path / name
        folder.mkdir()
        build_from(folder, write_warc(folder / "x.warc", {**first, **order}))
        output = folder / "out.jsonl"
        arguments = [
            str(folder / "echo.yaml"),
            "--corpus",
            str(folder / "corpus"),
            "--format",
            "jsonl",
            "--output",
            str(output),
        ]
        assert main(["export", *arguments]) == 0
        exported.append(output.read_bytes())
    assert exported[0] == exported[1] and exported[0].count(b"\n") == 20


TITLED = "article: {body: {root: article}, metadata: {title: title}}\n"

ODD = {
    "empty": b"",
    "nul": b"\x00" * 500,
    "binary": bytes(range(256)) * 8,
    "no-root": page("").replace("article>", "section>").encode(),
    "deep": b"<article>" + b"<div>" * 5000 + b"x",
    "broken": b"<article><table><p><td><ul></table></p><li>x<![CDATA[",
    "json": b'{"a": [1, 2',
    "entities": b"<article>&#0;&#x110000;&nosuch;&#xD800;</article>",
}


# bug 24 of HTML2TEI
def test_no_page_ends_the_run_of_the_others(tmp_path: Path):
    pages: dict[str, str | bytes] = {
        f"{BASE}/list/1": listing("/a/first", *(f"/a/{name}" for name in ODD), "/a/last")
    }
    pages |= {f"{BASE}/a/{name}": body for name, body in ODD.items()}
    pages |= {
        f"{BASE}/a/{name}": page(f"<p>{name}</p>").replace("Cím", name)
        for name in ("first", "last")
    }
    summary = build_from(tmp_path, write_warc(tmp_path / "odd.warc", pages), rules=TITLED)
    assert summary.tei + sum(summary.rejected.values()) + summary.failed == len(ODD) + 2
    assert {"first", "last"} <= set(titles(tmp_path))
    for content in tei_files(tmp_path).values():
        assert validate(content) == () and read_header(content).url


def test_the_warc_of_a_crawl_by_dates_is_built_into_another_corpus(tmp_path: Path):
    """A WARC says nothing of the window in which an article was listed."""
    pages = {"/list/2019": listing("/one"), "/one": article("egy")}
    with small_portal(tmp_path, pages) as server:
        dates = "dates: {from: 2019-01-01, until: 2019-12-31, step: year}"
        archive = f'archive: {{url: "BASE/list/{{date:%Y}}", {dates}, links: h2}}'
        server.crawl(f"portal: dated\nfetch: {{delay: 0}}\n{archive}\n{RULES}")
        other, warcs = tmp_path / "other", sorted(server.corpus.glob("warc/*"))
        portal = load_portal(server.folder / "portal.yaml")
        for _ in range(2):
            assert build(portal, other, BuildOptions(warcs=tuple(warcs))).tei == 1
