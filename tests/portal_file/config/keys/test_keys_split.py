"""``article.split``: one page, several articles, each with a row, a verdict and TEI of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.proposing.trial.explaining import explain_stored
from webarticlecurator.proposing.trial.extracted_article import extract_stored

FILE = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0}
article:
  next_page: "a[rel=next]"
  split: {css: div.post}
  metadata: {title: .head}
"""
WHOLE = FILE.replace("  split: {css: div.post}\n", "").replace(
    "metadata", "body: {root: body}\n  metadata"
)


def posts(*words: str, more: str = "") -> str:
    divs = (
        f'<div class="post" id="p{word}"><b class="head">{word}</b><p>text of {word}</p></div>'
        for word in words
    )
    return f"<html><body>{''.join(divs)}{more}</body></html>"


PAGES = {
    "/list": listing("/thread", "/quiet"),
    "/thread": posts("one", "two", more='<a rel="next" href="/thread?page=2">on</a>'),
    "/thread?page=2": posts("three", more='<div class="post" id="pempty"></div>'),
    "/quiet": article("no post here"),
}
VERDICTS = {
    "/thread": "split",
    "/quiet": "no-root",
    "/thread#pone": "tei",
    "/thread#ptwo": "tei",
    "/thread?page=2#pthree": "tei",
    "/thread?page=2#pempty": "empty",
}


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, PAGES) as running:
        running.crawl(FILE)
        yield running


def test_every_address_has_a_verdict(portal: SmallPortal):
    assert portal.articles() == VERDICTS
    summary = read_status(portal.write(FILE), portal.corpus)
    assert (summary.articles, summary.tei, summary.rejected) == (
        6,
        3,
        {"empty": 1, "no-root": 1, "split": 1},
    )
    assert portal.asked == ["/list", "/thread", "/thread?page=2", "/quiet"]


def test_each_has_its_own_text_and_address(portal: SmallPortal):
    texts = portal.tei().values()
    for word, page in (("one", "/thread"), ("two", "/thread"), ("three", "/thread?page=2")):
        (text,) = (t for t in texts if f"text of {word}" in t)
        assert f'target="{portal.base}{page}#p{word}"' in text
        assert text.count("text of") == 1
        assert f"<title>{word}</title>" in text


def test_a_rerun_requests_nothing_and_builds_nothing(portal: SmallPortal):
    before, asked = portal.tei(), len(portal.asked)
    again = portal.crawl(FILE)
    assert (portal.tei(), again.built, again.articles) == (before, 0, 6)
    assert set(portal.asked[asked:]) <= {"/list"}


def test_rebuilt_from_the_warc_files_it_is_the_same(portal: SmallPortal):
    before = portal.tei()
    (portal.corpus / "corpus.sqlite").unlink()
    shutil.rmtree(portal.corpus / "tei")
    rebuild_corpus(portal.write(FILE), portal.corpus)
    summary = portal.build(FILE)
    assert (portal.tei(), portal.articles(), summary.pending) == (before, VERDICTS, 0)


def test_changed_rules_and_back(portal: SmallPortal):
    before = portal.tei()
    portal.build(WHOLE)
    assert portal.articles() == {"/thread": "tei", "/quiet": "tei"}
    assert len(portal.tei()) == 2
    portal.build(FILE.replace("div.post", "div.post#ptwo"))
    assert {k: v for k, v in portal.articles().items() if "#" in k} == {"/thread#ptwo": "tei"}
    assert portal.build(FILE).pending == 0
    assert (portal.tei(), portal.articles()) == (before, VERDICTS)


def test_changed_link_and_address_rules(portal: SmallPortal):
    before = portal.tei()
    portal.build(FILE.replace("links: h2", "links: {css: h2, exclude: quiet}"))
    assert portal.articles() == {k: v for k, v in VERDICTS.items() if k != "/quiet"}
    assert portal.tei() == before
    portal.build(FILE.replace("links: h2", "links: {css: h2, exclude: thread}"))
    kept = {path: verdict for path, verdict in VERDICTS.items() if verdict != "empty"}
    assert (portal.articles(), portal.tei()) == (kept, before), "what no rule lists keeps its TEI"
    portal.build("address: {replace: [[thread, topic]]}\n" + FILE)
    assert set(portal.articles()) == {path.replace("thread", "topic") for path in VERDICTS}
    assert len(portal.tei()) == 3
    portal.build(FILE)
    assert (portal.articles(), portal.tei()) == (VERDICTS, before)


def test_a_lost_file_is_written_again(portal: SmallPortal):
    before = portal.tei()
    (portal.corpus / "tei" / next(iter(before))).unlink()
    portal.build(FILE)
    assert portal.tei() == before


def test_why_and_extract(portal: SmallPortal):
    config = portal.write(FILE)
    thread = explain_address(config, portal.corpus, f"{portal.base}/thread")
    assert thread.verdict.startswith("rejected, split: it contains several articles")
    assert thread.verdict.endswith("(4 articles)")
    part = explain_address(config, portal.corpus, f"{portal.base}/thread?page=2#pthree")
    assert (part.verdict, len(part.fetched)) == ("kept", 1)
    (listed,) = part.listed
    assert listed.endswith(f"{portal.base}/thread (column all, link 1)")
    whole = extract_stored(config, portal.corpus, f"{portal.base}/thread")
    assert (whole.reason, whole.evidence) == ("split", "4 articles: #pone, #ptwo, #pthree, #pempty")
    found = extract_stored(config, portal.corpus, f"{portal.base}/thread?page=2#pthree")
    assert found.url == f"{portal.base}/thread?page=2#pthree"


def test_stored_pages_are_explained(portal: SmallPortal):
    config = portal.write(FILE)
    for address, titles in (("/thread", 2), ("/thread?page=2#pthree", 1), ("/quiet", 0)):
        lines = list(explain_stored(config, portal.corpus, portal.base + address))
        assert lines[1] == "layout: the article rules themselves"
        (at,) = (n for n, line in enumerate(lines) if line == "metadata.title:")
        assert f"css: .head → {titles} found" in lines[at + 1]
    with pytest.raises(UsageError, match=r"/never is not in the corpus"):
        list(explain_stored(config, portal.corpus, f"{portal.base}/never"))


def test_odd_ids_are_encoded(tmp_path: Path):
    page = '<body><div class="post" id="ő 1"><p>b</p></div></body>'
    with small_portal(tmp_path, {"/list": listing("/t"), "/t": page}) as portal:
        portal.crawl(FILE)
        assert portal.articles() == {"/t": "split", "/t#%C5%91%201": "tei"}


def test_with_a_new_post_on_top_every_address_still_names_the_same_post(tmp_path: Path):
    """Posts were numbered: `#n1` was another one after each new post."""
    old = [post_without_id(word, day) for day, word in enumerate(("one", "two", "two"), 1)]
    new = post_without_id("new", 9)
    with small_portal(tmp_path, {"/list": listing("/t"), "/t": page_of(old)}) as portal:
        remarks = portal.crawl(DAYS).remarks
        before, said = portal.tei(), " ".join(remarks)
        assert len(before) == 3 and "post-without-id: 3, the first" in said
        assert '`id: {css: "h2 a", attr: href}`' in said
        portal.pages["/t"] = page_of([new, *old])
        portal.clock.sleep(86400)
        portal.crawl(DAYS, CrawlOptions(refresh=RefreshSelection(everything=True)))
        after = portal.tei()
        assert len(after) == 4 and set(before) < set(after)
        for name, content in before.items():
            assert body_of(after[name]) == body_of(content)


def test_the_link_of_the_title_is_an_id_that_holds_when_the_post_is_edited(tmp_path: Path):
    rules = DAYS.replace("css: div.post", "css: div.post, id: {css: h2 a, attr: href}")
    page = page_of([post_without_id("one", 1)])
    with small_portal(tmp_path, {"/list": listing("/t"), "/t": page}) as portal:
        assert not portal.crawl(rules).remarks
        portal.pages["/t"] = page.replace("text of one", "edited").replace(">one<", ">One<")
        portal.clock.sleep(86400)
        portal.crawl(rules, CrawlOptions(refresh=RefreshSelection(everything=True)))
        assert portal.articles() == {"/t": "split", "/t#/p/17": "tei"}


DAYS = FILE.replace("{title: .head}", "{title: .head, published: {css: time, attr: datetime}}")


def post_without_id(word: str, day: int) -> str:
    head = f'<h2 class="head"><a href="/p/{day}7">{word}</a></h2>'
    time = f'<time datetime="2024-04-0{day}">x</time>'
    return f'<div class="post">{head}{time}<p>text of {word}</p></div>'


def page_of(posts_on_it: list[str]) -> str:
    return f"<html><body>{''.join(posts_on_it)}</body></html>"


def body_of(tei: str) -> str:
    return tei.partition("<text")[2]
