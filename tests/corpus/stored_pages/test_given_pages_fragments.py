"""A given page has the address that a server would get: without a #fragment, and encoded."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from given_blog import RULES, Answer, Blog, article_page, list_page
from small_portal import moved, small_portal
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

Run = Callable[..., Answer]
PATH = "/posts/anchor"


def tei_of(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted((folder / "tei").rglob("*.xml"))}


def targets_of(folder: Path) -> set[str]:
    """WARC-Target-URI of every record of a page in the corpus."""
    found = set()
    for path in (folder / "warc").iterdir():
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type in ("response", "request", "resource"):
                    found.add(record.rec_headers.get_header("WARC-Target-URI"))
    return found


def write_foreign_warc(path: Path, url: str, page: str) -> Path:
    """Write a WARC file of another program, with one response."""
    with path.open("wb") as out:
        writer = WARCWriter(out, gzip=True, warc_version="1.1")
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        content = BytesIO(page.encode())
        day = {"WARC-Date": "2019-05-03T00:00:00Z"}
        record = writer.create_warc_record(
            url, "response", content, http_headers=head, warc_headers_dict=day
        )
        writer.write_record(record)
        record.raw_stream.close()
    return path


@pytest.fixture
def foreign(blog: Blog, tmp_path: Path) -> Path:
    return write_foreign_warc(
        tmp_path / "foreign.warc.gz", f"{blog.base}{PATH}#comments", article_page("anchor")
    )


@pytest.fixture
def matching(blog: Blog, tmp_path: Path) -> str:
    """The portal file with ``article.match``."""
    text = Path(blog.config).read_text(encoding="utf-8")
    path = tmp_path / "matching.yaml"
    path.write_text(text.replace("article:\n", "article:\n  match: /posts/\n"), encoding="utf-8")
    return str(path)


def adopt_saved(blog: Blog, curator: Run, folder: Path, fragment: str, path: str = PATH) -> str:
    page = f"posts-anchor.html={blog.base}{path}{fragment}"
    code, _, err = curator(
        "warc",
        "adopt",
        blog.config,
        "--corpus",
        str(folder),
        "--date",
        "2019-05-03",
        "--html",
        page,
    )
    assert code == 0 and "1 captures copied" in err
    return err


def build(config: str, curator: Run, folder: Path, *more: str) -> str:
    code, out, err = curator("build", config, "--corpus", str(folder), *more)
    assert code == 0, err
    return out + err


def test_a_saved_page_is_built_whatever_fragment_its_address_has(
    blog: Blog, curator: Run, tmp_path: Path
):
    plain, given = tmp_path / "plain", tmp_path / "given"
    assert "without #" not in adopt_saved(blog, curator, plain, "")
    assert f"its address is {blog.base}{PATH}, without #x," in adopt_saved(
        blog, curator, given, "#x"
    )
    for folder in (plain, given):
        assert "1 articles: 1 in TEI" in build(blog.config, curator, folder)
    assert tei_of(given) == tei_of(plain)
    assert f"{blog.base}{PATH}" in targets_of(given)
    assert not any("#" in url for url in targets_of(given))
    status = curator("status", blog.config, "--corpus", str(given))[1]
    assert "1 articles: 1 in TEI, 0 failed, 0 pending" in status
    assert curator("verify", blog.config, "--corpus", str(given), "--rebuild", "--quiet")[0] == 0
    build(blog.config, curator, given)
    assert tei_of(given) == tei_of(plain)


@pytest.mark.parametrize("command", ["build", "adopt"])
def test_a_warc_file_of_others_with_a_fragment_is_built(
    command: str, blog: Blog, matching: str, foreign: Path, curator: Run, tmp_path: Path
):
    plain, given = tmp_path / "plain", tmp_path / "given"
    adopt_saved(blog, curator, plain, "")
    build(blog.config, curator, plain)
    if command == "adopt":
        code, _, err = curator("warc", "adopt", matching, "--corpus", str(given), str(foreign))
        assert code == 0 and "1 captures copied" in err, err
        assert f"{blog.base}{PATH}#comments" in targets_of(given)  # a record is never changed
    more = ("--warc", str(foreign)) if command == "build" else ()
    assert "1 articles: 1 in TEI" in build(matching, curator, given, *more)
    assert set(tei_of(given)) == set(tei_of(plain))


def test_an_archive_page_that_links_it_leads_to_the_page(
    blog: Blog, curator: Run, foreign: Path, tmp_path: Path
):
    """It was unclassified, since nothing links an address with its fragment."""
    listed = write_foreign_warc(
        tmp_path / "list.warc.gz", f"{blog.base}/list#top", list_page(("anchor",))
    )
    warcs = ("--warc", str(listed), "--warc", str(foreign))
    assert "1 articles: 1 in TEI" in build(blog.config, curator, tmp_path / "new", *warcs)


@pytest.mark.parametrize("fragment", ["", "#comments", "#other"])
def test_commands_find_the_page_with_any_fragment(
    fragment: str, blog: Blog, curator: Run, foreign: Path, tmp_path: Path
):
    adopt_saved(blog, curator, tmp_path / "corpus", "#x")
    build(blog.config, curator, tmp_path / "corpus")
    url, text = f"{blog.base}{PATH}{fragment}", "The anchor was mended"
    for source in (
        ("--corpus", str(tmp_path / "corpus")),
        ("--warc", str(foreign)),
        ("--html", "posts-anchor.html"),
    ):
        code, out, err = curator("extract", blog.config, "--url", url, *source, "--format", "text")
        assert code == 0 and text in out, err
        assert "1 stored articles read" in curator("learn", blog.config, "--url", url, *source)[2]
    assert text in curator("warc", "cat", str(foreign), "--url", url)[1]
    corpus = ("--corpus", str(tmp_path / "corpus"))
    assert ": kept\n" in curator("why", blog.config, *corpus, url)[1]


def test_a_redirect_with_a_fragment_leads_to_the_page(tmp_path: Path):
    """The answer was stored under the address with the fragment, where nobody looks for it."""
    pages = {
        "/list": list_page(("anchor", "keel")),
        PATH: moved("/new#top"),
        "/new": article_page("anchor"),
        "/posts/keel": article_page("keel"),
    }
    with small_portal(tmp_path, pages) as portal:
        rules = RULES.replace("{mode: next-link, next: a.next}", "none")
        summary = portal.crawl(rules)
        assert (summary.tei, summary.failed, summary.ok) == (2, 0, True)
        assert not any("#" in url for url in targets_of(portal.corpus))
        portal.asked.clear()
        assert portal.crawl(rules).ok
        assert PATH not in portal.asked


def add_fragment(folder: Path, url: str, fragment: str) -> None:
    """Make the index of a corpus as versions before this one did, in which nothing was built."""
    with sqlite3.connect(folder / "corpus.sqlite") as index:
        index.execute("UPDATE meta SET value = '1' WHERE key = 'states'")
        for table, column in (
            ("captures", "url"),
            ("fetches", "url"),
            ("addresses", "url"),
            ("articles", "requested"),
        ):
            changed = index.execute(
                f"UPDATE {table} SET {column} = {column} || ? WHERE {column} = ?", (fragment, url)
            )
            assert changed.rowcount == 1, table
        index.execute("UPDATE articles SET state = 'stored', tei = NULL, build = NULL")


def test_a_saved_page_whose_address_has_other_letters_is_found_by_it(
    blog: Blog, curator: Run, tmp_path: Path
):
    folder, path = tmp_path / "given", "/posts/árvíz-1%25"
    adopt_saved(blog, curator, folder, "", path)
    assert f"{blog.base}/posts/%C3%A1rv%C3%ADz-1%25" in targets_of(folder)
    assert "1 articles: 1 in TEI" in build(blog.config, curator, folder)
    for address in (path, "/posts/%C3%A1rv%C3%ADz-1%25"):
        command = ["check", blog.config, "--corpus", str(folder)]
        code, _, err = curator(*command, "--record", f"{blog.base}{address}")
        # the second is the same page
        assert (code, "is already in" in err) == ((0, False) if address is path else (2, True)), err
