"""A stored page is found by one function, wherever it is stored."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from checkout import CHECKOUT
from small_portal import SmallPortal, article, crawled_portal, listing, moved

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, StoredPages, choose_pages
from webarticlecurator.corpus.stored_pages.page_store_opening import open_page_store
from webarticlecurator.crawling.workers.run_options import Runtime

RULES = "portal: small\narchive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0}\n"
PAGES = {
    "/list": listing("/a", "/moved"),
    "/a": article("<p>Words of the first.</p>"),
    "/b": article("<p>Words of the second.</p>"),
    "/moved": moved("/b"),
}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with crawled_portal(tmp_path_factory.mktemp("pages"), PAGES, RULES) as portal:
        yield portal


@pytest.fixture(scope="module")
def portal(crawled: SmallPortal) -> Portal:
    return crawled.write(RULES)


def list_warcs(crawled: SmallPortal) -> tuple[Path, ...]:
    return tuple(sorted((crawled.corpus / "warc").glob("*.warc.gz")))


def give_saved(crawled: SmallPortal, folder: Path) -> StoredPages:
    """Return pages that were saved to files with their addresses."""
    pages = []
    for path in ("/list", "/a", "/b"):
        file = folder / f"{path[1:]}.html"
        file.write_text(str(PAGES[path]), encoding="utf-8")
        pages.append(SavedPage(file, f"{crawled.base}{path}"))
    return StoredPages(saved=tuple(pages))


def give_warcs(crawled: SmallPortal, _: Path) -> StoredPages:
    return StoredPages(warcs=list_warcs(crawled))


def give_uncompressed(crawled: SmallPortal, folder: Path) -> StoredPages:
    files = []
    for number, warc in enumerate(list_warcs(crawled)):
        files.append(folder / f"{number}.warc")
        files[-1].write_bytes(gzip.decompress(warc.read_bytes()))
    return StoredPages(warcs=tuple(files))


def give_corpus(crawled: SmallPortal, _: Path) -> StoredPages:
    return StoredPages(folder=crawled.corpus)


KINDS = (give_saved, give_warcs, give_uncompressed, give_corpus)
CAPTURED = (give_warcs, give_uncompressed, give_corpus)
Give = Callable[[SmallPortal, Path], StoredPages]


def find(portal: Portal, given: StoredPages, url: str) -> StoredPage:
    with open_page_store(portal, given, Runtime()) as store:
        assert not store.damage
        return store.find(url)


@pytest.mark.parametrize("give", KINDS)
def test_a_page_is_found_by_its_address(
    crawled: SmallPortal, portal: Portal, tmp_path: Path, give: Give
):
    for path, words in (("/list", "moved"), ("/a", "first"), ("/b", "second")):
        page = find(portal, give(crawled, tmp_path), crawled.base + path)
        assert page.url == crawled.base + path
        assert words in page.content.decode()
        assert page.status == 200
        assert page.page(portal).url == page.url


@pytest.mark.parametrize("give", CAPTURED)
def test_its_fragment_is_kept(crawled: SmallPortal, portal: Portal, tmp_path: Path, give: Give):
    assert find(portal, give(crawled, tmp_path), f"{crawled.base}/a#two").url.endswith("/a#two")


@pytest.mark.parametrize("give", CAPTURED)
def test_a_capture_has_its_header_and_its_day(
    crawled: SmallPortal, portal: Portal, tmp_path: Path, give: Give
):
    page = find(portal, give(crawled, tmp_path), f"{crawled.base}/a")
    assert page.content_type == "text/html; charset=utf-8"
    assert isinstance(page.captured, date)
    assert page == find(portal, give_corpus(crawled, tmp_path), f"{crawled.base}/a")


@pytest.mark.parametrize("give", CAPTURED)
def test_an_address_that_redirects_leads_to_the_page(
    crawled: SmallPortal, portal: Portal, tmp_path: Path, give: Give
):
    page = find(portal, give(crawled, tmp_path), f"{crawled.base}/moved")
    assert page.url == f"{crawled.base}/b"
    assert "second" in page.content.decode()


@pytest.mark.parametrize("give", KINDS)
def test_an_address_that_is_not_there_is_said(
    crawled: SmallPortal, portal: Portal, tmp_path: Path, give: Give
):
    with pytest.raises(UsageError) as caught:
        find(portal, give(crawled, tmp_path), f"{crawled.base}/nowhere")
    assert f"{crawled.base}/nowhere" in caught.value.message
    assert caught.value.cure


@pytest.mark.parametrize("give", KINDS)
def test_all_pages_of_a_kind_are_listed(
    crawled: SmallPortal, portal: Portal, tmp_path: Path, give: Give
):
    given = give(crawled, tmp_path)
    with open_page_store(portal, given, Runtime()) as store:
        listed = [page.url for page in choose_pages(store, given, "archive")]
        addresses = set(store.addresses())
    assert f"{crawled.base}/list" in listed
    assert (f"{crawled.base}/a" in listed) == (give is give_saved)
    assert {f"{crawled.base}{path}" for path in ("/list", "/a", "/b")} <= addresses


def test_a_folder_without_a_corpus_is_said(portal: Portal, tmp_path: Path):
    with pytest.raises(UsageError, match="no corpus"):
        find(portal, StoredPages(folder=tmp_path / "none"), "http://small.example/a")
    with pytest.raises(UsageError, match="no page given"):
        find(portal, StoredPages(), "http://small.example/a")


OPENING = {
    "corpus/stored_pages/captured_pages.py",
    # they copy, list or build captures, and show no page
    "cli/subcommands/warc_addresses.py",
    "corpus/archives/adopting.py",
    "corpus/archives/listed_addresses.py",
    "crawling/building/build.py",
    "storage/store/foreign.py",  # `warc cat`, the bytes
}


def test_nothing_else_opens_warc_files_for_their_pages():
    package = CHECKOUT / "webarticlecurator"
    found = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if re.search(r"(?<!class )\bForeignWarcs\(", file.read_text("utf-8"))
    }
    assert found == OPENING
