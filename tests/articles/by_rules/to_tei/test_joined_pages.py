"""Articles of several pages: one text, and no value that no page gives."""

from __future__ import annotations

from pathlib import Path

from tried_page import (
    BASE,
    URL,
    build_from,
    listing,
    page,
    tei_files,
    write_warc,
)

from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import Header, read_header


# bug 17 of HTML2TEI
def test_the_pages_of_an_article_are_one_article(tmp_path: Path):
    pages = {
        f"{BASE}/list/1": listing("/2019/one"),
        URL: page("<p>első</p>", around="<a class=next href='?p=2'>2</a>"),
        f"{URL}?p=2": page("<p>második</p>", around="<a class=next href='?p=3'>3</a>"),
        f"{URL}?p=3": page("<p>harmadik</p>"),
    }
    rules = "article: {next_page: a.next, continuation: '[?]p=', body: {root: article}}\n"
    assert build_from(tmp_path, write_warc(tmp_path / "x.warc", pages), rules=rules).tei == 1
    (content,) = tei_files(tmp_path).values()
    assert " ".join(read_lines(content)).split() == ["első", "második", "harmadik"]
    assert content.count(b"<pb ") == 2


# bug 22 of HTML2TEI
def test_a_later_page_that_is_rejected_leaves_a_gap_and_the_run_goes_on(tmp_path: Path):
    pages = {
        f"{BASE}/list/1": listing("/2019/one", "/2019/two"),
        URL: page("<p>első</p>", around="<a class=next href='?p=2'>2</a>"),
        f"{URL}?p=2": page(
            "<p>kvíz</p>", around="<b class=quiz></b><a class=next href='?p=3'>3</a>"
        ),
        f"{URL}?p=3": page("<p>harmadik</p>"),
        f"{BASE}/2019/two": page("<p>másik</p>"),
    }
    reject = "reject: [{css: b.quiz, reason: not-article}]"
    rules = f"article: {{next_page: a.next, continuation: '[?]p=', {reject}, body: {{root: article}}}}\n"
    summary = build_from(tmp_path, write_warc(tmp_path / "x.warc", pages), rules=rules)
    assert (summary.tei, summary.ok) == (2, False)
    joined, other = sorted(tei_files(tmp_path).values(), key=len, reverse=True)
    assert " ".join(read_lines(joined)).split() == ["első", "harmadik"] and " ".join(
        read_lines(other)
    ).split() == ["másik"]
    assert b"<gap reason=" in joined
    report = (tmp_path / "corpus" / "reports" / "problems.tsv").read_text(encoding="utf-8")
    assert f"yes\tpage-rejected\t{URL}?p=2\tnot-article" in report


NAMES = "Zoltán Anna Mária Béla Cili Dénes Elek Ferenc".split()

RULES = (
    "article: {next_page: a.next, continuation: '[?]p=', body: {root: article},"
    " metadata: {authors: .by, keywords: .by, modified: [{meta: mod}], published: [{meta: pub}]}}\n"
)


def joined(folder: Path, first: str, second: str) -> Header:
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
