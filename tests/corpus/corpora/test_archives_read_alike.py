"""`warc adopt` and `build --warc` say the same of WARC files as other programs write them."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest
from test_archives_of_others import (
    EARLY,
    LATE,
    MATCH,
    PORTAL,
    SITE,
    Run,
    adopt,
    answer,
    build,
    curator,
    ends,
    get,
    record,
    write_page,
)

__all__ = ["curator"]
FOLLOWS = "  next_page: 'a[rel=next]'\n"


def moved(path: str, to: str, date: str = EARLY) -> bytes:
    block = answer(b"moved", "301 Moved", f"Location: {SITE}{to}\r\n")
    return record("response", f"{SITE}{path}", block, date)


def make_list(*paths: str) -> bytes:
    rows = "".join(f'<li><h2><a href="{path}">Story {path}</a></h2></li>' for path in paths)
    page = f"<html><body><ul class=list>{rows}</ul></body></html>"
    return record("response", f"{SITE}/list/", answer(page.encode()))


def leading_to(path: str, to: str, end: str) -> bytes:
    page = write_page(end, f'<a rel=next href="{to}">next</a>')
    return record("response", f"{SITE}{path}", answer(page))


def read_both(curator: Run, content: bytes, match: str) -> tuple[str, str]:
    """Return what `status` says after an adoption, and after a build of the same file."""
    adopt(curator, content, match)
    build(curator, content, match)
    first, second = (curator("status", "p.yaml", "--corpus", each) for each in ("c", "b"))
    assert ends("c") == ends("b")
    return first[1], second[1]


@pytest.mark.parametrize("match", ["", MATCH])
@pytest.mark.parametrize("is_list_last", [False, True])
def test_two_redirects_lead_to_one_article(curator: Run, match: str, is_list_last: bool) -> None:
    pages = moved("/old/1", "/mid/1") + moved("/mid/1", "/story/1") + get("/story/1", "1")
    listed = make_list("/old/1")
    content = pages + listed if is_list_last else listed + pages
    for said in read_both(curator, content, match):
        assert " 1 articles: 1 in TEI, 0 failed, 0 pending" in said
        assert "unclassified" not in said and "unlisted" not in said
    assert ends() == ["1"]


@pytest.mark.parametrize("match", ["", MATCH])
def test_each_capture_behind_a_redirect_is_of_the_listed_article(curator: Run, match: str) -> None:
    """The redirect is stored once, its page twice."""
    content = make_list("/old/1") + moved("/old/1", "/story/1")
    content += get("/story/1", "1") + get("/story/1", "2", LATE)
    for said in read_both(curator, content, match):
        assert " 1 articles: 1 in TEI, 0 failed, 0 pending" in said and "unlisted" not in said
    assert ends() == ["2"]
    assert curator("verify", "p.yaml", "--corpus", "c", "--rebuild")[0] == 0
    said = curator("build", "p.yaml", "--corpus", "c")[1]
    assert ends() == ["2"] and "unlisted" not in said


@pytest.mark.parametrize("match", ["", MATCH])
def test_a_page_that_two_listed_addresses_redirect_to_is_no_article(
    curator: Run, match: str
) -> None:
    """As after a crawl, which asks for the page once."""
    content = make_list("/old/1", "/old/2") + moved("/old/1", "/story/1")
    content += moved("/old/2", "/story/1") + get("/story/1", "1")
    for said in read_both(curator, content, match):
        assert "failed: shared-redirect: 2" in said and "status-301" not in said
    assert ends() == []


@pytest.mark.parametrize("match", [FOLLOWS, MATCH + FOLLOWS])
def test_a_listed_article_is_no_further_page_of_another(curator: Run, match: str) -> None:
    content = make_list("/story/1", "/story/2") + leading_to("/story/1", "/story/2", "1")
    content += get("/story/2", "2")
    for said in read_both(curator, content, match):
        assert "unfollowed-page: 1" in said
    assert ends() == ["1", "2"]


def test_a_folder_and_its_file_and_two_schemes_are_twins_with_a_line_that_unites_them(
    curator: Run,
) -> None:
    """As warcit and recursive crawlers write them; one article is enough."""
    other = record("response", "https://portal.example/story/1/", answer(write_page("1")))
    for again, line in (
        (get("/story/1/index.html", "1"), r"{replace: [['^(.+/)index\.html(?=$)', '\1']]}"),
        (other, "{replace: [['^http:', 'https:']]}"),
    ):
        adopt(curator, get("/story/1/", "1") + again)
        assert ends() == ["1", "1"]
        assert f"address: {line}" in curator("status", "p.yaml", "--corpus", "c")[1]
        build(curator, get("/story/1/", "1") + again)
        assert ends("b") == ["1", "1"]
        assert f"address: {line}" in curator("status", "p.yaml", "--corpus", "b")[1]
        Path("p.yaml").write_text(f"{PORTAL}{MATCH}address: {line}\n", encoding="utf-8")
        assert curator("build", "p.yaml", "--corpus", "c", "--prune")[0] == 0
        assert ends() == ["1"]
        assert "article-twins" not in curator("status", "p.yaml", "--corpus", "c")[1]
        for corpus in ("b", "c"):
            Path(corpus).rename(f"{corpus}{line[-8:-4]}")


def test_a_file_with_another_text_in_a_folder_is_no_twin(curator: Run) -> None:
    adopt(curator, get("/story/1/", "1") + get("/story/1/index.html", "2"))
    assert "article-twins" not in curator("status", "p.yaml", "--corpus", "c")[1]


def test_the_index_of_a_wacz_has_the_address_that_a_browser_asks_for(curator: Run) -> None:
    """As wget, warcit and Python's warcio write addresses."""
    url = f"{SITE}/story/hídfő?q=ő"
    adopt(curator, record("response", url, answer(write_page("1"))))
    assert (
        curator("export", "p.yaml", "--corpus", "c", "--format", "wacz", "--output", "a.wacz")[0]
        == 0
    )
    with zipfile.ZipFile("a.wacz") as archive:
        index = gzip.decompress(archive.read("indexes/index.cdx.gz")).decode()
    assert f'"url": "{SITE}/story/h%C3%ADdf%C5%91?q=%C5%91"' in index


@pytest.mark.parametrize("match", ["", MATCH])
@pytest.mark.parametrize(
    ("listed", "stored"), [("/story/é", "/story/é"), ("/story/%C3%A9?a=|", "/story/%c3%a9?a=|")]
)
def test_an_address_as_other_programs_write_it_is_the_listed_one(
    curator: Run, match: str, listed: str, stored: str
) -> None:
    """Records have letters, signs and small digits that no browser asks for."""
    for content in (make_list(listed) + get(stored, "1"), get(stored, "1") + make_list(listed)):
        for said in read_both(curator, content, match):
            assert " 1 articles: 1 in TEI, 0 failed, 0 pending" in said
        assert ends() == ["1"]


def test_an_address_with_letters_that_nothing_lists_is_read(curator: Run) -> None:
    for said in read_both(curator, get("/story/é", "1"), MATCH):
        assert " 1 articles: 1 in TEI, 0 failed, 0 pending" in said
    assert ends() == ["1"]
