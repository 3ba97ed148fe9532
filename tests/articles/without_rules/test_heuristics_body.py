"""Articles without rules: where the text is, and which boilerplate is left out. The pages are made
up; each shows one thing."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

URL = "https://echo.example/2020/05/17/the-library-opens-again"
FIRST = "The town library opened its doors again on Monday after the works on the roof had taken two years, twice what was planned."
SECOND = "Readers came from all the villages around, and the mayor, who had promised to come first, stood in the queue like everybody."
THIRD = "What is new is a room for maps on the second floor; it had been kept in boxes since the flood of the last century."
TEXT = f"<p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p>"
PROSE = [FIRST, SECOND, THIRD]
TITLE = "The library opens again"


def page(content: str, head: str = "") -> Page:
    return Page(
        URL, f"<html><head><title>{TITLE} - Echo</title>{head}</head><body>{content}</body></html>"
    )


def read(content: str, head: str = "", rules: BodyRules | None = None) -> BodyResult:
    found = read_body(page(content, head), rules or BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    return found


def text(content: str, head: str = "") -> list[str]:
    return plain_lines(read(content, head).blocks)


def test_the_element_with_the_paragraphs_is_the_root() -> None:
    menu = (
        "<ul>"
        + "".join(f"<li><a href='/{n}'>Section number {n} of the paper</a></li>" for n in range(30))
        + "</ul>"
    )
    assert text(f"<div>{menu}</div><div><div class=x>{TEXT}</div></div><div>{menu}</div>") == PROSE


def test_blocks_keep_their_structure() -> None:
    found = read(
        f"<div><div class=x>{TEXT}<h2>More of it</h2><ul><li>one thing</li><li>another thing</li></ul><p>{FIRST}</p></div></div>"
    )
    assert [block.name for block in found.blocks] == ["paragraph"] * 3 + [
        "heading",
        "list",
        "paragraph",
    ]


@pytest.mark.parametrize(
    "beside",
    [
        "<aside><p>Anything at all.</p></aside>",
        "<div class='newsletter-box'><p>Get all of it by mail, every morning at six, free of charge and for ever.</p></div>",
        "<div class=RelatedArticles><a href=/a>One</a> and some words</div>",
        "<div id=comments><p>I do not think so, said somebody, and others said it, too, again and again.</p></div>",
        "<share-bar>Send this to a friend</share-bar>",
        "<div role=dialog><p>Get all of it by mail, every morning at six, free of charge and for ever.</p></div>",
        "<p class='postmetadata alt'><small>This entry was posted on a Monday and is filed under town.</small></p>",
        "<p><a href=/other>Something else happened elsewhere</a></p>",
        "<p>Read more: something else happened elsewhere</p>",
        "<p>Lesen Sie auch: Das ist etwas anderes</p>",
        "<p>Lire aussi : autre chose est arrivé ailleurs</p>",
        "<p>Published 17.05.2020, 10:30</p>",
        "<div style='display: none'>Nobody sees this line of text.</div>",
        "<article><h3><a href=/other>The bridge stays closed</a></h3><p>A short sentence about the bridge.</p></article>",
    ],
)
def test_boilerplate_is_left_out_and_the_reason_named(beside: str) -> None:
    found = read(
        f"<main><h1>{TITLE}</h1><p>{FIRST}</p>{beside}<p>{SECOND}</p><p>{THIRD}</p></main>"
    )
    assert plain_lines(found.blocks) == PROSE
    assert [name for name, _ in found.account.dropped if not name.startswith("guess: title")]
    assert all(name.startswith("guess: ") for name, _ in found.account.dropped)


@pytest.mark.parametrize(
    "inside",
    [
        "<p class=paywall>{0}</p>",
        "<p aria-hidden=true>{0}</p>",
        "<div class=widget><p>{0}</p><p>The second floor has the newspapers, and chairs that were made by a joiner of the town.</p>"
        "<p>Children have the ground floor, where nobody minds how loud a story is read to them on Fridays.</p></div>",
        "<p><a href=/other>One</a> link in a sentence that says a great deal more than that link says, and goes on. {0}</p>",
        "<h2>A heading over text</h2><p>{0}</p>",
        "<h2>A heading that says in one line what the next part of the text is about, as leads of some papers do</h2><p>{0}</p>",
        "<blockquote class=tag>{0}</blockquote>",
        "<p><a href=/other>The bridge, which stays closed until spring,</a> was open.</p><p>{0}</p>",
        "<p>Read more slowly, said the teacher, and nobody did, because what stood on the page was of no use to anybody who "
        "had to leave for the train at half past four in the afternoon of that day.</p>",
    ],
)
def test_text_that_looks_like_boilerplate_is_kept(inside: str) -> None:
    made = inside.format(
        "On the third floor the windows look south, and from there one sees the river and the old bridge."
    )
    found = read(f"<main><p>{FIRST}</p>{made}<p>{SECOND}</p><p>{THIRD}</p></main>")
    assert found.account.dropped == ()


@pytest.mark.parametrize(
    "line",
    [
        "<a href=/other>Continue with the main story</a>",
        "<span>17.05.2020, 10:30</span>",
        "<a href=/a>One</a>, two",
    ],
)
def test_dropping_a_line_keeps_the_paragraphs_in_the_same_element(line: str) -> None:
    kept = text(
        f"<main><div class=part><p>{FIRST}</p>{line}</div><div><p>{SECOND}</p><p>{THIRD}</p></div></main>"
    )
    assert [one for one in kept if one in PROSE] == PROSE
    assert "Continue" not in " ".join(kept)


def test_an_embedded_post_keeps_its_date_and_its_links() -> None:
    post = "<blockquote class=twitter-tweet><p><a href='/t'>#maps found</a></p><p>May 17, 2020</p></blockquote>"
    found = read(f"<div><div class=x>{TEXT}{post}<p>{FIRST}</p></div></div>")
    (social,) = [block for block in found.blocks if block.name == "social"]
    assert " ".join(social.texts()) == "#maps found May 17, 2020"


def test_a_wrapper_with_most_of_the_text_is_not_dropped_for_its_name() -> None:
    assert text(f"<div class='has-newsletter comments-open'>{TEXT}</div>") == PROSE


def test_a_lead_outside_the_root_is_a_root_of_its_own() -> None:
    lead = "Two years of work are over, and all the villages around came to see it."
    made = page(
        f"<div><h1>{TITLE}</h1><div class=intro>{lead}</div></div><nav>Home</nav><div><div>{TEXT}</div></div>"
    )
    found = read_body(made, BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    assert plain_lines(found.blocks) == [lead, *PROSE]


def test_the_description_of_the_page_identifies_the_lead() -> None:
    lead = "Two years of work are over, and all the villages around came to see it."
    head = f'<meta name="description" content="{lead}">'
    assert (
        text(
            f"<div><h1>{TITLE}</h1><div class=meta><b>{lead}</b></div></div><div><div>{TEXT}</div></div>",
            head,
        )[0]
        == lead
    )


def test_a_longer_article_below_is_not_the_article() -> None:
    second = f"<article><h1>The bridge stays closed</h1>{TEXT}{TEXT}{TEXT}</article>".replace(
        "library", "bridge"
    )
    assert (
        text(f"<main><article><h1>{TITLE}</h1>{TEXT}{TEXT}{TEXT}</article>{second}</main>")
        == PROSE * 3
    )


def test_headings_of_live_entries_that_link_to_the_page_are_kept() -> None:
    entry = "<article><h2><a href='{}#e{}'>It goes on, entry {}</a></h2><p>{}</p></article>"
    entries = "".join(entry.format(URL, n, n, FIRST) for n in range(4))
    assert len(text(f"<main><h1>{TITLE}</h1>{entries}</main>")) == 8


def test_the_body_in_json_ld_is_evidence_for_the_root() -> None:
    script = f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{FIRST} {SECOND} {THIRD}"}}</script>'
    other = (
        f"<div>{TEXT}{TEXT}</div>".replace("library", "bridge")
        .replace("Readers", "Walkers")
        .replace("room", "garden")
    )
    assert text(f"<div><div>{TEXT}</div></div>{other}", script) == PROSE


def test_labels_whose_content_is_dropped_are_dropped_too() -> None:
    teasers = "<div><h3>Most of all</h3><ul><li><a href=/a>The bridge stays closed</a></li><li><a href=/b>No snow</a></li></ul></div>"
    assert text(f"<main>{TEXT}{teasers}</main>") == PROSE


def test_a_heading_above_a_picture_belongs_to_the_text_below() -> None:
    picture = "<figure><figcaption class=caption>The library</figcaption></figure>"
    kept = text(f"<main><p>{FIRST}</p><h2>Maps</h2>{picture}<p>{SECOND}</p><p>{THIRD}</p></main>")
    assert [line for line in kept if line in (*PROSE, "Maps")] == [FIRST, "Maps", SECOND, THIRD]


def test_a_page_with_its_text_in_noscript_is_read_there() -> None:
    assert text(f"<div id=app></div><noscript><div><div>{TEXT}</div></div></noscript>") == PROSE
    assert text(f"<div><div>{TEXT}</div></div><noscript><p>{FIRST}</p></noscript>") == PROSE


def test_a_page_with_too_little_text_falls_back_to_the_default_roots() -> None:
    found = read("<nav>Menu</nav><article><p>Short.</p></article><p>Outside.</p>")
    assert plain_lines(found.blocks) == ["Short."]
    assert find_article_text(page("<p>Short.</p>")) is None


def test_nothing_is_found_in_json() -> None:
    made = Page(URL, '{"html": "<article><p>' + FIRST + SECOND + '</p></article>"}')
    assert isinstance(read_body(made, BodyRules(), base_tags()), Rejected)


def test_rules_of_the_portal_file_have_precedence() -> None:
    content = f"<main>{TEXT}<aside><p>Anything at all.</p></aside></main>"
    assert plain_lines(read(content, rules=BodyRules(root=(Rule("css", "main"),))).blocks) == [
        *PROSE,
        "Anything at all.",
    ]
    dropped = read(content, rules=BodyRules(drop=(Rule("css", "p:first-child"),))).account.dropped
    assert [name for name, _ in dropped] == ["drop: p:first-child", "guess: beside the text"]


def test_the_same_page_has_the_same_result() -> None:
    def where(made: Page) -> list[tuple[str, str]]:
        found = find_article_text(made)
        assert found is not None
        tree = made.root.getroottree()
        return [
            (tree.getpath(e), why)
            for e, why in [*((e, "root") for e in found.roots), *found.drops.items()]
        ]

    content = f"<main><h1>{TITLE}</h1>{TEXT}<aside>x</aside><div class=share>y</div></main>"
    assert where(page(content)) == where(page(content))


def test_the_names_of_table_rows_are_those_of_their_data() -> None:
    rows = "".join(
        f"<tr class='row player-{n}'><td>{n}</td><td>Player number {n}</td></tr>" for n in range(8)
    )
    found = text(f"<h1>{TITLE}</h1><div>{TEXT}<table>{rows}</table><p>{SECOND}</p></div>")
    assert found[:3] == PROSE
    assert all(f"Player number {n}" in "\n".join(found) for n in range(8))
