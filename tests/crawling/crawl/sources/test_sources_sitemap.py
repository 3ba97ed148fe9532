"""Crawls along a sitemap: one file, several, those of robots.txt, and what can be wrong with
them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal
from source_site import (
    SITEMAP,
    SourceSite,
    files_asked,
    listed_values,
    sitemap,
    sitemap_index,
    sitemap_site,
    snapshot,
    start,
    walks,
)
from walk_site import messages, names, problems, running

from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.column_proofs import prove_lists
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE u [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1 or str()};" * 10}">' for n in range(1, 10))
    + "]><urlset><url><loc>https://x.example/&a9;</loc></url></urlset>"
)


@pytest.fixture
def site() -> SourceSite:
    return sitemap_site()


def test_articles_of_one_file_are_fetched_with_their_listed_values(tmp_path: Path):
    site = SourceSite(
        {"/sitemap.xml": sitemap("/a/one", "/a/two", lastmod="2024-01-06", one="One")}
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        summary = portal.crawl(SITEMAP % "")
        assert summary.ok and summary.archive_pages == 1
        assert names(portal) == {"one", "two"}
        assert walks(portal) == {"": ("file-read", True)}
        assert listed_values(portal, "/a/one") == {
            "date": "2024-01-05",
            "lastmod": "2024-01-06",
            "title": "One",
        }
        assert listed_values(portal, "/a/two") == {"lastmod": "2024-01-06"}


def test_every_file_of_an_index_is_read_whatever_its_form(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        summary = portal.crawl(SITEMAP % "")
        assert summary.ok and summary.archive_pages == 5
        assert names(portal) == {"one", "two", "three", "four", "five"}
        assert set(walks(portal).values()) == {("file-read", True)} and len(walks(portal)) == 5


def test_a_rerun_reads_only_files_whose_lastmod_differs(tmp_path: Path):
    files = {"/s1.xml": "2024-01-01", "/s2.xml": "2024-01-01", "/s3.xml": ""}
    site = SourceSite(
        {
            "/sitemap.xml": sitemap_index(files),
            "/s1.xml": sitemap("/a/one"),
            "/s2.xml": sitemap("/a/two"),
            "/s3.xml": sitemap("/a/three"),
        }
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        assert files_asked(portal) == ["/sitemap.xml", "/s1.xml", "/s2.xml", "/s3.xml"]

        site.files["/sitemap.xml"] = sitemap_index({**files, "/s2.xml": "2024-02-01"})
        site.files["/s2.xml"] = sitemap("/a/two", "/a/new")
        assert portal.crawl(SITEMAP % "").ok
        assert files_asked(portal) == ["/sitemap.xml", "/s2.xml", "/s3.xml"]
        assert names(portal) == {"one", "two", "three", "new"}
        assert portal.crawl(SITEMAP % "").ok and files_asked(portal) == ["/sitemap.xml", "/s3.xml"]
        assert not problems(portal), messages(portal)

        full = CrawlOptions(warc_only=True, full=True)
        assert crawl(portal.write(SITEMAP % ""), portal.corpus, full, portal.runtime).ok
        assert files_asked(portal) == ["/sitemap.xml", "/s1.xml", "/s2.xml", "/s3.xml"]


def test_a_file_that_its_index_calls_changed_and_is_not_is_read_once_more(tmp_path: Path):
    """A cache answered for it, which is seen in one crawl; a portal may also be wrong."""
    site = SourceSite(
        {"/sitemap.xml": sitemap_index({"/s1.xml": "2024-01-01"}), "/s1.xml": sitemap("/a/one")}
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        for day, is_late in (("2024-01-03", True), ("2024-01-05", False)):
            site.files["/sitemap.xml"] = sitemap_index({"/s1.xml": day})
            files_asked(portal)
            for number, asked in enumerate((2, 2, 1)):
                options = CrawlOptions(warc_only=True, full=is_late and number == 0)
                assert crawl(portal.write(SITEMAP % ""), portal.corpus, options, portal.runtime).ok
                assert len(files_asked(portal)) == asked
                if is_late:
                    site.files["/s1.xml"] = sitemap("/a/one", "/a/two")
        assert names(portal) == {"one", "two"}


def test_a_file_that_lacks_entries_which_it_had_is_read_once_more(tmp_path: Path):
    """A cache answered with an older one, and its index says nothing new any more; or an article
    was deleted. One that has the newest alone is well."""
    site = SourceSite(
        {"/sitemap.xml": sitemap_index({"/s1.xml": "2024-01-01"}), "/s1.xml": sitemap("/a/one")}
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        whole = sitemap("/a/one", "/a/two", "/a/three")
        for day, answers in (
            ("2024-01-03", [sitemap("/a/one", "/a/two")] * 2),
            ("2024-01-05", [sitemap("/a/one"), whole, whole]),
            ("2024-01-07", [sitemap("/a/one", "/a/three")] * 3),
            ("2024-01-09", [sitemap("/a/three", "/a/four")] * 2),
        ):
            site.files["/sitemap.xml"] = sitemap_index({"/s1.xml": day})
            asked = []
            for site.files["/s1.xml"] in answers:
                files_asked(portal)
                assert portal.crawl(SITEMAP % "").ok
                asked.append(len(files_asked(portal)))
            assert asked == [2, *[2] * (len(answers) - 2), 1]
        assert names(portal) == {"one", "two", "three", "four"}


def last_listed(portal: SmallPortal) -> dict[str, int]:
    """Return in which reading of its page each article was listed last."""
    with closing(sqlite3.connect(portal.corpus / "corpus.sqlite")) as index:
        rows = index.execute("SELECT url, seen FROM listings JOIN addresses ON address = id")
        return {url.rpartition("/")[2]: seen for url, seen in rows}


@pytest.mark.parametrize(("day", "is_stale"), [("2024-01-02", True), ("2024-01-07", False)])
def test_an_index_older_than_its_files_is_not_believed(day, is_stale, tmp_path: Path):
    files = {"/s1.xml": day, "/s2.xml": day}
    site = SourceSite(
        {
            "/sitemap.xml": sitemap_index(files),
            "/s1.xml": sitemap("/a/one", lastmod="2024-01-01"),
            "/s2.xml": sitemap("/a/two", lastmod="2024-01-06T10:00:00+02:00"),
        }
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        site.files["/s1.xml"] = sitemap("/a/one", "/a/three", lastmod="2024-01-08")
        site.files["/s2.xml"] = sitemap("/a/two", "/a/four", lastmod="2024-01-08")
        files_asked(portal)
        for _ in range(2):
            assert portal.crawl(SITEMAP % "").ok
            assert len(files_asked(portal)) == (3 if is_stale else 1)
        assert len(names(portal)) == (4 if is_stale else 2)
        rebuild_corpus(portal.write(SITEMAP % ""), portal.corpus, runtime=portal.runtime)
        assert portal.crawl(SITEMAP % "").ok and len(names(portal)) == (4 if is_stale else 2)


def test_an_index_that_was_wrong_is_not_believed_about_new_files(tmp_path: Path):
    """The part of a new month is as old as its first article, which tells nothing yet."""
    files = {"/s1.xml": "2024-01-01"}
    site = SourceSite(
        {
            "/sitemap.xml": sitemap_index(files),
            "/s1.xml": sitemap("/a/one", lastmod="2024-01-20"),
            "/s2.xml": sitemap("/a/two", lastmod="2024-02-01"),
        }
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        site.files["/sitemap.xml"] = sitemap_index({**files, "/s2.xml": "2024-02-01"})
        assert portal.crawl(SITEMAP % "").ok
        site.files["/s2.xml"] = sitemap("/a/two", "/a/three", lastmod="2024-02-09")
        assert portal.crawl(SITEMAP % "").ok and "three" in names(portal)


def test_a_file_with_the_same_bytes_is_not_read_again(tmp_path: Path):
    site = SourceSite({"/sitemap.xml": sitemap("/a/one", "/a/two")})
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(SITEMAP % "")
        portal.crawl(SITEMAP % "")
        assert last_listed(portal) == {"one": 1, "two": 1}
        site.files["/sitemap.xml"] = sitemap("/a/two", "/a/three")
        portal.crawl(SITEMAP % "")
        assert last_listed(portal) == {"one": 1, "two": 3, "three": 3}


def test_the_sitemaps_of_robots_txt(site, tmp_path: Path):
    site.files["/robots.txt"] = (
        "User-agent: *\nDisallow: /secret/\nSitemap: BASE/s1.xml # news\nsitemap:BASE/list.txt\n"
    )
    text = "fetch: {delay: 0, retries: 0}\narchive: {sitemap: robots}\n"
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(text).ok
        assert names(portal) == {"one", "two", "four", "five"}
        site.files["/robots.txt"] = "User-agent: *\nDisallow:\n"
        assert not portal.crawl(text).ok
        assert "robots.txt names no sitemap" in messages(portal)


def test_include_and_exclude_choose_articles_offline_too(tmp_path: Path):
    site = SourceSite({"/sitemap.xml": sitemap("/a/news-1", "/a/tag-1", "/a/sport-1")})
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(SITEMAP % ', include: ["news", "tag"], exclude: tag')
        assert names(portal) == {"news-1"}
        portal.asked.clear()
        portal.build(SITEMAP % ", exclude: tag")
        assert not portal.asked, "the stored sitemap is read again, not requested"
        assert set(portal.articles()) == {"/a/news-1", "/a/sport-1"}
        portal.crawl(SITEMAP % ", exclude: tag")
        assert portal.asked == ["/sitemap.xml", "/a/sport-1"]


def test_dated_sitemaps_are_windows(tmp_path: Path):
    site = SourceSite({"/2024-03.xml": sitemap("/a/march"), "/2024-04.xml": sitemap("/a/april")})
    text = (
        'fetch: {delay: 0, retries: 0}\narchive: {sitemap: "BASE/{date:%Y-%m}.xml",'
        " dates: {from: 2024-02-01, until: 2024-04-30, step: month}, settle: 10d}\n"
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(text).ok, "a month without a sitemap has no articles"
        assert files_asked(portal) == ["/2024-04.xml", "/2024-03.xml", "/2024-02.xml"]
        portal.crawl(text)
        assert files_asked(portal) == ["/2024-04.xml"], "the others ended more than 10 days ago"


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Answer("down", 500), "archive-page-failed", "no usable answer"),
        (Answer("nothing", 404), "missing-archive-page", "status 404"),
        ("<!DOCTYPE html><html><body>Hello</body></html>", "archive-page-failed", "HTML page"),
        (BOMB, "archive-page-failed", "XML entities"),
        (Answer(b"%PDF-1.7 file"), "archive-page-failed", "it begins with '%PDF-1.7 file'"),
        (Answer(b""), "archive-page-failed", "the file is empty"),
        ('<?xml version="1.0"?><catalog/>', "archive-page-failed", "root element is <catalog>"),
        ('<?xml version="1.0"?><rss version="2.0"/>', "archive-page-failed", "it is a feed"),
        (Answer(b"\x1f\x8b\x08garbage"), "archive-page-failed", "gzip data are damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_problem_and_tried_again(
    answer, kind, words, site, tmp_path: Path
):
    whole = site.files["/s1.xml"]
    site.files["/s1.xml"] = answer
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(SITEMAP % "").ok
        assert problems(portal) == [kind] and words in messages(portal)
        assert names(portal) == {"three", "four", "five"}, "the other files are read"

        files_asked(portal)
        site.files["/s1.xml"] = whole
        assert portal.crawl(SITEMAP % "").ok
        assert sorted(files_asked(portal)) == ["/list.txt", "/s1.xml", "/sitemap.xml"]
        assert names(portal) == {"one", "two", "three", "four", "five"}


@pytest.mark.parametrize("name", ["/sitemap.xml", "/more.xml"])
def test_what_an_index_names_is_read_as_soon_as_it_answers_again(name, site, tmp_path: Path):
    whole = site.files[name]
    site.files[name] = Answer("down", 500)
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(SITEMAP % "").ok
        site.files[name] = whole
        assert portal.crawl(SITEMAP % "").ok
        assert names(portal) == {"one", "two", "three", "four", "five"}
        with view_corpus(portal.corpus, "small") as corpus:
            (capture,) = corpus.captures.by_url(f"{portal.base}/s2.xml.gz")
            assert capture.origin.via == f"{portal.base}/more.xml"


def test_of_a_file_that_is_cut_the_whole_entries_are_taken(site, tmp_path: Path):
    many = [f"/a/n{n}" for n in range(90)]
    with running(tmp_path, site) as portal:
        start(portal, site)
        site.files["/s1.xml"] = site.packed(sitemap(*many), cut=200)
        assert not portal.crawl(SITEMAP % "").ok
        assert problems(portal) == ["damaged-source"] and "end early" in messages(portal)
        taken = names(portal) - {"three", "four", "five"}
        assert taken and taken < {path.removeprefix("/a/") for path in many}

        site.files["/s1.xml"] = site.packed(sitemap(*many))
        assert portal.crawl(SITEMAP % "").ok and len(names(portal)) == len(many) + 3


def test_bare_ampersands_are_repaired(tmp_path: Path):
    text = sitemap("/a/x?a=1&b=2", "/a/y").replace("BASE/a/y", "<![CDATA[BASE/a/y?c=1&d=2]]>")
    site = SourceSite({"/sitemap.xml": text})
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(SITEMAP % "").ok
        assert set(portal.articles()) == {"/a/x?a=1&b=2", "/a/y?c=1&d=2"}


def test_an_empty_sitemap_is_a_problem(tmp_path: Path):
    site = SourceSite({"/sitemap.xml": sitemap()})
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(SITEMAP % "").ok and problems(portal) == ["empty-archive-page"]


def test_a_lost_index_is_made_again(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(SITEMAP % "")
        site.files["/sitemap.xml"] = sitemap_index({"/s1.xml": "2024-02-02", "/list.txt": ""})
        site.files["/s1.xml"] = sitemap("/a/one", "/a/two", "/a/new")
        portal.crawl(SITEMAP % "")
        before = snapshot(portal)
        (portal.corpus / "corpus.sqlite").unlink()
        rebuild_corpus(portal.write(SITEMAP % ""), portal.corpus, portal.runtime)
        assert snapshot(portal) == before


def test_why_says_what_names_a_file(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal_file = portal.write(SITEMAP % "")
        options = CrawlOptions(limit=1, warc_only=True)
        crawl(portal_file, portal.corpus, options, portal.runtime)

        def verdict(path: str) -> str:
            return explain_address(portal_file, portal.corpus, portal.base + path).verdict

        root = f"{portal.base}/sitemap.xml"
        assert verdict("/s1.xml").startswith(f"an archive page of column all, named by {root}; ")
        assert verdict("/list.txt") == (
            f"an archive page of column all, named by {root}; not requested yet"
        )
        assert verdict("/sitemap.xml").endswith(
            "the file was read to its end, and has no next page"
        )


def test_an_index_that_names_itself_or_its_parent_ends(tmp_path: Path):
    site = SourceSite(
        {
            "/sitemap.xml": sitemap_index({"/sitemap.xml": "", "/more.xml": ""}),
            "/more.xml": sitemap_index({"/sitemap.xml": "", "/more.xml": "", "/s1.xml": ""}),
            "/s1.xml": sitemap("/a/one"),
        }
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(SITEMAP % "")
        assert names(portal) == {"one"} and len(files_asked(portal)) <= 4


PARTS = SITEMAP.replace(
    'sitemap: "BASE/sitemap.xml"',
    'sitemap: {url: "BASE/sitemap.xml", files: {exclude: "/(page|category)-"}}, exclude: "/two$"',
)


def _parts_site(*parts: str) -> SourceSite:
    """An index with parts of articles, and one each of pages and categories."""
    others = {"/page-1.xml": "2024-01-01", "/category-1.xml": "2024-01-01"}
    site = SourceSite({"/sitemap.xml": sitemap_index(dict.fromkeys(parts, "2024-01-01") | others)})
    site.files |= {part: sitemap(f"/a{part.removesuffix('.xml')}", "/a/two") for part in parts}
    return site


def test_files_that_an_expression_excludes_are_not_read_and_later_parts_are(tmp_path: Path):
    site = _parts_site("/post.xml")
    with running(tmp_path, site) as portal:
        start(portal, site)
        summary = portal.crawl(PARTS % "")
        assert summary.ok and names(portal) == {"post"}
        assert files_asked(portal) == ["/sitemap.xml", "/post.xml"]
        site.files |= _parts_site("/post.xml", "/post2.xml").files
        assert portal.crawl(PARTS % "").ok and names(portal) == {"post", "post2"}
        assert files_asked(portal) == ["/sitemap.xml", "/post2.xml"]


def test_a_file_of_an_index_of_robots_is_read_when_it_has_changed(tmp_path: Path):
    """The index is read in the same crawl; what it says of its files counts at once."""
    files: dict[str, str | Answer] = {
        "/robots.txt": "User-agent: *\nSitemap: BASE/sitemap.xml\n",
        "/sitemap.xml": sitemap_index({"/s1.xml": "2024-01-01", "/s2.xml": "2024-01-01"}),
        "/s1.xml": sitemap("/a/one"),
        "/s2.xml": sitemap("/a/two"),
    }
    text = "fetch: {delay: 0, retries: 0}\narchive: {sitemap: robots}\n"
    site = SourceSite(files)
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(text).ok and names(portal) == {"one", "two"}
        files["/sitemap.xml"] = sitemap_index({"/s1.xml": "2024-01-01", "/s2.xml": "2024-02-01"})
        files["/s2.xml"] = sitemap("/a/three", "/a/two")
        assert portal.crawl(text).ok and names(portal) == {"one", "two", "three"}


def test_files_of_robots_are_chosen_by_an_expression_too(tmp_path: Path):
    site = SourceSite({"/one.xml": sitemap("/a/one"), "/two.xml": sitemap("/a/two")})
    text = SITEMAP.replace('"BASE/sitemap.xml"', "{url: robots, files: {include: /one}}") % ""
    with running(tmp_path, site) as portal:
        start(portal, site)
        lines = "".join(f"Sitemap: {portal.base}{each}\n" for each in ("/one.xml", "/two.xml"))
        site.files["/robots.txt"] = Answer(lines, headers=(("Content-Type", "text/plain"),))
        assert portal.crawl(text).ok and names(portal) == {"one"}


def test_an_expression_that_leaves_no_file_is_a_problem(tmp_path: Path):
    site = _parts_site("/post.xml")
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(PARTS.replace("/(page|category)-", "xml") % "").ok
        assert f"{portal.base}/sitemap.xml: it lists nothing" in messages(portal)


def test_a_changed_expression_of_files_reads_the_stored_index_again(tmp_path: Path):
    site = _parts_site("/post.xml", "/post2.xml")
    with running(tmp_path, site) as portal:
        start(portal, site)
        only_first = PARTS.replace("(page|category)-", "(page|category)-|post2") % ""
        assert portal.crawl(only_first).ok and names(portal) == {"post"}
        files_asked(portal)
        assert portal.crawl(PARTS % "").ok and names(portal) == {"post", "post2"}
        assert files_asked(portal) == ["/sitemap.xml", "/post2.xml"]


@pytest.mark.parametrize("named", ["all", "sitemap"])
def test_a_file_is_compared_with_others_that_robots_txt_names(named: str, tmp_path: Path):
    """A cache sends the file as it was, or it is not the one with all articles; a file that
    robots.txt names itself is no proof of itself."""
    site = sitemap_site()
    site.files["/robots.txt"] = f"Sitemap: BASE/{named}.xml\n"
    site.files["/sitemap.xml"] = sitemap("/a/one")
    site.files["/all.xml"] = sitemap("/a/one", "/a/two")
    with running(tmp_path, site) as portal:
        start(portal, site)
        kinds = [each.kind for each in portal.crawl(SITEMAP % "").doubts]
    assert kinds == ["not-listed"] * (named == "all")


@pytest.mark.parametrize("named", ["posts", "parts", "more"])
def test_a_list_is_no_proof_of_itself(named: str, tmp_path: Path):
    """The index of robots.txt names the files that are the lists: an old copy agrees with
    itself. Other files are compared, and known by what the lists have."""
    shards = ["/post-1.xml", "/post-2.xml"]
    files = dict.fromkeys([*shards, *(["/post-3.xml"] if named == "more" else [])], "")
    site = SourceSite(
        {
            "/robots.txt": "Sitemap: BASE/index.xml\n",
            "/index.xml": sitemap_index(files),
            "/sitemap.xml": sitemap_index(dict.fromkeys(shards, "")),
            "/post-1.xml": sitemap("/a/one", "/a/two"),
            "/post-2.xml": sitemap("/a/three", "/a/four"),
            "/post-3.xml": sitemap("/a/five"),
        }
    )
    if named == "posts":
        site.files["/sitemap.xml"] = sitemap("/a/one", "/a/two")
        site.files["/index.xml"] = sitemap_index({"/sitemap.xml": ""})
    with running(tmp_path, site) as portal:
        start(portal, site)
        doubts = portal.crawl(SITEMAP % "").doubts
        asked = files_asked(portal)
        with view_corpus(portal.corpus, "small") as corpus:
            (proof,) = prove_lists(corpus)
    assert [each.kind for each in doubts] == ["not-listed"] * (named == "more")
    lists = ["/sitemap.xml", *(shards if named != "posts" else [])]
    assert asked == [*lists, "/index.xml", *(["/post-3.xml"] if named == "more" else [])]
    assert "sitemap" not in proof.describe()
