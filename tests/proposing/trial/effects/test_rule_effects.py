"""What a change of rules does to stored articles: text gained and lost, metadata, verdicts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_portal import SmallPortal, listing, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.executor import LostTask
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial import rule_effects
from webarticlecurator.proposing.trial.rule_effects import ArticleEffect, PageEffects, compare_rules
from webarticlecurator.storage.frontier.frontier import Frontier

RULES = """
language: en
timezone: Europe/Budapest
archive: {url: BASE/list, links: h2 a}
article: {body: {root: article}, metadata: {title: h1}}
"""
NUMBER = 6


def page(number: int) -> str:
    box = "<aside>Read also this.</aside>" if number % 2 else ""
    return (
        f"<html><body><h1>Ferry {number}</h1><h2>Boats</h2>"
        f"<article><p>The ferry {number} sails again.</p>{box}</article></body></html>"
    )


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> SmallPortal:
    paths = [f"/a/{n}" for n in range(NUMBER)]
    pages = {
        "/list": listing(*paths, "/empty", "/gone"),
        **{path: page(n) for n, path in enumerate(paths)},
        "/empty": "<html><body><h1>Poll</h1><main><p>Only main has text.</p></main></body></html>",
    }
    with small_portal(tmp_path_factory.mktemp("effects"), pages) as portal:
        portal.crawl(RULES)
    return portal


def edited(portal: SmallPortal, rules: str) -> Portal:
    content = f"portal: small\nhome: BASE/\n{rules}".replace("BASE", portal.base)
    return load_portal(portal.folder / "portal.yaml", content=content.encode())


def effects(
    portal: SmallPortal, after: str, *, before: str = RULES, limit: int | None = None
) -> tuple[dict[str, ArticleEffect], int]:
    """The changed articles by their paths, and the number of the others."""
    pages = StoredPages(portal.corpus, limit=limit)
    found = [*compare_rules(edited(portal, before), edited(portal, after), pages)]
    assert all(isinstance(each, PageEffects) for each in found), found
    changed = [effect for each in found for effect in each.changed]
    paths = {effect.url.removeprefix(portal.base): effect for effect in changed}
    return paths, sum(each.unchanged for each in found)


def test_the_same_rules_change_nothing(portal: SmallPortal):
    assert effects(portal, RULES) == ({}, NUMBER + 1)


def test_words_that_are_dropped_are_counted_and_marked(portal: SmallPortal):
    changed, unchanged = effects(
        portal, RULES.replace("root: article", "root: article, drop: aside")
    )
    assert [*changed] == ["/a/1", "/a/3", "/a/5"]
    assert unchanged == NUMBER + 1 - 3
    effect = changed["/a/3"]
    assert (effect.before.words, effect.after.words) == (8, 5)
    assert (effect.comparison.words_gone, effect.comparison.words_added, effect.size) == (3, 0, 3)
    (line,) = effect.comparison.lines
    assert (line.change, line.old) == ("removed", "Read also this.")
    assert effect.comparison.metadata == ()


def test_changed_metadata_is_named_with_its_values(portal: SmallPortal):
    changed, unchanged = effects(portal, RULES.replace("title: h1", "title: h2"))
    assert (len(changed), unchanged) == (NUMBER, 1)
    (field,) = changed["/a/2"].comparison.metadata
    assert (field.field, field.old, field.new) == ("title", ("Ferry 2",), ("Boats",))
    assert changed["/a/2"].size == 0


def test_articles_that_become_rejected_or_accepted_change(portal: SmallPortal):
    changed, unchanged = effects(portal, RULES.replace("root: article", "root: main"))
    assert (len(changed), unchanged) == (NUMBER + 1, 0)
    lost, found = changed["/a/0"], changed["/empty"]
    assert (lost.before.reason, lost.after.reason, lost.after.words) == ("", "no-root", 0)
    assert lost.comparison.words_gone == lost.before.words == 5
    assert (found.before.reason, found.after.reason, found.after.words) == ("no-root", "", 4)
    assert found.comparison.words_added == 4
    assert ("title", (), ("Poll",)) in [
        (each.field, each.old, each.new) for each in found.comparison.metadata
    ]


def test_a_sample_is_always_the_same(portal: SmallPortal):
    without_boxes = RULES.replace("title: h1", "title: h2")
    first, unchanged = effects(portal, without_boxes, limit=3)
    assert len(first) + unchanged == 3
    assert effects(portal, without_boxes, limit=3) == (first, unchanged)


def test_a_sample_of_a_large_corpus_is_drawn_without_a_look_at_all(
    portal: SmallPortal, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rule_effects, "MAX_SCANNED", 1)
    monkeypatch.setattr(Frontier, "articles", None)
    titles = RULES.replace("title: h1", "title: h2")
    first, unchanged = effects(portal, titles, limit=3)
    assert len(first) + unchanged == 3
    assert effects(portal, titles, limit=3) == (first, unchanged)
    every, unchanged = effects(portal, titles, limit=20)
    assert (len(every), unchanged) == (NUMBER, 1)


def test_one_article_is_compared_alone(portal: SmallPortal):
    before, after = edited(portal, RULES), edited(portal, RULES.replace("h1", "h2"))
    pages = StoredPages(portal.corpus, urls=(f"{portal.base}/a/4",))
    (found,) = compare_rules(before, after, pages)
    assert isinstance(found, PageEffects)
    assert [each.url for each in found.changed] == [f"{portal.base}/a/4"]


def test_articles_of_a_split_page_are_compared_one_by_one(tmp_path: Path):
    posts = "".join(
        f'<section id="p{n}"><h3>Post {n}</h3><p>It says {n}.</p></section>' for n in range(3)
    )
    split = RULES.replace("{body:", '{split: {css: section, id: "@id"}, body:')
    pages = {"/list": listing("/t"), "/t": f"<html><body><article>{posts}</article></body></html>"}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(RULES)
    changed, unchanged = effects(portal, split)
    assert unchanged == 0
    assert {url: (e.before.reason, e.after.reason) for url, e in changed.items()} == {
        "/t": ("", "not-there"),
        **{f"/t#p{n}": ("not-there", "") for n in range(3)},
    }


@pytest.mark.long
def test_a_page_that_takes_too_long_does_not_end_the_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pages = {
        "/list": listing("/1", "/2"),
        "/1": f"<html><body><h1>{'a' * 40}!</h1><article><p>One.</p></article></body></html>",
        "/2": page(2),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(RULES)
    monkeypatch.setenv("CURATOR_PAGE_SECONDS", "8")
    slow = RULES.replace("title: h1", "title: [{css: h1, replace: [['(a+)+$', '']]}]")
    found = compare_rules(
        edited(portal, RULES), edited(portal, slow), StoredPages(portal.corpus, jobs=1)
    )
    lost, unchanged = found
    assert isinstance(lost, LostTask)
    assert lost.reason == "rule-timeout"
    assert "portal.yaml:7" in lost.evidence
    assert unchanged == PageEffects(unchanged=1)


def test_articles_of_warc_files_are_compared_without_a_corpus(portal: SmallPortal, tmp_path: Path):
    warcs = tuple(sorted((portal.corpus / "warc").glob("*.warc.gz")))
    assert warcs
    after = edited(portal, RULES.replace("root: article", "root: article, drop: aside"))
    pages = StoredPages(tmp_path / "none", warcs=warcs)
    found = [*compare_rules(edited(portal, RULES), after, pages, Runtime())]
    urls = [each.url for page in found if isinstance(page, PageEffects) for each in page.changed]
    assert sorted(urls) == [f"{portal.base}/a/{n}" for n in (1, 3, 5)]


def test_the_command_says_the_same(portal: SmallPortal, capfd: pytest.CaptureFixture[str]):
    edited = portal.folder / "edited.yaml"
    text = (portal.folder / "portal.yaml").read_text(encoding="utf-8")
    edited.write_text(text.replace("root: article", "root: main"), encoding="utf-8")
    files = [str(portal.folder / "portal.yaml"), str(edited)]
    where = ["--corpus", str(portal.corpus), "--quiet"]
    assert main(["diff", *files, *where]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert f"{portal.base}/a/1: 8 words → no-root: 8 gone, 0 added; title, language" in lines
    assert f"{portal.base}/empty: no-root → 4 words: 0 gone, 4 added; title, language" in lines
    assert lines[-1] == "7 articles compared: 7 changed, 39 words gone, 4 added"
    assert main(["diff", *files, *where, "--json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["changed"] == 7
    last = answer["articles"][-1]
    assert (last["reasons"], last["words"], last["metadata"]) == (
        ["no-root", None],
        [0, 4],
        ["title", "language"],
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--limit", "3", "URL"), "--limit has no effect here"),
        (("EDITED", "--from", "1"), "--from has no effect here"),
        (("OTHER",), "other.yaml is for another portal: other (expected small)"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    portal: SmallPortal, arguments: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]
):
    other = portal.folder / "other.yaml"
    text = (portal.folder / "portal.yaml").read_text(encoding="utf-8")
    other.write_text(text.replace("portal: small", "portal: other"), encoding="utf-8")
    file = str(portal.folder / "portal.yaml")
    names = {"EDITED": file, "OTHER": str(other), "URL": f"{portal.base}/a/1"}
    given = [names.get(word, word) for word in arguments]
    assert main(["diff", file, *given, "--corpus", str(portal.corpus)]) == 2
    assert message in capfd.readouterr().err
