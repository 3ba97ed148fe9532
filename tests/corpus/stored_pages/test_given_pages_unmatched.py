"""A rule that matches nothing anywhere is named, with file and line, by links, crawl and build."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from given_blog import RULES, WORDS, Answer, Blog, article_page, list_page
from skipped_pauses import skip_pauses
from small_portal import small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import Runtime

Run = Callable[..., Answer]
TWO = RULES.replace("links: h2", "links: [h2, h3.headlin]")
NONE = RULES.replace("links: h2", "links: '#primary h2'")


@pytest.fixture
def rules(blog: Blog):
    """A function that writes another portal file until the end of the test."""
    path = blog.portal.folder / "portal.yaml"
    before = path.read_bytes()
    yield blog.portal.write
    path.write_bytes(before)


def test_links_names_the_rule_that_matches_no_page(blog: Blog, curator: Run, rules):
    rules(TWO)
    code, out, err = curator("links", blog.config, "--warc", *blog.warcs)
    assert code == 1 and out.count("/posts/") == 12
    hints = [line for line in err.splitlines() if line.startswith("hint: ")]
    assert hints == [
        "hint: archive.links[1] (portal.yaml:7): css: h3.headlin matches nothing on any of 2 pages"
    ]
    # one page proves nothing about an alternative
    code, _, err = curator(
        "links", blog.config, "--warc", *blog.warcs, "--url", f"{blog.base}/list"
    )
    assert (code, err) == (0, "")


def test_a_page_that_lists_nothing_is_not_passed_over_in_silence(blog: Blog, curator: Run, rules):
    rules(NONE)
    given = ("--warc", *blog.warcs, "--url", f"{blog.base}/list")
    code, out, err = curator("links", blog.config, *given)
    assert code == 0 and "0 articles" in out
    assert (
        "hint: archive.links (portal.yaml:7): css: #primary h2 matches nothing on the page" in err
    )
    rules(RULES)
    assert curator("links", blog.config, *given)[::2] == (0, "")


HINT = (
    "the link rules match nothing on {}: archive.links (portal.yaml:{}): css:"
    " #primary h2; `curator links --explain` shows what is near"
)


def messages(summary: Summary) -> list[str]:
    return [each.message for each in summary.doubts]


def test_a_crawl_whose_link_rules_match_nothing_names_them(tmp_path: Path):
    with small_portal(tmp_path, {"/list": list_page(WORDS)}) as portal:
        summary = portal.crawl(NONE)
        assert not summary.ok and HINT.format("its archive page", 7) in messages(summary)
        # a build with better rules reads the stored list again
        assert "no-links" not in portal.build(RULES).problems


def test_an_archive_by_date_may_have_empty_days_but_not_only_such(tmp_path: Path):
    pages = {f"/2024/0{month}": list_page(WORDS) for month in range(1, 7)}
    dated = NONE.replace("url: BASE/list", 'url: "BASE/{date:%Y/%m}"').replace(
        "  pagination", "  dates: {from: 2024-01-01, until: UNTIL, step: month}\n  pagination"
    )
    with small_portal(tmp_path, pages) as portal:
        few = portal.crawl(dated.replace("UNTIL", "2024-03-31"))
        assert few.ok and few.remarks == ()
        summary = portal.crawl(dated.replace("UNTIL", "2024-06-30"))
        hint = HINT.format("any of its 6 archive pages", 7)
        assert summary.problems == {"no-links": 1} and messages(summary) == [hint]
        better = dated.replace("UNTIL", "2024-06-30").replace("'#primary h2'", "h2")
        assert "no-links" not in portal.build(better).problems


def test_rules_that_match_no_article_of_a_whole_crawl_or_build_are_hints(tmp_path: Path):
    pages = {"/list": list_page(WORDS)} | {f"/posts/{w}": article_page(w) for w in WORDS}
    drop = RULES.replace("{root: div.text}", "{root: [div.text, td.old], drop: [p.advert, p.x]}")
    drop = drop.replace("{mode: next-link, next: a.next}", "none")
    with small_portal(tmp_path, pages) as portal:
        summary = portal.crawl(drop)
        assert summary.ok and summary.tei == 12
        where = "matches nothing on any of 12 articles"
        assert summary.remarks == (
            f"article.body.drop[0] (portal.yaml:10): css: p.advert {where}",
            f"article.body.drop[1] (portal.yaml:10): css: p.x {where}",
        )
        assert f"remark: {summary.remarks[0]}" in summary.lines()
        # nothing to read: nothing to say; and td.old was never asked, since div.text is there
        assert portal.build(drop).remarks == ()
        # in one process as in several
        for executor in ("serial", "processes"):
            rules = drop.replace("p.x", f"p.{executor}")
            file = portal.write(rules)
            found = portal_build(file, portal.corpus, executor)
            assert [remark.partition(" css: ")[2] for remark in found] == [
                f"p.advert {where}",
                f"p.{executor} {where}",
            ]


def portal_build(file: object, corpus: Path, executor: str) -> tuple[str, ...]:
    from webarticlecurator.crawling.building.build import build

    return build(file, corpus, None, Runtime(executor=executor)).remarks


def test_a_guard_that_new_writes_is_no_news_when_it_matches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_pauses(monkeypatch)
    pages = {"/list": list_page(WORDS)} | {f"/posts/{w}": article_page(w) for w in WORDS}
    with small_portal(tmp_path, pages) as portal:
        assert main(["new", f"{portal.base}/list", "--output", str(tmp_path / "new.yaml")]) == 0
        proposed = (tmp_path / "new.yaml").read_text("utf-8")
        assert "pager: {}" in proposed and "input[type=password]" in proposed
        summary = portal.crawl(proposed.replace(f"home: {portal.base}/\n", ""))
        assert (summary.tei, summary.remarks) == (12, ())
        assert summary.problems == {"list-not-whole": 1}, "no link to a next page was recognised"
        whole = re.sub("  pagination: .*", "  pagination: none", proposed)
        assert portal.crawl(whole.replace(f"home: {portal.base}/\n", "")).doubts == ()


def test_links_that_say_that_they_lead_on_may_be_on_no_page_of_an_archive_by_dates(tmp_path: Path):
    """So `new` writes them where it recognised no link to a next page."""
    pages = {f"/2023/{n:02}": list_page((word,)) for n, word in enumerate(WORDS, 1)}
    pages |= {f"/posts/{word}": article_page(word) for word in WORDS}
    rules = RULES.replace("url: BASE/list", 'url: "BASE/{date:%Y/%m}"').replace(
        "  pagination", "  dates: {from: 2023-01-01, until: 2023-12-31, step: month}\n  pagination"
    )
    standard = "next: ['a[rel~=next]', 'link[rel~=next]', a.onward]"
    with small_portal(tmp_path, pages) as portal:
        remarks = portal.crawl(rules.replace("next: a.next", standard)).remarks
        assert len(remarks) == 1 and "a.onward matches nothing" in remarks[0], remarks


def test_few_pages_give_no_hint(tmp_path: Path):
    pages = {"/list": list_page(WORDS[:3])} | {f"/posts/{w}": article_page(w) for w in WORDS[:3]}
    with small_portal(tmp_path, pages) as portal:
        rules = RULES.replace("{root: div.text}", "{root: div.text, drop: p.x}")
        assert portal.crawl(rules).remarks == ()


def test_extract_names_rules_that_match_none_of_the_given_pages(blog: Blog, curator: Run, rules):
    rules(RULES.replace("{root: div.text}", "{root: div.text, drop: p.advert}"))
    code, _, err = curator("extract", blog.config, "--warc", *blog.warcs)
    hint = "css: p.advert matches nothing on any of 12 articles"
    assert code == 0 and f"hint: article.body.drop (portal.yaml:10): {hint}\n" in err
