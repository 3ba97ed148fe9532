"""A portal that links files as if they were articles, or sends one in place of an archive page."""

from __future__ import annotations

from pathlib import Path

from small_portal import Answer, article, listing, small_portal

PDF = b"%PDF-1.4\n1 0 obj\n<</Type /Catalog>>\nendobj\n" + b"words of a report " * 400
FILE = "archive: {url: BASE/list}\nfetch: {delay: 0}\n"


def test_a_pdf_is_rejected_and_the_article_beside_it_is_built(tmp_path: Path) -> None:
    report = Answer(PDF, headers=(("Content-Type", "text/html"),))
    pages = {"/list": listing("/report.pdf", "/a"), "/report.pdf": report, "/a": article("first")}
    with small_portal(tmp_path, pages) as portal:
        found = portal.crawl(FILE)
        assert portal.articles() == {"/report.pdf": "not-html", "/a": "tei"}
        assert found.rejected == {"not-html": 1}

        portal.asked.clear()
        portal.crawl(FILE)
        assert "/report.pdf" not in portal.asked


def test_a_file_in_place_of_an_archive_page_is_a_failed_one(tmp_path: Path) -> None:
    with small_portal(tmp_path, {"/list": Answer(PDF)}) as portal:
        found = portal.crawl(FILE)
        assert found.problems == {"archive-page-failed": 1}
