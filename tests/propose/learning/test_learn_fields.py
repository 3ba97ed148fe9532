"""Rules for authors, sections and keywords that several pages suggest, and when they do not."""

from __future__ import annotations

from learn_pages import WORDS, page, paragraphs

from webarticlecurator.config import builtin_rules
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import FieldLine
from webarticlecurator.propose.metadata_rules import learn_fields

PORTAL = Portal(
    "echo", "https://echo.example/", title="Echo", language="en", article=builtin_rules()
)
NAMES = ("Anna Kis", "Ben Ode", "Cleo Wren", "Dora Lund")


def blog_page(number: int, above: str, below: str = "", head: str = "") -> str:
    """Return an article with what is above and below its text, comments, and other articles."""
    others = "".join(
        f'<article class="card"><h3><a href="/{word}">On the {word}</a></h3><p class="teaser-writer">Zoe Other</p>'
        f'<p class="cat-name"><a href="/c/{word}">{word}</a></p></article>'
        for word in WORDS[:3]
    )
    comment = (
        '<div class="comments"><p class="comment-author">Some Reader</p><p>I was there.</p></div>'
    )
    title = f"What happened on day {number} at the {WORDS[number]}"
    return (
        f"<html><head><title>{title}</title>{head}</head><body><main><h1>{title}</h1>{above}"
        f'<div class="story">{paragraphs(number)}</div>{below}{comment}</main>'
        f'<aside class="related">{others}</aside></body></html>'
    )


def learned(*pages: str) -> dict[str, tuple[FieldLine, ...]]:
    stored = [page(number, html) for number, html in enumerate(pages)]
    return dict(learn_fields(stored, ["div.story"], PORTAL))


def rules(lines: tuple[FieldLine, ...]) -> list[tuple[str, str]]:
    return [(line.css, "".join(line.removed)) for line in lines]


def test_names_sections_and_tags_around_the_text():
    def one(number: int) -> str:
        name, word = NAMES[number % 4], WORDS[number]
        return blog_page(
            number,
            f'<p class="post-writer">{name}</p>',
            f'<p class="post-category"><a href="/c/{word}">{word}</a>, <a href="/c/x">weekly</a></p>'
            f'<p class="post-tags"><a href="/t/a{number}">about {word}</a></p>',
        )

    found = learned(*(one(number) for number in range(5)))
    assert {name: rules(each) for name, each in found.items()} == {
        "authors": [("p.post-writer", "")],
        "section": [("p.post-category a", "")],
        "keywords": [("p.post-tags a", "")],
    }
    assert [found[name][0].pick for name in ("section", "keywords")] == ["all", ""]
    assert found["authors"][0].evidence == "on 5 of 5 pages: Anna Kis; Ben Ode; Cleo Wren"


def test_a_label_before_the_name_and_two_names_in_one_text():
    def one(number: int) -> str:
        names = " and ".join(NAMES[number % 4 : number % 4 + 2])
        return blog_page(number, f'<dl><dd class="createdby">Written by: {names}</dd></dl>')

    found = learned(*(one(number) for number in range(4)))
    assert rules(found["authors"]) == [("dd.createdby", r"^Written\ by:\s*")]
    (line,) = found["authors"]
    assert line.split
    assert line.evidence == "on 4 of 4 pages: Anna Kis; Ben Ode; Cleo Wren"


def test_what_the_default_sources_find_needs_no_rule():
    def one(number: int) -> str:
        head = f'<meta name="author" content="{NAMES[number]}"><meta property="article:section" content="News">'
        return blog_page(
            number, f'<p class="writer">{NAMES[number]}</p><i class="category">News</i>', head=head
        )

    assert learned(*(one(number) for number in range(4))) == {}


def test_co_authors_that_only_the_page_shows_are_added():
    def one(number: int) -> str:
        both = " ".join(f'<a href="/w/{n}">{n}</a>' for n in NAMES[number : number + 2])
        head = f'<meta name="author" content="{NAMES[number]}">'
        return blog_page(number, f'<h4 class="writers">{both}</h4>', head=head)

    assert rules(learned(*(one(number) for number in range(3)))["authors"]) == [
        ("h4.writers a", "")
    ]


def test_one_rule_for_some_pages_and_another_for_the_rest():
    def one(number: int) -> str:
        name = NAMES[number % 4]
        if number % 2:
            return blog_page(number, f'<p class="writer">By {name}</p>')
        return blog_page(number, "", f'<div class="who"><h5 class="author-name">{name}</h5></div>')

    found = learned(*(one(number) for number in range(6)))["authors"]
    assert sorted(rules(found)) == [("h5.author-name", ""), ("p.writer", r"^By\s*")]
    assert all(line.evidence.startswith("on 3 of 6 pages: ") for line in found)


def test_a_selector_that_finds_something_else_on_one_page_is_no_rule():
    """The names of commenters, of other articles, or a sentence."""

    def one(number: int, more: str = "") -> str:
        return blog_page(number, f'<p class="writer">{NAMES[number]}</p>{more}', head="")

    sentence = '<p class="writer">She has written about the harbour for many years.</p>'
    assert "authors" in learned(*(one(number) for number in range(4)))
    assert "authors" not in learned(one(0), one(1, sentence), one(2), one(3))


def test_one_page_alone_suggests_nothing():
    assert learned(blog_page(0, '<p class="post-writer">Anna Kis</p>')) == {}


def listed_terms(number: int, text: str) -> str:
    """Return the folder of a page of terms, as every article names them below its text."""
    terms = f'<a href="https://echo.example/category/c{number % 2}.html">Part {number % 2}</a>'
    tags = " ".join(
        f'<a href="/tag/{word}.html">{word}</a>' for word in WORDS[number : number + number % 3]
    )
    return f'<div class="about"><p>In {terms}</p><p>{tags}</p></div>{text}'


def test_the_folders_of_their_addresses_name_sections_and_tags():
    found = learned(*(blog_page(n, listed_terms(n, "")) for n in range(6)))
    assert {name: rules(each) for name, each in found.items()} == {
        "section": [("div.about a[href*='category/']", "")],
        "keywords": [("div.about a[href*='tag/']", "")],
    }


def test_terms_of_the_article_are_preferred_to_all_that_stand_beside_it():
    """A link of ``rel=tag`` is a keyword by default, be it in a cloud of all of them."""
    cloud = "".join(f'<a rel="tag" href="/tag/{word}.html">{word}</a>' for word in WORDS[:12])
    pages = [
        blog_page(n, listed_terms(n, "")).replace("</body>", f"<aside>{cloud}</aside></body>")
        for n in range(6)
    ]
    assert rules(learned(*pages)["keywords"]) == [("div.about a[href*='tag/']", "")]


def test_two_names_in_one_value_are_parted():
    def one(number: int) -> str:
        names = NAMES[number % 4 : number % 4 + 1 + number % 2]
        links = " ".join(f'<a class="url fn" href="/w/{n}">{n}</a>' for n in names)
        meta = f'<meta name="author" content="{" ".join(names)}">'
        return blog_page(number, f"<address>By {links}</address>", head=meta)

    assert rules(learned(*(one(number) for number in range(4)))["authors"]) == [("a.fn", "")]


def with_site_name(html: str, *, heading: str = "h2") -> str:
    """Return a page whose first heading is the name of the site."""
    html = html.replace("h1>", f"{heading}>").replace("</title>", " - Echo</title>")
    return html.replace("<main>", '<h1><a href="/">Echo</a></h1><main>')


def test_a_title_that_several_articles_have_is_no_title():
    pages = [with_site_name(blog_page(number, "")) for number in range(4)]
    # what the window is called says which heading is the title; else the first one is taken
    assert "title" not in learned(*pages)
    declared = (
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Echo"}</script>'
    )
    pages = [page.replace("<head>", f"<head>{declared}") for page in pages]
    found = learned(*pages)["title"]
    assert rules(found) == [("main h2", "")]
    assert found[0].evidence == "the default one is the same on 4 of 4 pages"


def test_without_a_heading_the_title_is_that_of_the_window_without_the_site():
    pages = [with_site_name(blog_page(number, ""), heading="b") for number in range(5)]
    assert rules(learned(*pages)["title"]) == [("head > title", r"\s+\-\s+Echo$")]


def test_titles_that_differ_need_no_rule():
    assert "title" not in learned(*(blog_page(number, "") for number in range(4)))
