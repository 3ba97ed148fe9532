"""The link source of a span in the portal file: which one it is, what it inherits, its plan."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.portal_file.config.load import load_portal

HEAD = "portal: echo\nhome: https://echo.example/start/\narchive:\n"


def load(folder: Path, archive: str) -> Portal:
    path = folder / "echo.yaml"
    path.write_text(HEAD + archive, encoding="utf-8")
    return load_portal(path)


def spans(portal: Portal) -> dict[str, Span]:
    return {column.name: column.spans[0] for column in portal.columns}


def test_a_column_with_its_own_source_inherits_only_what_that_source_reads(tmp_path: Path):
    portal = load(
        tmp_path,
        """\
  url: "https://echo.example/{column}/{page}"
  pagination: {mode: numbered, last: 9}
  links: h2
  include: /news/
  columns:
    news:
    map: {sitemap: "https://echo.example/{column}.xml", exclude: [/tag/]}
    robots: {sitemap: robots, include: none}
    feed: {feed: "https://echo.example/feed"}
    issues: {index: {url: "https://echo.example/issues", links: a.issue}, pagination: none}
""".replace("  include: /news/\n", ""),
    )
    found = spans(portal)
    kinds = {name: span.source.kind for name, span in found.items()}
    assert kinds == {
        "news": "url",
        "map": "sitemap",
        "robots": "sitemap",
        "feed": "feed",
        "issues": "index",
    }
    assert found["map"].source.options == (("exclude", ("/tag/",)),)
    assert found["map"].pagination.mode == "none"
    assert found["robots"].url.text == "https://echo.example/robots.txt"
    assert found["issues"].links == found["news"].links
    assert [rule.expression for rule in found["issues"].source.get("links", ())] == ["a.issue"]


def test_index_and_pagination_are_merged_like_other_keys(tmp_path: Path):
    portal = load(
        tmp_path,
        """\
  index: {url: "https://echo.example/issues", links: a.issue}
  pagination: {mode: next-link, next: a.next}
  columns:
    old: {index: {url: "https://echo.example/old"}}
    new:
""",
    )
    found = spans(portal)
    assert found["old"].url.text == "https://echo.example/old"
    assert found["old"].source == found["new"].source
    assert found["old"].pagination.mode == "next-link"


def test_the_plan_says_what_is_known_before_the_first_request(tmp_path: Path):
    portal = load(
        tmp_path,
        """\
  columns:
    map: {sitemap: robots}
    feed: {feed: "https://echo.example/feed"}
    months:
      index: {url: "https://echo.example/{date:%Y/%m}/", links: a.day}
      dates: {from: 2020-01-01, until: 2020-03-31, step: month}
""",
    )
    plans = plan_spans(portal, date(2024, 1, 31))
    assert [(plan.source, plan.pages, plan.at_least, plan.first) for plan in plans] == [
        ("sitemap", None, 1, "https://echo.example/robots.txt"),
        ("feed", 1, 1, "https://echo.example/feed"),
        ("index", None, 3, "https://echo.example/2020/03/"),
    ]


def test_values_of_a_sitemap_may_be_used_in_metadata(tmp_path: Path):
    text = HEAD + "  sitemap: robots\narticle: {metadata: {title: [{listed: title}]}}\n"
    path = tmp_path / "echo.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_portal(path).columns[0].spans[0].listed == ()
