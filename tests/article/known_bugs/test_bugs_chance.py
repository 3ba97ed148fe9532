"""What stands after bug 24: results that differed from run to run, data that nobody gave, and costs
per portal."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from pathlib import Path

import pytest
from lxml import etree
from operators_material import (
    BASE,
    URL,
    T,
    build_from,
    curator,
    listing,
    page,
    portal_file,
    tei_files,
    try_page,
    write_warc,
)

from webarticlecurator import tei
from webarticlecurator.cli.main import main
from webarticlecurator.tei import read_header
from webarticlecurator.workers.executor import Runtime

NAMES = "Zoltán Anna Mária Béla Cili Dénes Elek Ferenc".split()
RULES = (
    "article: {next_page: a.next, continuation: '[?]p=', body: {root: article},"
    " metadata: {authors: .by, keywords: .by, modified: [{meta: mod}], published: [{meta: pub}]}}\n"
)
BY = "".join(f"<i class=by>{name}</i>" for name in NAMES)


def test_authors_and_keywords_stand_in_the_order_of_the_page_in_every_process(tmp_path: Path):
    path = portal_file(tmp_path, RULES)
    (tmp_path / "page.html").write_text(page("<p>x</p>", around=BY), encoding="utf-8")
    made = set()
    for seed, zone in (("1", "Asia/Tokyo"), ("4711", "America/Lima")):
        arguments = ["extract", str(path), "--url", URL, "--html", "page.html", "--format", "tei"]
        ran = curator(tmp_path, *arguments, PYTHONHASHSEED=seed, TZ=zone)
        assert (ran.returncode, ran.stderr) == (0, b"")
        made.add(ran.stdout)
    (content,) = made
    tree = etree.fromstring(content)
    assert [e.text for e in tree.iterfind(".//t:titleStmt/t:author/t:persName", T)] == NAMES
    assert [e.text for e in tree.iterfind(".//t:keywords/t:term", T)] == NAMES


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


def joined(folder: Path, first: str, second: str) -> tei.Header:
    """The header of an article of two pages with these meta elements."""
    pages = {
        f"{BASE}/list/1": listing("/2019/one"),
        URL: page("<p>első</p>", first, "<a class=next href='?p=2'>2</a>"),
        f"{URL}?p=2": page("<p>második</p>", second),
    }
    assert build_from(folder, write_warc(folder / "x.warc", pages), rules=RULES).tei == 1
    (content,) = tei_files(folder).values()
    return read_header(content)


def test_an_article_of_several_pages_gets_no_modified_date_that_no_page_gives(tmp_path: Path):
    first, second = (
        "<meta name=pub content='2019-03-15T08:30'>",
        "<meta name=pub content='2019-03-17T10:00'>",
    )
    found = joined(tmp_path, first, second).metadata
    assert (found.first("published"), found.first("modified")) == (
        "2019-03-15T08:30:00+01:00",
        None,
    )


def test_an_article_of_several_pages_without_any_date_has_none(tmp_path: Path):
    found = joined(tmp_path, "", "").metadata
    assert (found.first("published"), found.first("modified")) == (None, None)
    assert next(iter(tei_files(tmp_path))).startswith("undated/")


def test_the_language_is_that_of_the_page_and_not_always_the_same(tmp_path: Path):
    german = page("<p>Wort</p>").replace("<html>", "<html lang=de>")
    assert try_page(tmp_path, german).at("/t:TEI/@xml:lang") == ["de"]
    assert try_page(tmp_path, page("<p>szó</p>")).at("/t:TEI/@xml:lang") == ["hu"]


def test_words_that_no_rule_keeps_are_told_and_not_only_the_schema_decides(tmp_path: Path):
    tried = try_page(
        tmp_path,
        page("<p>egy</p><div class=ad>két szó</div>"),
        "article: {body: {root: article, drop: [.ad]}}\n",
    )
    assert (tried.article.account.dropped, tried.words) == ((("drop: .ad", 2),), ["egy"])


def test_ten_portals_do_not_load_the_schema_ten_times(tmp_path: Path):
    """4.3 to 4.9 seconds each, 45 of 48 seconds, were spent on loading tei_all."""
    html = page("<p>egy</p>")
    began = time.process_time()
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        try_page(folder, html)
    assert time.process_time() - began < 10


def test_a_file_is_mostly_article(tmp_path: Path):
    """On average 54 % of a file was header, with lists in Python's notation."""
    text = "".join(
        f"<p>Ez a {n}. bekezdés, amely nem rövid, mert a hírekben sem azok a bekezdések.</p>"
        for n in range(40)
    )
    content = try_page(tmp_path, page(text, around=BY), RULES).content.decode("utf-8")
    header = content[content.index("<teiHeader") : content.index("</teiHeader>")]
    assert "['" not in header and "None" not in header
    assert len(header) < 0.54 * len(content) + len(BY) * 10


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_tags_diff_reads_what_the_tool_wrote(
    tmp_path: Path, newline: str, capsys: pytest.CaptureFixture[str]
):
    config = portal_file(tmp_path, "article: {body: {root: article}}\n")
    tables = []
    for name, text in (("old", "<div class=a>x</div>"), ("new", "<div class=b>x</div>")):
        warc = write_warc(
            tmp_path / f"{name}.warc", {f"{BASE}/list/1": listing("/2019/one"), URL: page(text)}
        )
        table = tmp_path / f"{name}.tsv"
        assert (
            main(
                [
                    "tags",
                    "inventory",
                    str(config),
                    "--warc",
                    str(warc),
                    "--output",
                    str(table),
                    "--quiet",
                ]
            )
            == 0
        )
        table.write_bytes(table.read_bytes().replace(b"\n", newline.encode()))
        tables.append(str(table))
    merged = tmp_path / "merged.tsv"
    assert main(["tags", "merge", *tables, "--output", str(merged)]) == 0
    capsys.readouterr()
    assert main(["tags", "diff", *tables]) == 0
    lines = [line.split("\t")[:2] for line in capsys.readouterr().out.splitlines()]
    assert sorted(lines) == [["new", "div.b"], ["removed", "div.a"]]
    assert main(["tags", "diff", str(merged), tables[1]]) == 0
