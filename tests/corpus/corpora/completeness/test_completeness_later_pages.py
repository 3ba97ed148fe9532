"""``curator warc adopt --cdx``: the later pages of an article come from the archive, too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from completeness_report import adopt
from lxml import etree
from small_portal import SmallPortal, article, listing
from wayback_machine import Archived, WaybackMachine, wayback_machine

from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, REFUSED
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.read import read_header

RULES = """\
title: Small Portal
fetch: {delay: 0, retries: 0}
archive:
  dates: none
  url: "BASE/list?page={page}"
  links: h2 a
  pagination: {mode: numbered, last: 1}
article:
  next_page: {css: a.next}
  single_page: {css: a.whole}
  continuation: "[?]page="
  body: {root: article}
"""
PAGES = {"/list?page=1": listing("/news/one-a"), "/news/one-a": article("One.")}
FIRST, SECOND, THIRD = "/news/lost-a", "/news/lost-a?page=2", "/news/lost-a?page=3"
TIME, DAY_BEFORE, YEARS_AFTER = "20190503101112", "20190502101112", "20230503101112"


def page(text: str, following: str) -> bytes:
    return article(text, around=f'<a class="next" href="{following}">next</a>').encode()


@pytest.fixture
def archive(site: SmallPortal) -> Iterator[WaybackMachine]:
    with wayback_machine() as server:
        server.captures = [
            Archived(site.base + FIRST, TIME, page("First of then.", SECOND)),
            Archived(site.base + SECOND, DAY_BEFORE, page("Second of then.", THIRD)),
            Archived(site.base + SECOND, YEARS_AFTER, article("Second of later.").encode()),
            Archived(site.base + THIRD, TIME, article("Third of then.").encode()),
        ]
        yield server


def replayed(archive: WaybackMachine) -> list[str]:
    """Time and path of the captures that were fetched."""
    found = [path.partition("/web/")[2] for path in archive.asked if "/web/" in path]
    return [f"{path[:14]} /{path.partition('//')[2].partition('/')[2]}" for path in found]


def test_an_article_is_copied_as_a_whole(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    assert adopt(site, archive) == DONE
    assert "3 captures copied (2 of later pages), 0 refused" in capfd.readouterr().err
    assert replayed(archive) == [f"{TIME} {FIRST}", f"{DAY_BEFORE} {SECOND}", f"{TIME} {THIRD}"]
    assert site.asked == []
    with view_corpus(site.corpus, "small") as corpus:
        (capture,) = corpus.captures.by_url(site.base + SECOND)
        assert capture.origin is not None
        assert (capture.origin.level, capture.origin.via) == ("continuation", site.base + FIRST)

    site.build(RULES)
    assert site.articles() == {"/news/one-a": "tei", FIRST: "tei"}
    before = site.tei()
    (text,) = (text for text in before.values() if "of then" in text)
    assert [word in text for word in ("First", "Second", "Third", "later", "<gap")] == [
        *[True] * 3,
        *[False] * 2,
    ]
    cited = etree.fromstring(text.encode()).xpath("//*[@type='archive']/@target")
    captures = [(TIME, FIRST), (DAY_BEFORE, SECOND), (TIME, THIRD)]
    assert cited == [f"{archive.base}/web/{time}id_/{site.base}{path}" for time, path in captures]
    assert len(read_header(text.encode()).captures) == 3

    config = str(site.folder / "portal.yaml")
    main(["verify", config, "--corpus", str(site.corpus), "--rebuild", "--quiet"])
    site.build(RULES)
    assert site.tei() == before
    capfd.readouterr()
    main(["why", config, site.base + SECOND, "--corpus", str(site.corpus)])
    printed = capfd.readouterr().out
    assert f"a page of the article {site.base}{FIRST}" in printed
    assert f"copied from {archive.base}/web/{DAY_BEFORE}id_/" in printed
    asked = len(archive.asked)
    assert adopt(site, archive) == DONE
    assert len(archive.asked) == asked


def test_a_page_that_the_archive_does_not_have_is_named(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    archive.captures = archive.captures[:2]
    assert adopt(site, archive) == PROBLEMS
    printed = capfd.readouterr().err
    assert "2 captures copied (1 of later pages), 1 refused" in printed
    reason = "the archive has no capture of it (a later page of"
    assert f"refused {site.base}{THIRD}: {reason} {site.base}{FIRST})" in printed
    site.build(RULES)
    (text,) = (text for text in site.tei().values() if "of then" in text)
    assert "Second" in text and "<gap" in text


def test_later_pages_for_which_the_archive_did_not_answer_are_copied_by_the_next_run(
    site: SmallPortal, archive: WaybackMachine
):
    answer = archive.answer
    archive.answer = lambda path: (  # type: ignore[method-assign]
        (503, {}, b"busy") if f"{DAY_BEFORE}id_" in path else answer(path)
    )
    assert adopt(site, archive) == DONE
    archive.answer = answer  # type: ignore[method-assign]
    archive.asked.clear()
    assert adopt(site, archive) == DONE
    assert replayed(archive) == [f"{DAY_BEFORE} {SECOND}", f"{TIME} {THIRD}"]


def test_what_was_copied_before_the_archive_refuses_is_not_fetched_again(
    site: SmallPortal, archive: WaybackMachine
):
    others = [f"/news/other-{number}-a" for number in range(4)]
    for path in others:
        first = Archived(site.base + path, TIME, page("Text.", f"{path}?page=2"))
        later = Archived(f"{site.base}{path}?page=2", TIME, article("More.").encode())
        archive.captures += [first, later]
    answer = archive.answer
    archive.answer = lambda path: (  # type: ignore[method-assign]
        (503, {}, b"busy") if "/web/" in path and "/other-" in path and "page=2" in path else answer(path)
    )  # fmt: skip
    assert adopt(site, archive) == REFUSED
    archive.answer = answer  # type: ignore[method-assign]
    archive.asked.clear()
    assert adopt(site, archive) == DONE
    left = [f"{TIME} {THIRD}", *(f"{TIME} {path}?page=2" for path in others)]
    assert sorted(replayed(archive)) == left


def test_the_page_of_the_whole_article_is_copied(site: SmallPortal, archive: WaybackMachine):
    whole, link = "/news/lost-a?whole", '<a class="whole" href="/news/lost-a?whole">all</a>'
    archive.captures = [
        Archived(site.base + FIRST, TIME, article("First.", around=link).encode()),
        Archived(site.base + whole, YEARS_AFTER, article("First. All of it.").encode()),
    ]
    adopt(site, archive)
    assert replayed(archive) == [f"{TIME} {FIRST}", f"{YEARS_AFTER} {whole}"]
    site.build(RULES)
    assert any("All of it." in text for text in site.tei().values())
