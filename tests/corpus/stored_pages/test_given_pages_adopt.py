"""Saved pages in a corpus: honest records, built like captures, the same after everything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from given_blog import RULES, WORDS, Answer, Blog
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from webarticlecurator.storage.store.view import view_corpus

Run = Callable[..., Answer]
DAY = "2019-05-03"


def adopt(blog: Blog, curator: Run, folder: Path, *options: str) -> Answer:
    return curator("warc", "adopt", blog.config, "--corpus", str(folder), *options)


def build(blog: Blog, curator: Run, folder: Path) -> dict[str, bytes]:
    """TEI by path, after a build."""
    assert curator("build", blog.config, "--corpus", str(folder), "--quiet")[0] in (0, 1)
    return tei_of(folder)


def tei_of(folder: Path) -> dict[str, bytes]:
    tei = folder / "tei"
    return {p.relative_to(tei).as_posix(): p.read_bytes() for p in sorted(tei.rglob("*.xml"))}


def records_of(folder: Path, kind: str) -> list[dict[str, str]]:
    found = []
    for path in sorted((folder / "warc").iterdir()):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == kind:
                    found.append(dict(record.rec_headers.headers))
    return found


@pytest.fixture
def article(blog: Blog) -> str:
    return f"posts-anchor.html={blog.base}/posts/anchor"


def test_a_saved_article_is_a_resource_record_that_says_where_it_is_from(
    article: str, blog: Blog, curator: Run, tmp_path: Path
):
    code, _, err = adopt(blog, curator, tmp_path, "--date", DAY, "--html", article)
    assert code == 0 and "1 captures copied, 0 already in the corpus, 0 refused" in err
    url = f"{blog.base}/posts/anchor"
    (record,) = (r for r in records_of(tmp_path, "resource") if r["WARC-Target-URI"] == url)
    assert record["WARC-Date"] == "2019-05-03T00:00:00.000000Z"
    assert record["WARC-Source-URI"] == "urn:webarticlecurator:saved:posts-anchor.html"
    assert record["Content-Type"] == "text/html" and "WARC-Creation-Date" in record
    assert records_of(tmp_path, "response") == []
    (metadata,) = records_of(tmp_path, "metadata")
    assert metadata["WARC-Concurrent-To"] == record["WARC-Record-ID"]
    for path in (tmp_path / "warc").iterdir():
        checker = Checker(type("Options", (), {"verbose": False, "inputs": [str(path)]}))
        checker.process_all()
        assert not checker.exit_value
    why = curator("why", blog.config, "--corpus", str(tmp_path), url)[1]
    assert "\nsaved page posts-anchor.html, of 2019-05-03 00:00:00 UTC: " in why
    assert "requested" not in why
    saved = (blog.saved / "posts-anchor.html").read_text(encoding="utf-8")
    files = sorted(str(path) for path in (tmp_path / "warc").iterdir())
    assert curator("warc", "cat", *files, "--url", url)[1] == saved


def test_adopted_pages_are_built_like_crawled_ones(
    article: str, blog: Blog, curator: Run, tmp_path: Path
):
    adopt(blog, curator, tmp_path, "--date", DAY, "--html", article)
    ((name, tei),) = build(blog, curator, tmp_path).items()
    assert b"The anchor was mended before the ship left" in tei
    assert b'<date when="2019-05-03T00:00:00Z">' in tei or b"2019-05-03" in tei
    crawled = {Path(path).name for path in tei_of(blog.portal.corpus)}
    assert Path(name).name in crawled  # the id follows from the address
    # again: nothing is copied, nothing is built
    assert (
        "0 captures copied, 1 already"
        in adopt(blog, curator, tmp_path, "--date", DAY, "--html", article)[2]
    )
    assert build(blog, curator, tmp_path) == {name: tei}
    # the index is derived from the WARC files alone
    assert curator("verify", blog.config, "--corpus", str(tmp_path), "--rebuild", "--quiet")[0] == 0
    assert build(blog, curator, tmp_path) == {name: tei}
    assert curator("verify", blog.config, "--corpus", str(tmp_path))[0] == 0


def test_a_table_has_a_date_for_each_page_and_an_archive_page_is_read(
    blog: Blog, curator: Run, tmp_path: Path
):
    rows = [
        f"posts-{word}.html\t{blog.base}/posts/{word}\t2019-05-0{1 + n}"
        for n, word in enumerate(WORDS[:3])
    ]
    rows.append(f"list.html\t{blog.base}/list\t2019-05-04T10:30:00+02:00")
    table = "\n".join(["file\turl\tdate", *rows, ""])
    (blog.saved / "dated.tsv").write_text(table, encoding="utf-8")
    code, _, err = adopt(blog, curator, tmp_path, "--table", "dated.tsv")
    assert code == 0 and "4 captures copied" in err, err
    dates = {r["WARC-Target-URI"]: r["WARC-Date"] for r in records_of(tmp_path, "resource")}
    assert dates[f"{blog.base}/posts/harbour"] == "2019-05-02T00:00:00.000000Z"
    assert dates[f"{blog.base}/list"] == "2019-05-04T08:30:00.000000Z"
    assert len(build(blog, curator, tmp_path)) == 3
    with view_corpus(tmp_path, "small") as corpus:
        counts = corpus.article_counts.by_state()
        levels = {
            capture.url: capture.origin.level for capture in corpus.captures.all() if capture.origin
        }
    assert (counts.tei, counts.pending) == (3, 3)  # the list names six
    assert levels[f"{blog.base}/list"] == "archive"


def test_the_day_is_that_of_the_portals_zone(
    article: str, blog: Blog, curator: Run, tmp_path: Path
):
    before = (blog.portal.folder / "portal.yaml").read_bytes()
    try:
        blog.portal.write(f"timezone: America/New_York\n{RULES}")
        adopt(blog, curator, tmp_path, "--date", DAY, "--html", article)
    finally:
        (blog.portal.folder / "portal.yaml").write_bytes(before)
    (record,) = (r for r in records_of(tmp_path, "resource") if "posts" in r["WARC-Target-URI"])
    assert record["WARC-Date"] == "2019-05-03T04:00:00.000000Z"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--html", "list.html=http://b.example/1"), "list.html: no date (expected the day"),
        (("--date", "3 May", "--html", "list.html=http://b.example/1"), 'not a date: "3 May"'),
        ((), "nothing to adopt"),
        (("x.warc", "--date", DAY), "--date is for saved pages"),
        (("x.warc", "--html", "list.html=http://b.example/1"), "WARC files together with saved"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_written(
    options: tuple[str, ...], message: str, blog: Blog, curator: Run, tmp_path: Path
):
    code, _, err = adopt(blog, curator, tmp_path / "new", *options)
    assert code == 2 and message in err and not (tmp_path / "new").exists(), err


def test_two_pages_with_one_address_are_not_taken_for_one(
    article: str, blog: Blog, curator: Run, tmp_path: Path
):
    other = article.replace("posts-anchor.html", "posts-mast.html")
    folder = tmp_path / "new"
    code, _, err = adopt(blog, curator, folder, "--date", DAY, "--html", article, other)
    assert code == 2 and not folder.exists()
    assert "posts-anchor.html and posts-mast.html: both have the address" in err
    code, _, err = adopt(blog, curator, folder, "--date", DAY, "--html", article, article)
    assert code == 0 and "1 captures copied" in err
    # saved on other days, they are two captures of a page
    dated = ((article, DAY), (other, "2020-05-03"))
    rows = ["file\turl\tdate", *(f"{each.replace('=', chr(9))}\t{day}" for each, day in dated)]
    (blog.saved / "versions.tsv").write_text("\n".join([*rows, ""]), encoding="utf-8")
    code, _, err = adopt(blog, curator, tmp_path / "days", "--table", "versions.tsv")
    assert code == 0 and "2 captures copied" in err


def test_pages_of_other_hosts_are_counted_and_no_problem(
    article: str, blog: Blog, curator: Run, tmp_path: Path
):
    others = [f"list.html=https://cdn.example/{n}" for n in range(3)]
    others.append("list.html=https://ads.example/")
    code, _, err = adopt(blog, curator, tmp_path, "--date", DAY, "--html", article, *others)
    assert code == 0 and "1 captures copied" in err and "0 refused" in err
    assert "4 pages of other hosts skipped: cdn.example (3), ads.example (1)\n" in err


def test_a_portal_of_saved_pages_needs_no_archive(curator: Run, article: str, tmp_path: Path):
    config = tmp_path / "saved.yaml"
    file, _, url = article.partition("=")
    config.write_text(
        f"portal: saved\nhome: {url}\narchive: none\narticle: {{body: {{root: div.text}}}}\n",
        encoding="utf-8",
    )
    common = (str(config), "--corpus", str(tmp_path / "corpus"))
    assert curator("check", config, "--plan")[0] == 0
    page = f"{file}={url}"
    assert curator("warc", "adopt", *common, "--date", DAY, "--html", page)[0] == 0
    assert curator("build", *common)[0] == 0
    assert len(tei_of(tmp_path / "corpus")) == 1
    for command in ("status", "verify"):
        assert curator(command, *common)[0] == 0
    code, _, err = curator("crawl", *common)
    assert code == 2
    assert "saved has no list of articles (archive: none)" in err and "warc adopt" in err
    code, _, err = curator("export", *common, "--format", "csv", "--column", "news")
    assert code == 2 and "no column 'news' (expected none)" in err
