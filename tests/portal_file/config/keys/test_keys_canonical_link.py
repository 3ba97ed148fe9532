"""``address: {canonical: link}``: the page's own word on its address."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions

FILE = "archive: {url: BASE/list}\naddress: {canonical: HOW}\nfetch: {delay: 0}\n"


def canonical(path: str) -> str:
    return f'<link rel="canonical" href="{path}">'


PAGES = {
    "/list": listing("/a?from=front", "/b", "/late-name", "/elsewhere"),
    "/a?from=front": article("one", canonical("/a")),
    "/b": article("two", canonical("/late-name")),
    "/late-name": article("two", canonical("/late-name")),
    "/elsewhere": article("three", canonical("https://agency.example/three")),
}


@pytest.fixture
def crawl(tmp_path: Path):  # type: ignore[no-untyped-def]
    with small_portal(tmp_path, PAGES) as portal:
        yield portal


def test_without_it_the_address_counts(crawl: SmallPortal):
    summary = crawl.crawl(FILE.replace("HOW", "address"))
    assert crawl.articles() == {
        "/a?from=front": "tei",
        "/b": "tei",
        "/late-name": "tei",
        "/elsewhere": "tei",
    }
    assert (summary.articles, summary.tei) == (4, 4)
    claims = [
        line.strip()
        for text in crawl.tei().values()
        for line in text.splitlines()
        if "rel-canonical" in line
    ]
    addresses = ["https://agency.example/three", f"{crawl.base}/a", f"{crawl.base}/late-name"]
    assert sorted(claims) == sorted(
        f'<note type="extra" n="rel-canonical">{address}</note>' for address in addresses
    )


def test_with_it_the_link_counts_on_the_same_portal(crawl: SmallPortal):
    summary = crawl.crawl(FILE.replace("HOW", "link"))
    assert crawl.articles() == {"/a": "tei", "/late-name": "tei", "/elsewhere": "tei"}
    assert (summary.articles, summary.tei, summary.pending) == (3, 3, 0)
    assert crawl.asked.count("/a?from=front") == 1
    assert "/a" not in crawl.asked


def test_reruns_and_changed_rules_have_the_same_result(crawl: SmallPortal):
    crawl.crawl(FILE.replace("HOW", "address"))
    asked = list(crawl.asked)
    crawl.build(FILE.replace("HOW", "link"))
    changed = crawl.tei()
    assert len(changed) == 3
    crawl.crawl(FILE.replace("HOW", "link"))
    assert (crawl.tei(), [path for path in crawl.asked[len(asked) :] if path != "/list"]) == (
        changed,
        [],
    )
    assert "tei" in set(crawl.articles().values())


def test_the_article_listed_first_is_requested_at_its_own_address(tmp_path: Path):
    """It was listed and failed; another page says that it is the same article. Its own answer still
    counts."""
    pages = dict(PAGES) | {"/list": listing("/late-name", "/b"), "/late-name": PAGES["/late-name"]}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(FILE.replace("HOW", "link"))
        assert portal.articles() == {"/late-name": "tei"}
        assert portal.asked == ["/list", "/late-name", "/b"]
        (text,) = portal.tei().values()
        assert f"{portal.base}/b" in text, "the alias stands in the header"


def test_in_warc_files_of_other_programs(crawl: SmallPortal):
    crawl.crawl(FILE.replace("HOW", "address"))
    files = tuple(sorted((crawl.corpus / "warc").iterdir()))
    other = crawl.folder / "other"
    build(crawl.write(FILE.replace("HOW", "link")), other, BuildOptions(warcs=files))
    assert crawl.articles(other) == {"/a": "tei", "/late-name": "tei", "/elsewhere": "tei"}
