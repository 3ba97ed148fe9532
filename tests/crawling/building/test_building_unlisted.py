"""Articles that no rule of the portal file lists any more keep their TEI, in the corpus and in what is
made of it, and are marked; ``build --prune`` takes it."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import SmallPortal, article, listing, moved, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import (
    BuildOptions,
    CrawlOptions,
    RefreshSelection,
    Runtime,
)
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.manifest_entries import ArticleEntry
from webarticlecurator.storage.texts.manifest_file import read_manifest

NUMBER = 24
LETTERS = str.maketrans("0123456789", "ghijklmnop")
SERIAL = Runtime(executor="serial")
PRUNE = BuildOptions(prune=True)
RULES = """archive:
  dates: none
  pagination: {mode: none}
  links: h2
  columns:
    news: {url: "BASE/news"}
    sport: {url: "BASE/sport", links: h3, listed: {author: "b"}}
article:
  body: {root: article}
  metadata: {authors: [{listed: author}]}
"""
TYPO = RULES.replace("links: h2", "links: h22")
NO_SPORT = RULES.replace("links: h3", "links: h33")


def story(name: object) -> str:
    """Return words that no other page has."""
    digests = (sha256(f"{name} {n}".encode()).hexdigest()[:7] for n in range(30))
    return " ".join(each.translate(LETTERS) for each in digests)


def sport(*numbers: int) -> str:
    links = "".join(f'<h3><a href="/s{n}">x</a><b>Writer {n}</b></h3>' for n in numbers)
    return f"<html><body>{links}</body></html>"


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """A portal whose news no page but theirs lists; sport shows the author beside the link. The
    last of the news redirects, another one is gone, and one is no article. It is crawled once for
    all tests."""
    names = [f"/n{n}" for n in range(NUMBER)] + [f"/s{n}" for n in range(4)]
    pages = {name: article(f"The text of {name}: {story(name)}") for name in names}
    pages["/news"] = listing(*names[:NUMBER], "/s0", "/moved", "/gone", "/empty")
    pages["/sport"] = sport(0, 1, 2, 3)
    pages |= {"/moved": moved("/to"), "/to": article(story("moved")), "/empty": "<html></html>"}
    with small_portal(tmp_path_factory.mktemp("crawled"), pages) as made:
        made.executor = "serial"
        made.crawl(RULES)
        yield made


@pytest.fixture
def portal(crawled: SmallPortal, tmp_path: Path) -> Iterator[SmallPortal]:
    """That portal with a copy of its corpus and its pages for one test."""
    shutil.copytree(crawled.folder, tmp_path, dirs_exist_ok=True)
    folder, pages, crawled.folder = crawled.folder, dict(crawled.pages), tmp_path
    crawled.asked.clear()
    yield crawled
    crawled.folder, crawled.pages = folder, pages


def unlisted(portal: SmallPortal) -> set[str]:
    with view_corpus(portal.corpus, "small") as corpus:
        rows = corpus.unlisted.built()
        return {row.canonical.removeprefix(portal.base) for row in rows}


NEWS = {f"/n{n}" for n in range(NUMBER)} | {"/to"}
ALL = NEWS | {f"/s{n}" for n in range(4)}


def state(portal: SmallPortal) -> tuple[object, ...]:
    return portal.articles(), portal.tei(), unlisted(portal)


def test_a_typo_in_links_takes_no_tei_and_is_a_problem(portal: SmallPortal):
    before = portal.tei()
    assert len(before) == len(ALL)
    summary = portal.build(TYPO)
    assert portal.tei().keys() == before.keys()
    assert (summary.tei, summary.unlisted, summary.ok) == (len(ALL), len(NEWS), False)
    assert summary.problems["unlisted-articles"] == 1
    assert any(f"{len(NEWS)} of {len(ALL)} articles in TEI" in each for each in summary.lines())
    assert unlisted(portal) == NEWS
    assert not read_status(portal.write(TYPO), portal.corpus).ok
    assert portal.articles() == dict.fromkeys(ALL, "tei"), "what had no TEI goes, as before"
    history = explain_address(portal.write(TYPO), portal.corpus, f"{portal.base}/n1")
    assert history.reason == "unlisted"
    assert history.listed == (
        f"unlisted: no rule of the portal file lists it any more; once on {portal.base}/news",
    )
    again = portal.build(TYPO)
    assert (again.built, again.ok) == (0, False), "it stays a problem"


def test_a_crawl_with_a_typo_keeps_the_tei_too(portal: SmallPortal):
    before = portal.tei()
    summary = portal.crawl(TYPO)
    assert (summary.tei, summary.ok, portal.tei().keys()) == (len(ALL), False, before.keys())


def test_without_columns_of_their_own_all_is_unlisted_and_stays(portal: SmallPortal):
    before = portal.tei()
    summary = portal.build(TYPO.replace("links: h3", "links: h33"))
    assert (summary.tei, summary.unlisted, summary.ok) == (len(ALL), len(ALL), False)
    assert portal.tei().keys() == before.keys()


@pytest.mark.parametrize("rules", [TYPO, NO_SPORT])
def test_marks_and_bytes_come_back_from_the_warc(portal: SmallPortal, rules: str):
    portal.build(rules)
    incremental = state(portal)
    assert unlisted(portal)
    rebuild_index(portal.corpus, "small")
    portal.build(rules)
    assert state(portal) == incremental
    build(portal.write(rules), portal.corpus, BuildOptions(everything=True), SERIAL)
    assert state(portal) == incremental


@pytest.mark.parametrize(("rules", "is_rebuilt"), in_turn([TYPO, NO_SPORT], [False, True]))
def test_a_corrected_rule_lists_all_again(portal: SmallPortal, rules: str, is_rebuilt: bool):
    before = state(portal)
    portal.build(rules)
    if is_rebuilt:
        rebuild_index(portal.corpus, "small")
        portal.build(rules)
    summary = portal.build(RULES)
    assert summary.unlisted == 0 and "unlisted-articles" not in summary.problems
    assert state(portal) == before
    assert portal.asked == []


def test_a_crawl_that_meets_an_unlisted_article_lists_it_again(portal: SmallPortal):
    other = RULES.replace("links: h2", "links: h2.now")
    portal.crawl(other)
    assert unlisted(portal) == NEWS - {"/s0"}
    listed = listing(*(f"/n{n}" for n in range(NUMBER - 3))).replace("<h2>", '<h2 class="now">')
    portal.pages["/news"] = listed
    summary = portal.crawl(other)
    assert unlisted(portal) == {"/n21", "/n22", "/n23", "/to"}
    assert (summary.unlisted, summary.tei, summary.problems) == (4, len(ALL), {})
    assert any("no rule of the portal file lists" in remark for remark in summary.remarks)


def test_an_article_in_two_columns_has_the_one_that_lists_it(portal: SmallPortal):
    def column() -> str:
        with view_corpus(portal.corpus, "small") as corpus:
            row = corpus.frontier.article(f"{portal.base}/s0")
            assert row is not None
            return row.column or ""

    assert column() == "news"
    portal.build(TYPO)
    assert column() == "sport"
    portal.build(RULES)
    assert column() == "news"


def test_pruning_takes_it_for_good_until_a_rule_lists_it_again(portal: SmallPortal):
    before = state(portal)
    portal.build(TYPO)
    summary = build(portal.write(TYPO), portal.corpus, PRUNE, SERIAL)
    assert (summary.tei, summary.rejected) == (4, {"unlisted": len(NEWS)})
    assert "unlisted-articles" not in summary.problems
    assert len(portal.tei()) == 4
    pruned = state(portal)
    assert portal.build(TYPO).built == 0
    assert portal.crawl(TYPO).rejected == {"unlisted": len(NEWS)}
    assert state(portal) == pruned
    history = explain_address(portal.write(TYPO), portal.corpus, f"{portal.base}/n1")
    assert history.verdict.startswith("rejected, unlisted: no rule of the portal file lists it")

    rebuild_index(portal.corpus, "small")
    portal.build(TYPO)
    assert state(portal) == pruned, "the decision is in a file"
    portal.build(RULES)
    assert state(portal) == before
    assert not (portal.corpus / "pruned.txt").exists()


def test_rules_that_refuse_an_unlisted_article_remove_it(portal: SmallPortal):
    portal.build(NO_SPORT)
    assert unlisted(portal) == {"/s1", "/s2", "/s3"}
    refusing = NO_SPORT + "  reject: [{regex: 'text of /s2', reason: not-article}]\n"
    portal.build(refusing)
    assert unlisted(portal) == {"/s1", "/s3"} and "/s2" not in portal.articles()
    incremental = state(portal)
    rebuild_index(portal.corpus, "small")
    portal.build(refusing)
    assert state(portal) == incremental


def test_unlisted_articles_are_refreshed(portal: SmallPortal):
    portal.build(NO_SPORT)
    portal.pages["/s1"] = article(f"It has other words now: {story(99)}")
    options = CrawlOptions(refresh=RefreshSelection((f"{portal.base}/s1",)))
    summary = portal.crawl(NO_SPORT, options)
    assert summary.refreshed is not None and summary.refreshed.changed == 1
    assert any("other words now" in text for text in portal.tei().values())
    assert unlisted(portal) == {"/s1", "/s2", "/s3"}


def test_parts_of_an_unlisted_page_stay(tmp_path: Path):
    rules = """archive:
  columns: {news: {url: "BASE/news", dates: none, pagination: {mode: none}, links: LINKS}}
article: {body: {root: p}, split: {css: div.post, id: "@id"}}
"""
    posts = "".join(f"<div class='post' id='p{n}'><p>{story(n)}</p></div>" for n in (1, 2))
    pages = {"/news": listing("/t"), "/t": f"<html><body>{posts}</body></html>"}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(rules.replace("LINKS", "h2"))
        before = portal.tei()
        assert len(before) == 2
        summary = portal.build(rules.replace("LINKS", "h3"))
        assert (summary.tei, summary.unlisted, portal.tei()) == (2, 2, before)
        incremental = state(portal)
        rebuild_index(portal.corpus, "small")
        portal.build(rules.replace("LINKS", "h3"))
        assert state(portal) == incremental
        pruned = build(portal.write(rules.replace("LINKS", "h3")), portal.corpus, PRUNE, SERIAL)
        assert (pruned.tei, portal.tei()) == (0, {})
        portal.build(rules.replace("LINKS", "h2"))
        assert (portal.tei(), unlisted(portal)) == (before, set())


def exported(capsys: pytest.CaptureFixture[str], portal: SmallPortal, *words: str) -> set[str]:
    capsys.readouterr()
    config = str(portal.folder / "portal.yaml")
    columns = ["--format", "csv", "--columns", "url,listed", "--corpus", str(portal.corpus)]
    assert main(["export", config, *columns, *words]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))[1:]
    return {f"{url.removeprefix(portal.base)} {listed}" for url, listed in rows}


def test_they_are_exported_unless_left_out(portal: SmallPortal, capsys: pytest.CaptureFixture[str]):
    portal.build(NO_SPORT)
    lost = {"/s1 no", "/s2 no", "/s3 no"}
    listed = {f"{name} yes" for name in ALL - {"/s1", "/s2", "/s3"}}
    assert exported(capsys, portal) == listed | lost
    assert exported(capsys, portal, "--where", "listed") == listed
    assert exported(capsys, portal, "--where", "listed=no") == lost


def test_they_stand_in_the_manifest_with_their_mark(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    portal.build(NO_SPORT)
    config, file = portal.folder / "portal.yaml", portal.folder / "manifest.jsonl"
    words = [str(config), "--corpus", str(portal.corpus)]
    assert main(["manifest", *words, "--output", str(file)]) == 0
    entries = [entry for entry in read_manifest(file) if isinstance(entry, ArticleEntry)]
    marked = {e.url.removeprefix(portal.base): e for e in entries if e.reason == "unlisted"}
    assert set(marked) == {"/s1", "/s2", "/s3"}
    assert all(e.state == "tei" and e.tei is not None for e in marked.values())
    assert main(["verify", *words, "--manifest", str(file)]) == 0
    output = portal.folder / "cited"
    assert main(["build", *words, "--manifest", str(file), "--output", str(output)]) in (0, 1)
    assert "are not those of" not in capsys.readouterr().err


def test_the_status_counts_them(portal: SmallPortal, capsys: pytest.CaptureFixture[str]):
    portal.build(NO_SPORT)
    config = str(portal.folder / "portal.yaml")
    capsys.readouterr()
    main(["status", config, "--corpus", str(portal.corpus), "--json"])
    assert json.loads(capsys.readouterr().out)["unlisted"] == 3
    main(["status", config, "--corpus", str(portal.corpus)])
    assert (
        "3 articles are kept although no rule lists them any more (unlisted)"
        in capsys.readouterr().out
    )
