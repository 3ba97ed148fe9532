"""The demo's portal file against the portal's own knowledge, without a crawl: links, next pages,
text, metadata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date

import pytest
from block_grammar import find_grammar_errors
from webarticlecurator.examples.expected import (
    ExpectedArticle,
    archive_pages,
    expected_articles,
    past_the_end,
)
from webarticlecurator.examples.portal import blocks as b
from webarticlecurator.examples.portal.layouts import HOST
from webarticlecurator.examples.portal.site import State, listings, refusals, respond
from webarticlecurator.examples.portal.stories import SECTIONS, stories

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.by_rules.identity import article_id, canonical_address
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.one_page import find_next_page
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.page_location import locate_page
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.rules.link_context import read_link_context
from webarticlecurator.pages.rules.results import select_first, select_links
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.body_words import tei_words
from webarticlecurator.tei.documents.plain_text import plain_lines

DEMO = data_folder("examples") / "demo.yaml"
LISTS = ("authors", "sources", "keywords")
SINGLE = ("title", "subtitle", "published", "modified", "section", "language", "access")


@pytest.fixture(scope="module")
def portal() -> Portal:
    return load_portal(DEMO)


def fetched(
    portal: Portal, address: str, state: State | None = None, **known: object
) -> tuple[int, Page, State]:
    answer, after = respond("GET", address, state or State())
    content_type = dict(answer.headers)["Content-Type"]
    return (
        answer.status,
        read_page(address, answer.body, content_type, encoding=portal.encoding, **known),
        after,
    )  # type: ignore[arg-type]


def span_of(portal: Portal, address: str) -> Span:
    found = locate_page(portal, address)
    assert found and found.column
    return next(c for c in portal.columns if c.name == found.column).spans[found.span]


def test_it_passes_check():
    assert check(DEMO) == ()


def test_its_columns_are_the_portals(portal: Portal):
    assert [column.name for column in portal.columns] == list(SECTIONS)
    modes = {span.pagination.mode for column in portal.columns for span in column.spans}
    assert modes == {"none", "next-link", "numbered", "infinite-scroll", "expanding"}


@pytest.mark.parametrize("column", SECTIONS)
def test_archive_addresses_belong_to_their_column(portal: Portal, column: str):
    for address in archive_pages(column) + past_the_end(column):
        assert span_of(portal, address).column == column


def test_the_plan_names_real_archive_pages(portal: Portal):
    for planned in plan_spans(portal, date(2026, 1, 1)):
        pages = archive_pages(planned.column)
        assert {planned.first, planned.middle, planned.last} <= set(pages)
        assert planned.pages in (None, 10, 120)


@pytest.mark.parametrize("column", SECTIONS)
def test_the_link_rules_list_what_the_archive_lists_and_nothing_else(portal: Portal, column: str):
    found: set[str] = set()
    # the growing column when it has stopped growing
    state = State(requests=10 if column == "friss" else 0)
    for address in archive_pages(column):
        status, page, state = fetched(portal, address, state)
        if status == 200:
            found.update(select_links(span_of(portal, address).links, page))
    assert found == {line.address for line in listings(column)}


def test_the_next_links_of_the_archive_lead_from_page_to_page(portal: Portal):
    pages = archive_pages("kultura")
    for address, after in zip(pages, (*pages[1:], ""), strict=True):
        span = span_of(portal, address)
        found = select_first(span.pagination.next, fetched(portal, address)[1], link=True)
        same_year = after.partition("&lap=")[0] == address.partition("&lap=")[0]
        assert found == (after if same_year else None)


def read(portal: Portal, article: ExpectedArticle) -> list[Page]:
    return [fetched(portal, address, column=article.column)[1] for address in article.pages]


def test_the_pages_of_an_article_follow_each_other(portal: Portal):
    for article in expected_articles():
        found = [find_next_page(portal, page) for page in read(portal, article)]
        assert found == [*article.pages[1:], None]


def test_addresses_become_the_canonical_ones(portal: Portal):
    for article in expected_articles():
        for alias in article.aliases:
            redirected = "cikk.php" in alias and "cikk.php" not in article.url
            assert canonical_address(alias, portal.address) == (
                alias if redirected else article.url
            )
        assert (canonical_address(article.url, portal.address), article_id(article.url)) == (
            article.url,
            article.id,
        )


def test_the_text_of_every_article_is_its_true_text(portal: Portal):
    base, names = base_tags(), Counter[str]()
    for article in expected_articles():
        text: list[str] = []
        told: list[str] = []
        commented: list[str] = []
        for page in read(portal, article):
            found = read_body(
                page, select_layout(portal, page).rules.body, base, timezone=portal.timezone
            )
            assert (
                isinstance(found, BodyResult)
                and not found.problems
                and found.account.unclaimed_words == 0
            )
            assert find_grammar_errors(Node("body", found.blocks)) == []
            names.update(name for node in found.blocks for name in named(node))
            text += [" ".join(line.split()) for line in plain_lines(found.blocks)]
            told += tei_words([block for block in found.blocks if block.name != "comments"])
            commented += tei_words([block for block in found.blocks if block.name == "comments"])
        assert tuple(told + commented) == article.words, article.url
        assert tuple(text) == article.text, article.url
    true = true_blocks()
    assert {name: names[name] for name in true} == dict(true), "every block has become what it is"


def named(node: Node) -> Iterator[str]:
    """The names of a block and of all below it."""
    yield node.name
    for child in node.children:
        if isinstance(child, Node):
            yield from named(child)


def parts(thing: object) -> Iterator[object]:
    """A piece of the portal's own model and all inside it."""
    yield thing
    if isinstance(thing, tuple):
        for part in thing:
            yield from parts(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from parts(getattr(thing, field.name))


NAMES = {
    b.Items: "list",
    b.Item: "item",
    b.Table: "table",
    b.Cell: "cell",
    b.Picture: "figure",
    b.Gallery: "gallery",
    b.Frame: "embed",
    b.SocialPost: "social",
    b.Quote: "quote",
    b.Box: "box",
    b.Entry: "feed-entry",
    b.Comment: "comment",
}
MARKS = {
    "bold": "bold",
    "italic": "italic",
    "link": "link",
    "strike": "strike",
    "super": "superscript",
}


def true_blocks() -> Counter[str]:
    """Block name → how often the articles have it, by the portal's own model."""
    found: Counter[str] = Counter()
    for story in stories():
        found["comments"] += bool(story.comments)
        for thing in parts((story.pages, story.comments)):
            if type(thing) in NAMES:
                found[NAMES[type(thing)]] += 1
            if isinstance(thing, b.Mark) and thing.kind in MARKS:
                found[MARKS[thing.kind]] += 1
            if isinstance(thing, b.Text) and thing.kind != "paragraph":
                found[thing.kind] += 1
            found["heading"] += isinstance(thing, b.Box) or (
                isinstance(thing, b.Entry) and bool(thing.title)
            )
            found["source"] += bool(getattr(thing, "credit", "") or getattr(thing, "source", ""))
            found["link"] += isinstance(thing, b.SocialPost)
            for kind, name in ((b.Entry, "feed"), (b.Comment, "comment")):
                found[f"{name}-time"] += isinstance(thing, kind)
                found[f"{name}-author"] += isinstance(thing, kind) and bool(thing.author)
    found["heading"] += found["comments"]
    return found


def listed_authors(portal: Portal) -> dict[str, tuple[tuple[str, str], ...]]:
    shown: dict[str, tuple[tuple[str, str], ...]] = {}
    for address in archive_pages("velemeny"):
        span = span_of(portal, address)
        for url, named in read_link_context(
            span.links, span.listed, fetched(portal, address)[1]
        ).items():
            shown[url] = tuple(named.items())
    return shown


def test_the_metadata_of_every_article_is_its_true_metadata(portal: Portal):
    shown = listed_authors(portal)
    for article in expected_articles():
        page = fetched(
            portal, article.url, column=article.column, listed=shown.get(article.url, ())
        )[1]
        found, problems = read_metadata(page, portal, select_layout(portal, page).rules)
        assert problems == ()
        assert {name: found.first(name) for name in SINGLE} == {
            name: getattr(article, name) for name in SINGLE
        }, article.url
        told = {name: tuple(value.value for value in found.all(name)) for name in LISTS}
        assert told == {name: getattr(article, name) for name in LISTS}, article.url


def test_a_few_old_pages_are_readable_only_by_the_portal_files_encoding(portal: Portal):
    said = Counter(
        page.evidence for article in expected_articles() for page in read(portal, article)
    )
    assert said[f"config: {portal.encoding}"] >= 20


def test_comments_keep_their_thread_and_live_entries_their_time(portal: Portal):
    story = next(s for s in stories() if s.comments and s.comments[0].answers and not s.old)
    page = fetched(portal, HOST + story.page_path(len(story.pages)))[1]
    found = read_body(
        page, select_layout(portal, page).rules.body, base_tags(), timezone=portal.timezone
    )
    assert isinstance(found, BodyResult)
    top, answer = [
        node
        for node in found.blocks[-1].children
        if isinstance(node, Node) and node.name == "comment"
    ][:2]
    true = story.comments[0]
    assert (top.get("when"), top.get("level")) == (true.when.isoformat(), "0")
    assert (answer.get("when"), answer.get("level")) == (true.answers[0].when.isoformat(), "1")
    assert answer.get("reply-to") == top.get("id") == true.id


def test_only_what_is_no_article_is_rejected_before_reading(portal: Portal):
    for article in expected_articles():
        for page in read(portal, article):
            assert check_page(page, select_layout(portal, page).rules) is None
    told = {}
    for _, line in refusals():
        status, page, _ = fetched(portal, line.address)
        rejected = check_page(page, select_layout(portal, page).rules)
        if status == 200 and rejected:
            told[line.reason] = rejected.reason
    assert told == {"not-article": "not-article", "gone": "gone"}
