"""``curator withdraw``: nothing of a withdrawn text is left, whenever the command was killed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from killed_runs import Killed, end_after
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal
from unpacked_files import all_pieces, places_of

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.keeping.text_masking import find_runs, mask_text
from webarticlecurator.corpus.keeping.withdrawing import (
    begin_withdrawal,
    exclude_withdrawn,
    finish_withdrawal,
)
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.store.withdrawn_texts import read_tombstones

SECRET = " ".join(f"geheim{n}" for n in range(20)) + " Fräulein &amp; Öl."
TEASER = "<p>" + " ".join(f"geheim{n}" for n in range(12)) + "…</p>"
QUOTE = " ".join(f"geheim{n}" for n in range(9))
NEW = article(SECRET + '<img src="/a.png">', around='<a class="n" href="/new?p=2">2</a>')
PACKED = (("Content-Type", "text/html; charset=utf-8"), ("Content-Encoding", "gzip"))
PAGES = {
    "/list": listing("/one", "/old", "/three") + TEASER,
    "/one": article("Unharmed."),
    "/old": moved("/new"),
    "/new": Answer(gzip.compress(NEW.encode()), headers=PACKED),
    "/new?p=2": article("Geheimes Ende mit einigen weiteren Worten von damals."),
    "/three": article(f"Harmless, but it says: {QUOTE}."),
    "/a.png": "geheim picture",
}
TEXT = """fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {next_page: a.n, continuation: 'p=2', assets: images}
"""
SIMPLE = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"


@pytest.fixture
def portal(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as running:
        running.executor = "serial"
        running.crawl(TEXT)
        yield running


def holding(folder: Path, word: str) -> list[str]:
    return [name for name, _ in places_of(folder, word)]


def withdraw(
    portal: SmallPortal, events: Callable[[str], None] = lambda _step: None, path: str = "/new"
) -> None:
    """What the command does, on the day of the portal's clock."""
    config = load_portal(portal.folder / "portal.yaml")
    names, today = [f"{portal.base}{path}"], date(2026, 5, 2)
    while begun := begin_withdrawal(config, portal.corpus, names, "by order", today):
        exclude_withdrawn(config, begun)
        config = load_portal(portal.folder / "portal.yaml")
        runtime = replace(
            portal.runtime, store=replace(portal.runtime.store_options(), events=events)
        )
        finish_withdrawal(config, portal.corpus, begun, runtime)


def write_copies(portal: SmallPortal, folder: Path) -> None:
    """Write what others are given: tables, TEI in a zip, WARC files in a WACZ file."""
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    folder.mkdir()
    for form in ("jsonl", "zip", "wacz"):
        output = ["--format", form, "--output", str(folder / f"small.{form}")]
        assert main(["export", *words, *output]) == 0


def test_nothing_is_left_but_a_tombstone(portal: SmallPortal, tmp_path: Path, capsys):
    config, corpus = str(portal.folder / "portal.yaml"), ["--corpus", str(portal.corpus)]
    assert main(["search", config, *corpus, "geheim15"]) == 0  # an index of the words
    assert main(["status", config, *corpus]) == 0
    # the search index shares beginnings of words
    in_tei, in_warc = sorted(holding(portal.corpus, "geheim15"))
    assert in_tei.startswith("tei/")
    assert ".warc.gz (unpacked) (from byte " in in_warc, "the server packed the page"
    write_copies(portal, tmp_path / "before")
    held = holding(tmp_path / "before", "geheim15")
    assert {name.partition("/")[0] for name in held} == {"small.jsonl", "small.wacz", "small.zip"}
    assert any(name.startswith("small.wacz/archive/") for name in held), "in gzip inside zip"
    assert holding(portal.corpus, "geheim picture")
    url = f"{portal.base}/old"  # an alias will do
    assert main(["withdraw", config, url, "--reason", "by order", *corpus, "--json"]) == 1
    said = capsys.readouterr()
    # what another article quotes is its own text, which a person must judge
    assert f"problem: {portal.base}/three contains words" in said.err
    for word in ("geheim15", "geheim10", "geheim picture", "Geheimes", "Fräulein"):
        assert holding(portal.corpus, word) == []
    write_copies(portal, tmp_path / "after")
    assert holding(tmp_path / "after", "geheim15") == []
    assert holding(tmp_path / "after", "Unharmed"), "the others are in them"
    name = article_id(f"{portal.base}/new")
    (left,) = read_tombstones(portal.corpus).values()
    assert (left.id, left.reason) == (name, "by order")
    assert all(digest.startswith("sha1:") for _, digest in left.records if digest)
    config_loaded = load_portal(portal.folder / "portal.yaml")
    assert verify_corpus(portal.corpus, config_loaded.id).findings == ()
    assert main(["verify", config, *corpus]) == 0
    assert main(["why", config, url, *corpus]) == 0
    assert "by order" in capsys.readouterr().out
    assert main(["withdraw", config, name, "--reason", "again", *corpus]) == 0
    assert "already withdrawn" in capsys.readouterr().err
    portal.asked.clear()
    portal.crawl(TEXT)
    assert [path for path in portal.asked if path != "/list"] == []
    assert set(portal.articles().values()) == {"tei", "excluded"}
    assert holding(portal.corpus, "geheim15") == []
    assert main(["verify", config, *corpus, "--rebuild"]) == 0


def test_killed_at_any_step_and_run_again_it_is_as_undisturbed(tmp_path: Path):
    states, cures = [], []
    count = [0]

    def counting(_step: str) -> None:
        count[0] += 1

    with small_portal(tmp_path, PAGES) as portal:
        portal.executor = "serial"
        portal.crawl(TEXT)
        kept = {path: path.read_bytes() for path in portal.folder.rglob("*") if path.is_file()}
        withdraw(portal, counting)
        for step in (0, *range(1, count[0] + 1, max(1, count[0] // 14))):
            for path in [p for p in portal.folder.rglob("*") if p.is_file()]:
                path.unlink()
            for path, content in kept.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            if step:
                with pytest.raises(Killed):
                    withdraw(portal, end_after(step))
                try:
                    view_corpus(portal.corpus, "small").close()
                except StoreDamaged as error:
                    cures.append(str(error.cure))
            withdraw(portal)
            files = dict(all_pieces(portal.folder))
            assert not any("withdrawal.json" in name or name.endswith(".new") for name in files)
            assert not any(b"geheim15" in content for content in files.values())
            states.append({n: c for n, c in files.items() if not n.endswith((".sqlite", ".lock"))})
            assert verify_corpus(portal.corpus, "small").findings == ()
    assert all(state == states[0] for state in states)
    assert cures and all("`curator withdraw`" in cure for cure in cures)


def test_what_cannot_be_withdrawn_is_refused(portal: SmallPortal, capsys):
    config, corpus = str(portal.folder / "portal.yaml"), ["--corpus", str(portal.corpus)]
    gone = f"{portal.base}/nowhere"
    assert main(["withdraw", config, gone, "--reason", "x", *corpus]) == 2
    assert "no article of this corpus" in capsys.readouterr().err
    assert not (portal.folder / "portal.exclude.tsv").exists()


@pytest.mark.parametrize(
    "made", [json.dumps, lambda text: f"<item><![CDATA[<p>{text}</p>]]></item>"]
)
def test_the_text_in_a_list_is_masked_whatever_it_is_written_in(made: Callable[[str], str]):
    text = "Ein Satz mit neun Wörtern, den niemand sonst schreibt. Kurz."
    runs = {size: frozenset(each) for size, each in find_runs([text]).items()}
    for written in (text, text.replace("ö", "&ouml;"), f'<meta content="{text}">'):
        masked = mask_text(made(f"Davor steht etwas anderes. {written} Danach auch."), runs)
        assert "Satz" not in masked and "rtern" not in masked and "Kurz" not in masked
        assert "Davor steht etwas anderes." in masked and "Danach auch." in masked


HEADLINE = "Jane Geheimnis sentenced for fraud on Monday"


def named_list(more: str = "") -> str:
    return listing("/one", "/three").replace(
        "</body>", f'<h2><a href="/named">{HEADLINE}</a></h2>{more}</body>'
    )


def test_a_portal_that_still_lists_it_names_it_in_no_copy(tmp_path: Path, capsys) -> None:
    page = article("Nothing of the name in it.").replace("<p>", f"<h1>{HEADLINE}</h1><p>", 1)
    rules = TEXT.replace("article: {", "article: {metadata: {title: h1}, ")
    rules += "corpus: {editors: [{name: 'Editor, Anna'}], licence: CC-BY-4.0}\n"
    pages = {**PAGES, "/list": named_list(), "/named": page}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(rules)
        config, corpus = str(portal.folder / "portal.yaml"), ["--corpus", str(portal.corpus)]
        url = f"{portal.base}/named"
        assert main(["withdraw", config, url, "--reason", "by order", *corpus]) == 0
        assert holding(portal.corpus, "Geheimnis") == []
        main(["status", config, *corpus])
        assert "withdrawn-listed" not in capsys.readouterr().out
        package = ["package", config, *corpus, "--output"]
        assert main([*package, str(tmp_path / "before")]) == 0

        portal.pages["/list"] = named_list("<p>of today</p>")
        portal.clock.sleep(86400 * 5)
        portal.asked.clear()
        portal.crawl(rules)
        assert portal.asked == ["/list"]
        assert [name for name in holding(portal.corpus, "Geheimnis") if "warc/" in name]
        capsys.readouterr()
        main(["status", config, *corpus])
        said = capsys.readouterr().out
        assert "remark: withdrawn-listed: " in said and url in said
        wacz = ["export", config, *corpus, "--format", "wacz", "--output", str(tmp_path / "x.wacz")]
        for words in ([*package, str(tmp_path / "deposit")], wacz):
            assert main(words) == 2
            said = capsys.readouterr().err
            assert "shows the title" in said or "show the title" in said
            assert "warc redact" in said
        assert not list(tmp_path.glob("deposit*")) and not list(tmp_path.glob("x.wacz*"))
        assert main([*package, str(tmp_path / "tables"), "--without-warcs"]) == 0
        assert holding(tmp_path / "tables", "Geheimnis") == []

        public = tmp_path / "public"
        assert main(["warc", "redact", config, *corpus, "--output", str(public)]) == 0
        assert holding(public, "Geheimnis") == []
        assert holding(public, "of today"), "the page itself is there"
        there = ["--corpus", str(public)]
        assert main(["verify", config, *there, "--rebuild"]) == 0
        main(["build", config, *there])
        assert main(["package", config, *there, "--output", str(tmp_path / "deposit")]) == 0


def test_the_text_of_a_withdrawn_article_at_another_address_is_said(tmp_path: Path):
    """It had moved before it was withdrawn, and no crawl had seen that."""
    pages = {"/list": listing("/one", "/two"), "/one": article(SECRET), "/two": article("Another.")}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        assert portal.crawl(SIMPLE).ok
        withdraw(portal, path="/one")
        portal.pages |= {"/list": listing("/one-new", "/two"), "/one-new": article(SECRET)}
        for _ in range(2):
            (doubt,) = portal.crawl(SIMPLE).doubts
            assert (doubt.kind, doubt.first) == ("withdrawn-again", f"{portal.base}/one-new")
            assert "was withdrawn on 2026-05-02" in doubt.message
        withdraw(portal, path="/one-new")
        assert portal.crawl(SIMPLE).ok
        assert holding(portal.corpus, "geheim15") == []


def test_withdrawing_names_another_article_with_the_same_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """An article that has moved is two, until its earlier address is asked for again."""
    pages = {"/list": listing("/one", "/two"), "/one": article(SECRET), "/two": article(SECRET)}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        assert portal.crawl(SIMPLE).ok
        where = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
        for path, code in (("/one", 1), ("/two", 0)):
            command = ["withdraw", where[0], f"{portal.base}{path}", "--reason", "x", *where[1:]]
            assert main(command) == code
            said = capsys.readouterr().err
            assert (f"problem: {portal.base}/two has the same text" in said) == bool(code)


def test_the_text_under_an_earlier_address_goes_although_it_is_the_last_copy(tmp_path: Path):
    """The record of its page went with those of its redirect to the withdrawn article."""
    pages = {"/list": listing("/one", "/two"), "/one": article(SECRET), "/two": article("Another.")}
    moved_to_new = Answer("moved", 301, (("Location", "/one-new"),))
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(SIMPLE)
        portal.pages |= {"/list": listing("/one-new", "/two"), "/one-new": article(SECRET)}
        for answer in (Answer("busy", 500), moved_to_new):
            portal.pages["/one"] = answer
            portal.clock.sleep(2 * 86400)
            portal.crawl(SIMPLE)
        withdraw(portal, path="/one-new")
        rebuild_corpus(portal.write(SIMPLE), portal.corpus, portal.runtime)
        (kept,) = holding(portal.corpus, "geheim15")
        assert kept.startswith("tei/") and portal.articles()["/one"] == "pending"
        portal.crawl(SIMPLE)
        assert "/one" not in portal.articles()
        assert holding(portal.corpus, "geheim15") == []


def test_a_later_page_that_was_fetched_for_another_article_goes_too(tmp_path: Path):
    """/one was answered with the first page of /two, whose second page was then fetched for /one."""
    head = '<link rel="canonical" href="/two"><body>'
    first = article("Both.", around='<a class="n" href="/two?p=2">2</a>').replace("<body>", head)
    pages = {
        "/list": listing("/one"),
        "/one": first,
        "/two?p=2": article(SECRET).replace("<body>", head),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(TEXT)
        own = {"/one": article("Its own words. " * 20), "/two": article("Alone.")}
        portal.pages |= {"/list": listing("/one", "/two"), **own}
        portal.clock.sleep(86400)
        portal.crawl(TEXT, CrawlOptions(refresh=RefreshSelection(everything=True)))
        assert holding(portal.corpus, "geheim19")
        withdraw(portal, path="/two")
        assert holding(portal.corpus, "geheim19") == []
