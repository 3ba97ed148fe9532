"""What kind of page a page is: judged by trees, or said by the portal file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import import_bench

from webarticlecurator.articles.without_rules.article_text import find_page_kind
from webarticlecurator.articles.without_rules.page_kind import (
    KIND_FEATURES,
    find_address_kind,
    read_kind_trees,
)
from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.model.article import PAGE_KINDS, Article
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule_digests import as_plain_json
from webarticlecurator.base.portal.trained_models import (
    PAGE_KIND_MODEL,
    digest_trained_model,
    read_trained_model,
)
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.explaining import explain
from webarticlecurator.proposing.trial.one_article import article_json, extract
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.document_check import check_document

digest = import_bench("training.feature_digest")
LATER_KIND_FEATURES = "06fb7e1531ee541f028c2b29541f56d3ebd9e6c680efa68f7d5034c66dd13041"

PARAGRAPHS = "".join(
    f"<p>On day {n} of the regatta the wind came from the west, and the boats of the lower river"
    " were again faster than those of the harbour, which surprised nobody on the bank.</p>"
    for n in range(9)
)
STORY = f"""<html lang="en"><head><title>The regatta</title></head><body>
<div class="menu"><a href="/news">News</a> <a href="/sport">Sport</a></div>
<main><h1>The regatta</h1><p>By Ann Example, 2 May 2021</p>{PARAGRAPHS}</main></body></html>"""
POSTS = "".join(
    f'<div class="box" id="p{n}"><a href="/u/{name}">{name}</a> <time datetime="2019-03-1{n}T08:00">'
    f"then</time><div class='words'>Rudder number {n} of the old boat broke in the last storm, and"
    f" the yard says that {n + 2} of them are left. They are heavy. Bring a rope.</div></div>"
    for n, name in enumerate(("anna", "Bea", "Cleo", "Dora", "Emil", "Finn"), 1)
)
THREAD = f"""<html lang="en"><head><title>Rudder wanted</title></head><body><h1>Rudder wanted</h1>
{POSTS}</body></html>"""
STORY_URL, THREAD_URL = "https://echo.example/news/the-regatta", "https://echo.example/forum/t/17"


def load(folder: Path, rules: str = "") -> Portal:
    file = folder / "echo.yaml"
    text = f"portal: echo\nhome: https://echo.example/\narchive: none\n{rules}"
    file.write_text(text, encoding="utf-8", newline="")
    return load_portal(file)


def read(folder: Path, url: str, content: str, rules: str = "") -> Article:
    found = extract(load(folder, rules), url, content.encode())
    assert isinstance(found, Article)
    return found


def has_posts(found: Article) -> bool:
    return any(block.name == "feed-entry" for block in found.blocks)


def test_the_kind_is_judged_where_no_rule_reads_the_text(tmp_path: Path) -> None:
    story, thread = read(tmp_path, STORY_URL, STORY), read(tmp_path, THREAD_URL, THREAD)
    assert (story.page_kind, story.kind) == ("article", "NewsArticle")
    assert (thread.page_kind, thread.kind) == ("thread", "DiscussionForumPosting")
    assert has_posts(thread)


def test_rules_that_read_the_text_leave_it_unknown(tmp_path: Path) -> None:
    found = read(tmp_path, THREAD_URL, THREAD, "article: {body: {root: body}}\n")
    assert (found.page_kind, found.kind) == ("", "NewsArticle")
    assert article_json(found)["page_kind"] is None


def test_the_type_that_the_portal_file_states_stays(tmp_path: Path) -> None:
    found = read(tmp_path, THREAD_URL, THREAD, "article: {kind: NewsArticle}\n")
    assert (found.page_kind, found.kind) == ("thread", "NewsArticle")


def test_a_thread_that_the_portal_file_calls_an_article_has_no_posts(tmp_path: Path) -> None:
    found = read(tmp_path, THREAD_URL, THREAD, "article: {page_kind: article}\n")
    assert (found.page_kind, found.kind, has_posts(found)) == ("article", "NewsArticle", False)


def test_the_stated_kind_is_no_verdict(tmp_path: Path) -> None:
    for kind in PAGE_KINDS:
        found = read(tmp_path, STORY_URL, STORY, f"article: {{page_kind: {kind}}}\n")
        assert found.page_kind == kind
        assert found.account.kept > 200


def test_a_stated_kind_counts_where_rules_read_the_text_too(tmp_path: Path) -> None:
    rules = "article: {page_kind: thread, body: {root: .words}}\n"
    found = read(tmp_path, THREAD_URL, THREAD, rules)
    assert (found.page_kind, found.kind) == ("thread", "DiscussionForumPosting")


def test_tei_says_the_kind_in_a_valid_place(tmp_path: Path) -> None:
    for url, page, kind in ((STORY_URL, STORY, "article"), (THREAD_URL, THREAD, "thread")):
        document = build_document(read(tmp_path, url, page), load(tmp_path))
        code = f'<classCode scheme="urn:webarticlecurator:page-kind">{kind}</classCode>'
        assert code.encode() in document.content
        assert document.facts.page_kind == kind
        assert list(check_document(document.content)) == []


def test_the_key_is_a_rule_and_a_portal_file_without_it_keeps_its_digest(tmp_path: Path) -> None:
    rules = ("", ", page_kind: list", ", page_kind: thread")
    portals = [load(tmp_path, f"article: {{body: {{root: main}}{each}}}\n") for each in rules]
    assert len({portal.tei_digest for portal in portals}) == 3
    assert not {"page_kind", "states_kind"} & as_plain_json(portals[0].article).keys()
    assert as_plain_json(portals[1].article)["page_kind"] == "list"


@pytest.mark.parametrize(
    ("body", "counts"), [("", True), ("root: main, ", False), ("root: main, guess: true, ", True)]
)
def test_the_trees_are_a_rule_where_text_is_found_without_rules(
    body: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = f"article: {{body: {{{body}drop: .ad}}}}\n"
    before = load(tmp_path, rules).tei_digest
    monkeypatch.setattr(
        "webarticlecurator.base.portal.rule_digests.digest_trained_model",
        lambda name: "another" if name == PAGE_KIND_MODEL else digest_trained_model(name),
    )
    assert (load(tmp_path, rules).tei_digest != before) is counts


def test_explain_says_the_kind_and_where_it_is_from(tmp_path: Path) -> None:
    page = StoredPage(STORY_URL, STORY.encode())
    lines = list(explain(load(tmp_path), page))
    assert "kind of page: article (judged; article.page_kind can say it)" in lines
    lines = list(explain(load(tmp_path, "article: {page_kind: list}\n"), page))
    assert "kind of page: list (as the portal file says)" in lines


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("https://echo.example/2021/05/the-regatta", ""),
        ("https://echo.example/forum", ""),
        ("https://echo.example/news/forum/the-regatta", "thread"),
        ("https://echo.example/viewtopic.php?t=1", "thread"),
        ("https://docs.echo.example/install", "documentation"),
        ("https://docs.echo.example/blog/install", "article"),
        ("https://forum.example/a", ""),
        ("https://echo.example/Tag/boats", "list"),
        ("http://[bad", ""),
    ],
)
def test_the_last_word_of_an_address_that_names_a_kind_counts(address: str, kind: str) -> None:
    assert find_address_kind(address) == (PAGE_KINDS.index(kind) + 1 if kind else 0)


def test_pages_without_text_have_no_kind() -> None:
    assert find_page_kind(Page(STORY_URL, "<html><head></head></html>")) == ""
    assert find_page_kind(Page(STORY_URL, "<html><body></body></html>")) == ""


def test_the_trees_were_trained_on_the_features_as_they_are() -> None:
    recipe = json.loads(read_trained_model(PAGE_KIND_MODEL))["recipe"]
    assert recipe["features"] == digest.digest_kind_features(digest.read_feature_pages()), (
        "what kinds of pages are judged by (or the pages in feature_pages/) has changed since"
        f" {PAGE_KIND_MODEL} was trained; train again with bench/train_kinds.py, then run"
        " tests/stored/stored_portal.py"
    )


def test_what_the_trees_were_not_trained_on_is_known() -> None:
    """Of the pages in ``later_pages`` see ``unit_classifier/test_model_is_current.py``."""
    pages = digest.read_feature_pages(digest.PAGES.parent / "later_pages")
    assert digest.digest_kind_features(pages) == LATER_KIND_FEATURES, (
        "features have changed again where they had changed since the trees were trained; train"
        " again with bench/train_kinds.py, and ship the trees, or write down why not"
    )


def test_trees_of_other_features_are_refused() -> None:
    stored = json.loads(read_trained_model(PAGE_KIND_MODEL))
    stored["features"] = stored["features"][::-1]
    with pytest.raises(ValueError, match=r"trained with other features .*bench/train_kinds\.py"):
        read_kind_trees(json.dumps(stored).encode())


def test_the_trees_ask_for_known_features_in_integers() -> None:
    def walk(tree: Any) -> Iterator[int]:
        if isinstance(tree, int):
            yield tree
            return
        feature, threshold, low, high = tree
        assert 0 <= feature < len(KIND_FEATURES)
        yield from (threshold, *walk(low), *walk(high))

    stored = json.loads(read_trained_model(PAGE_KIND_MODEL))["trees"]
    numbers = [n for each in stored.values() for tree in each["trees"] for n in walk(tree)]
    assert {type(n) for n in numbers} == {int}


def test_the_words_of_addresses_name_one_kind_each() -> None:
    from webarticlecurator.base.text.words import list_words

    words = [word for kind in PAGE_KINDS[:-1] for word in list_words("address-kinds", kind)]
    assert len(words) == len(set(words))


def test_a_stated_thread_is_still_looked_for() -> None:
    assert find_thread(Page(THREAD_URL, THREAD, kind="thread")) is not None
    assert find_thread(Page(THREAD_URL, THREAD, kind="documentation")) is None
