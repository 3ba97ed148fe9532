"""Overrides and the exclude list in a corpus: what becomes of the articles, and of no other."""

from __future__ import annotations

from pathlib import Path

from small_portal import SmallPortal, article, listing, moved, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.read import read_header

TEXT = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
META = '<meta name="author" content="Staff"><meta name="keywords" content="a, b">'
PAGES = {
    "/list": listing("/one", "/two", "/three"),
    "/one": article("One one.", META),
    "/two": article("Two two.", META),
    "/three": article("Three.", META),
}
OVERRIDES = "id\tfield\tvalue\treason\n"
EXCLUDE = "id\treason\n"


def headers(portal: SmallPortal):
    found = (read_header(text.encode("utf-8")) for text in portal.tei().values())
    return {header.url.removeprefix(portal.base): header for header in found}


def built_times(portal: SmallPortal) -> dict[str, int]:
    return {p.name: p.stat().st_mtime_ns for p in (portal.corpus / "tei").rglob("*.xml")}


def test_an_override_takes_precedence_and_names_its_source(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(TEXT)
        before = built_times(portal)
        id_ = article_id(f"{portal.base}/one")
        rows = [
            f"{id_}\tauthors\tAnna Author\tasked by mail",
            f"{id_}\tauthors\tBea Baker\tasked by mail",
            f"{id_}\tpublished\t2019-07-15T08:30\tprinted issue",
            f"{id_}\tkeywords\t\tautomatic keywords",
        ]
        summary = portal.build("timezone: Europe/Budapest\n" + TEXT)
        assert summary.built == 3
        before = built_times(portal)
        text = "timezone: Europe/Budapest\n" + TEXT
        summary = portal.build(text, portal__overrides__tsv=OVERRIDES + "\n".join(rows))
        assert summary.built == 1  # the others are as they were
        after = built_times(portal)
        assert {name for name in after if before.get(name) != after[name]} == {f"{id_}.xml"}
        assert f"2019/07/{id_}.xml" in portal.tei()
        one = headers(portal)["/one"]
        assert [(v.value, v.source, v.original) for v in one.metadata.all("authors")] == [
            ("Anna Author", "override:asked by mail", "Staff"),
            ("Bea Baker", "override:asked by mail", "Staff"),
        ]
        assert one.metadata.first("published") == "2019-07-15T08:30:00+02:00"
        assert one.metadata.all("keywords") == ()
        assert ("no-keywords", "automatic keywords") in one.extra
        assert headers(portal)["/two"].metadata.first("authors") == "Staff"
        with_rows = portal.tei()
        again = portal.build(text, portal__overrides__tsv=OVERRIDES + "\n".join(rows))
        assert again.built == 0
        gone = portal.build(text, portal__overrides__tsv=OVERRIDES)
        assert gone.built == 1
        assert headers(portal)["/one"].metadata.first("authors") == "Staff"
        assert portal.tei() != with_rows


def test_an_excluded_article_is_removed_and_can_come_back(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(TEXT)
        whole = portal.tei()
        summary = portal.build(
            TEXT, portal__exclude__tsv=EXCLUDE + f"{portal.base}/two\ttakedown of 3 May\n"
        )
        assert (summary.tei, summary.rejected, summary.ok) == (2, {"excluded": 1}, True)
        assert set(headers(portal)) == {"/one", "/three"}
        loaded = portal.write(TEXT)
        assert (
            "takedown of 3 May"
            in explain_address(loaded, portal.corpus, f"{portal.base}/two").verdict
        )
        rejected = extract(loaded, f"{portal.base}/two", PAGES["/two"].encode("utf-8"))
        assert rejected.reason == "excluded"
        portal.build(TEXT, portal__exclude__tsv=EXCLUDE)
        assert portal.tei() == whole


def test_an_excluded_article_is_never_requested(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        id_ = article_id(f"{portal.base}/two")
        summary = portal.crawl(TEXT, portal__exclude__tsv=EXCLUDE + f"{id_}\ttakedown\n")
        assert portal.asked == ["/list", "/one", "/three"]
        assert portal.articles() == {"/one": "tei", "/two": "excluded", "/three": "tei"}
        assert summary.ok
        portal.crawl(TEXT, portal__exclude__tsv=EXCLUDE)
        assert portal.articles()["/two"] == "tei"


def test_any_address_of_an_article_names_it(tmp_path: Path):
    pages = {
        **PAGES,
        "/two": moved("/elsewhere"),
        "/elsewhere": article("Two."),
        "/list": listing("/one", "/two", "/three?x=1"),
    }
    text = "address: {drop: [x]}\n" + TEXT
    with small_portal(tmp_path, {**pages, "/three?x=1": article("Three.")}) as portal:
        rows = f"{portal.base}/two\tone\n{portal.base}/three?x=7\tanother\n"
        portal.crawl(text)
        assert portal.articles() == {"/one": "tei", "/elsewhere": "tei", "/three": "tei"}
        portal.build(text, portal__exclude__tsv=EXCLUDE + rows)
        assert portal.articles() == {"/one": "tei", "/elsewhere": "excluded", "/three": "excluded"}


def test_later_pages_of_an_excluded_article_do_not_become_articles(tmp_path: Path):
    pages = {
        "/list": listing("/one", "/one?p=2"),
        "/one": article("One.", around='<a class="n" href="/one?p=2">2</a>'),
        "/one?p=2": article("Two."),
    }
    text = TEXT + "article: {next_page: a.n, continuation: 'p=2'}\n"
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(text)
        assert portal.articles() == {"/one": "tei", "/one?p=2": "continuation"}
        portal.build(text, portal__exclude__tsv=EXCLUDE + f"{portal.base}/one\twhy\n")
        assert portal.articles() == {"/one": "excluded", "/one?p=2": "continuation"}
        assert portal.tei() == {}


def test_one_of_several_articles_on_a_page(tmp_path: Path):
    posts = '<div class="post" id="p1"><p>First post.</p></div><div class="post" id="p2"><p>Second post.</p></div>'
    text = TEXT + "article: {split: {css: div.post}}\n"
    with small_portal(
        tmp_path, {"/list": listing("/one"), "/one": f"<html><body>{posts}</body></html>"}
    ) as portal:
        portal.crawl(text)
        assert portal.articles() == {"/one": "split", "/one#p1": "tei", "/one#p2": "tei"}
        id_ = article_id(f"{portal.base}/one#p1")
        portal.build(text, portal__exclude__tsv=EXCLUDE + f"{id_}\twhy\n")
        assert portal.articles() == {"/one": "split", "/one#p1": "excluded", "/one#p2": "tei"}
        assert [*headers(portal)] == ["/one#p2"]
        portal.build(text, portal__exclude__tsv=EXCLUDE)
        assert portal.articles() == {"/one": "split", "/one#p1": "tei", "/one#p2": "tei"}


def test_a_row_for_an_unknown_article_is_a_remark(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        rows = EXCLUDE + f"{portal.base}/four\twhy\n"
        portal.crawl(TEXT, portal__exclude__tsv=rows)
        told = (portal.corpus / "reports" / "problems.tsv").read_text(encoding="utf-8")
        assert f"no\tby-hand-unknown\tby-hand-unknown {portal.base}/four\t" in told
        portal.pages["/list"] = listing("/one", "/two", "/three", "/four")
        portal.crawl(TEXT, portal__exclude__tsv=rows)
        assert portal.articles()["/four"] == "excluded"
        portal.build(TEXT, portal__exclude__tsv=rows)
        assert "by-hand-unknown" not in (portal.corpus / "reports" / "problems.tsv").read_text(
            encoding="utf-8"
        )
