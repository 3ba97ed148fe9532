"""Regular expressions of the portal file on addresses: they match like ``re`` and are interrupted
in time."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from building_corpus import (
    ADDRESSES,
    ARCHIVE,
    ARTICLE,
    HEAD,
    LIST,
    page_of,
    write_config,
    write_warc,
)

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal import patterns
from webarticlecurator.base.portal.portal import AddressRules, Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal

CATASTROPHE = "(a|aa)+$"
EVIL = ADDRESSES + "a" * 60 + "!"
ODD = [
    "",
    "https://x.example/a/b?c=d&e=ő#f",
    "HTTP://X.example//2019/03/15/",
    "https://x.example/%C5%91/ſıİ\u0130",
    "x" * 300,
]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, forked_workers: None) -> None:
    """Patterns have little time, also in worker processes."""
    monkeypatch.setattr(patterns, "SECONDS", 0.5)


def patterns_of(portal: Portal) -> list[tuple[str, str]]:
    pairs = [*portal.address.replace, *portal.address.public]
    single = [portal.match, portal.continuation]
    single += [
        p
        for column in portal.columns
        for span in column.spans
        for p in (*span.stop.at, *span.stop.listed)
    ]
    return pairs + [(pattern, "<>") for pattern in single if pattern]


def addresses_of(portal: Portal) -> list[str]:
    urls = [portal.home, *(span.url.text for column in portal.columns for span in column.spans)]
    return urls + [
        f"{url.rstrip('/')}/{tail}"
        for url in urls
        for tail in ("2019/03/15/cikk-1?page=2&utm_x=1#a", "amp/x/print")
    ]


def test_every_shipped_regex_on_addresses_matches_as_re_does():
    number = 0
    for path in sorted(data_folder("site_configs").glob("*.yaml")):
        if path.stem.endswith((".tests", ".learned")):
            continue
        portal = load_portal(path)
        for pattern, into in patterns_of(portal):
            number += 1
            assert isinstance(patterns._compile(pattern), type(patterns._compile("x")))
            for url in (*addresses_of(portal), *ODD):
                assert patterns.search_pattern(pattern, url, "") == (
                    re.search(pattern, url) is not None
                )
                assert patterns.substitute_pattern([(pattern, into)], url, "") == re.sub(
                    pattern, into, url
                )
    assert number > 50


def test_a_regex_that_never_ends_is_interrupted_and_named():
    began = time.process_time()
    with pytest.raises(
        PageUnreadable,
        match=r"address.replace \(echo.yaml:4\) ran for more than 0.5 seconds on https://echo",
    ):
        canonical_address(
            EVIL,
            AddressRules(
                replace=((CATASTROPHE, ""),), replace_rule="address.replace (echo.yaml:4)"
            ),
        )
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("head", "article", "rule"),
    [
        (
            HEAD + f"address: {{replace: [['{CATASTROPHE}', '']]}}\n",
            ARTICLE,
            "address.replace (echo.yaml:4)",
        ),
        (
            HEAD + f"address: {{public: [['{CATASTROPHE}', '']]}}\n",
            ARTICLE,
            "address.public (echo.yaml:4)",
        ),
        (
            HEAD,
            ARTICLE + f"  continuation: '{CATASTROPHE}'\n",
            "article.continuation (echo.yaml:13)",
        ),
        (
            HEAD,
            f"article:\n  match: '{CATASTROPHE}|one$|two$'\n  body: {{root: article}}\n",
            "article.match (echo.yaml:11)",
        ),
    ],
    ids=lambda value: value.partition(" ")[0] if ".yaml" in value else "",
)
def test_a_build_names_the_page_and_the_rule_and_goes_on(
    tmp_path: Path, monkeypatch, head: str, article: str, rule: str
):
    pages = {url: page_of("<p>x</p>") for url in (ADDRESSES + "one", EVIL, ADDRESSES + "two")}
    config = write_config(tmp_path, article, head)
    summary = build(
        load_portal(config),
        tmp_path / "corpus",
        BuildOptions(warcs=(write_warc(tmp_path / "x.warc", pages),)),
    )
    assert summary.tei == 2 and not summary.ok
    report = (tmp_path / "corpus" / "reports" / "problems.tsv").read_text(encoding="utf-8")
    assert [line for line in report.splitlines() if EVIL in line and rule in line]


def test_an_archive_page_that_lists_such_an_address_is_named(tmp_path: Path):
    archive = ARCHIVE.replace("links: h2", f"links: {{css: h2, replace: [['{CATASTROPHE}', '']]}}")
    pages = {
        LIST: f"<html><body><h2><a href='{EVIL}'>x</a></h2></body></html>",
        ADDRESSES + "one": page_of("<p>x</p>"),
    }
    monkey = pytest.MonkeyPatch()
    monkey.setenv("CURATOR_PAGE_SECONDS", "2")
    config = write_config(tmp_path, ARTICLE, HEAD, archive)
    try:
        summary = build(
            load_portal(config),
            tmp_path / "corpus",
            BuildOptions(warcs=(write_warc(tmp_path / "x.warc", pages),)),
        )
    finally:
        monkey.undo()
    assert (summary.tei, summary.problems) == (1, {"archive-page-unread": 1})
    report = (tmp_path / "corpus" / "reports" / "problems.tsv").read_text(encoding="utf-8")
    assert "archive.links" in report and "echo.yaml:7" in report
