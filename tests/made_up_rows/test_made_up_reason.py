"""A reason to reject pages: those that show only the beginning of an article."""

from __future__ import annotations

from pathlib import Path

from made_up_package import MadeUpPackage, write_portal
from small_portal import article, listing, small_portal

ROW = """Reason(
        "teaser-page",
        "the page shows only the beginning of the article",
        "crawl with a session (`fetch.cookies`)",
        page_check=True,
        problem=True,
    )"""
REASONS, CHECKS = "base/model/reasons.py", "articles/walls/page_checks.py"
CHECK = (
    '("teaser-page", MAX_WORDS_NOTICE,'
    ' lambda visible: "it ends early" if "read on" in visible.text else None)'
)
RULES = """
archive: {url: BASE/list, links: h2}
article: {body: {root: article}%s}
"""
PAGES = {
    "/list": listing("/a/1", "/a/2"),
    "/a/1": article("The whole text."),
    "/a/2": article("The beginning. Read on"),
}


def test_pages_are_rejected_for_a_made_up_reason(package: MadeUpPackage, tmp_path: Path):
    package.add_row(REASONS, "REASONS", ROW)
    package.add_row(CHECKS, "_CHECKS", CHECK)
    with small_portal(tmp_path, PAGES) as portal:
        config, corpus = write_portal(portal, RULES % ""), portal.corpus
        crawled = package.curator("crawl", config, "--corpus", corpus, code=1)
        assert "teaser-page" in crawled
        counted = package.count(config, corpus)
        assert (counted["tei"], counted["rejected"]) == (1, {"teaser-page": 1})
        assert "teaser-page" in package.curator("status", config, "--corpus", corpus)

        why = package.curator("why", config, f"{portal.base}/a/2", "--corpus", corpus)
        assert "teaser-page" in why
        assert "the page shows only the beginning of the article" in why
        assert "it ends early" in why
        assert "crawl with a session" in why

        # the portal may switch the check off, and give the reason itself
        write_portal(portal, RULES % ", gate_off: [teaser-page]")
        package.curator("build", config, "--corpus", corpus)
        assert package.count(config, corpus)["tei"] == 2
        reject = ", gate_off: [teaser-page], reject: [{css: article, reason: teaser-page}]"
        write_portal(portal, RULES % reject)
        package.curator("build", config, "--corpus", corpus, "--prune", code=1)
        assert package.count(config, corpus)["rejected"] == {"teaser-page": 2}


def test_documents_and_options_name_a_made_up_reason(package: MadeUpPackage):
    package.add_row(REASONS, "REASONS", ROW)
    package.add_row(CHECKS, "_CHECKS", CHECK)
    documents = package.documents()
    assert "the page shows only the beginning of the article" in documents
    assert '"teaser-page"' in documents
    wrong = package.curator("warc", "adopt", "small.yaml", "--reason", "rejected", code=2)
    assert "rejected-teaser-page" in wrong


def test_a_reason_without_its_check_fails_at_import(package: MadeUpPackage):
    package.add_row(REASONS, "REASONS", ROW)
    assert package.fail_to_import("articles.walls.page_checks") == (
        "TypeError: page checks of articles/walls/page_checks.py and REASONS of"
        " base/model/reasons.py differ: teaser-page; add the check, or take `page_check` from the"
        " row"
    )
