"""Rules for authors, sections and keywords that several pages suggest, and when they do not."""

from __future__ import annotations

from learn_pages import PORTAL, WORDS, blog_page, learned, page, paragraphs, rules

from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.metadata_rules import learn_fields

NAMES = ("Anna Kis", "Ben Ode", "Cleo Wren", "Dora Lund")


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
    assert "pick" in found["section"][0].rule and "pick" not in found["keywords"][0].rule
    assert found["authors"][0].evidence == "on 5 of 5 pages: Anna Kis; Ben Ode; Cleo Wren"


def test_a_label_before_the_name_and_two_names_in_one_text():
    def one(number: int) -> str:
        names = " and ".join(NAMES[number % 4 : number % 4 + 2])
        return blog_page(number, f'<dl><dd class="createdby">Written by: {names}</dd></dl>')

    found = learned(*(one(number) for number in range(4)))
    assert rules(found["authors"]) == [("dd.createdby", r"^Written\ by:\s*")]
    (line,) = found["authors"]
    assert "split" in line.rule
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


def test_one_declared_name_on_pages_that_show_others_is_that_of_the_site():
    def one(number: int, name: str = "Echo Theme Team") -> str:
        shown = f'<div class="author"><span>{NAMES[number % 4]}</span></div>'
        return blog_page(number, shown, head=f'<meta name="author" content="{name}">')

    found = learned(*(one(number) for number in range(5)))
    assert rules(found["authors"]) == [("div.author", "")]
    # who differs from page to page is believed
    assert "authors" not in learned(*(one(n, NAMES[(n + 1) % 4]) for n in range(5)))


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


def test_the_section_is_the_last_link_of_the_trail_above():
    def one(number: int) -> str:
        section = ("Travel", "Food & Drink", "Home life")[number % 3]
        middle = '<li><a href="/all/">All</a></li>' if number % 2 else ""
        return blog_page(
            number,
            f'<ol class="breadcrumb"><li><a href="/">Home</a></li>{middle}'
            f'<li><a href="/c/{number % 3}/">{section}</a></li><li>On day {number}</li></ol>',
        )

    (line,) = learned(*(one(number) for number in range(6)))["section"]
    assert line.rule == {"css": "ol.breadcrumb a", "exclude": ["^Home$"], "pick": "last"}
    assert line.evidence == "on 6 of 6 pages: Travel; Food & Drink; Home life"


def test_two_sections_beside_each_other_in_a_trail_are_both_read():
    def one(number: int) -> str:
        names = [("Travel",), ("Food", "Travel"), ("Travel", "Food"), ("Food",)][number % 4]
        links = " ".join(f'<a href="/c/{name}/">{name}</a>' for name in ("Home", *names))
        return blog_page(number, f'<div id="breadcrumb">{links}</div>')

    (line,) = learned(*(one(number) for number in range(8)))["section"]
    assert line.rule == {"css": "div#breadcrumb a", "exclude": ["^Home$"], "pick": "all"}


def test_sections_are_read_each_and_not_glued_together():
    """Programs give them the role of a menu, and put no space between them."""

    def one(number: int) -> str:
        names = [("Travel",), ("Food", "Travel"), ("Home life", "Food")][number % 3]
        items = "".join(f'<span class="category-item" role="navigation">{n}</span>' for n in names)
        return blog_page(number, f'<p class="facts"><span class="category-info">{items}</span></p>')

    (line,) = learned(*(one(number) for number in range(6)))["section"]
    assert line.rule == {"css": "span.category-item", "pick": "all"}


def test_of_authors_in_an_element_around_them_each_is_read_once():
    def one(number: int) -> str:
        names = [NAMES[number % 4], *([NAMES[3]] if number % 4 < 2 else [])]
        items = "".join(f'<span class="item">{name}</span>' for name in names)
        return blog_page(number, f'<p class="author-info"><span>{items}</span></p>')

    (line,) = learned(*(one(number) for number in range(6)))["authors"]
    assert line.rule["css"] in ("p.author-info span.item", "p.author-info span span")


def test_articles_that_were_read_before_are_no_trail():
    """As DokuWiki lists them."""

    def one(number: int) -> str:
        before = [page(n, "").url for n in range(max(0, number - 3), number)]
        links = "".join(f'<a href="{url}">Day {url[-30:-26]}</a>' for url in ["/start", *before])
        return blog_page(number, f'<div class="breadcrumbs">{links}</div>')

    assert "section" not in learned(*(one(number) for number in range(6)))


def test_a_trail_without_a_common_start_leaves_nothing_out():
    def one(number: int) -> str:
        section = ("Travel", "Food & Drink")[number % 2]
        return blog_page(
            number, f'<p class="breadcrumb"><a href="/c/{number % 2}/">{section}</a></p>'
        )

    (line,) = learned(*(one(number) for number in range(8)))["section"]
    assert line.rule == {"css": "p.breadcrumb a", "pick": "last"}


def test_a_trail_that_ends_with_another_place_on_each_page_names_no_section():
    def one(number: int) -> str:
        trail = f'<a href="/">Home</a> <a href="/x/{number}">Day {number}</a>'
        return blog_page(number, f'<nav class="breadcrumbs">{trail}</nav>')

    assert "section" not in learned(*(one(number) for number in range(6)))


def in_folders(*folders: str) -> dict[str, tuple[FieldLine, ...]]:
    """Return what is learned of articles in these folders; a menu names three of them."""
    menu = "".join(
        f'<a href="/{folder}/">{name}</a>'
        for folder, name in (("utazas", "Utazás"), ("etel", "Étel"), ("helyi", "Helyi hírek"))
    )
    stored = [
        Page(f"https://echo.example/{folder}/day-{number}", blog_page(number, f"<div>{menu}</div>"))
        for number, folder in enumerate(folders)
    ]
    return dict(learn_fields(stored, ["div.story"], PORTAL))


def test_the_section_is_the_folder_of_the_address_as_the_menu_calls_it():
    (line,) = in_folders("utazas", "etel", "utazas", "etel", "etel")["section"]
    assert line.rule == {
        "url": "^https?://[^/]+/([^/]+)/",
        "map": {"etel": "Étel", "helyi": "Helyi hírek", "utazas": "Utazás"},
    }
    assert line.evidence == "on 5 of 5 pages: Utazás; Étel"


def test_a_folder_that_all_articles_have_or_that_no_link_names_is_no_section():
    assert "section" not in in_folders(*["utazas"] * 5)
    assert "section" not in in_folders("utazas", "etel", "2024", "etel", "utazas")


def test_what_all_pages_declare_does_not_hide_the_sections_of_links():
    def one(number: int, declared: str) -> str:
        head = f'<meta property="article:section" content="{declared}">'
        part = f'<p><a href="/category/c{number % 2}/">Part {number % 2}</a></p>'
        return blog_page(number, f'<div class="about">{part}</div>', head=head)

    found = learned(*(one(number, "post") for number in range(5)))
    assert rules(found["section"]) == [("div.about a[href*='category/']", "")]
    # sections that differ are believed
    assert "section" not in learned(*(one(number, f"Part {number % 2}") for number in range(5)))


def test_names_in_the_line_of_the_day_are_read_without_it():
    def one(number: int) -> str:
        names = ", ".join(NAMES[number % 4 : number % 4 + 1 + number % 2])
        return blog_page(
            number, f'<div class="info"><span>May {number + 3}, 2020</span> · 4 min · {names}</div>'
        )

    (line,) = learned(*(one(number) for number in range(8)))["authors"]
    assert line.rule["css"] == "div.info"
    assert line.evidence == "on 8 of 8 pages: Anna Kis; Ben Ode; Cleo Wren"


def test_a_section_in_the_line_of_the_day_is_no_author():
    def one(number: int) -> str:
        section = ("Travel", "Local")[number % 2]
        return blog_page(number, f'<div class="info">May {number + 3}, 2020 · {section}</div>')

    assert "authors" not in learned(*(one(number) for number in range(8)))


def test_sections_on_the_cards_of_other_articles_are_not_those_of_the_article():
    def one(number: int, *, linked: bool) -> str:
        target = f"/2020/05/{number + 1}/other" if linked else f"/part-of/{number}"
        card = (
            f'<div class="next-card"><a href="/category/c{number % 2}/">Part {number % 2}</a>'
            f'<h5><a href="{target}">On the {WORDS[number + 1]}</a></h5></div>'
        )
        return blog_page(number, "", card)

    assert "section" not in learned(*(one(number, linked=True) for number in range(6)))
    # a heading with a link to a page that is no article
    found = learned(*(one(number, linked=False) for number in range(6)))
    assert rules(found["section"]) == [("div.next-card a[href*='category/']", "")]


def test_a_list_of_all_writers_or_terms_beside_each_article_is_not_of_it():
    box = (
        '<div class="writers">'
        + "".join(f'<a href="/author/{n}">{n}</a>' for n in NAMES)
        + "</div>"
    )
    terms = (
        '<div class="tags">' + "".join(f'<a href="/tag/{w}">{w}</a>' for w in WORDS[:4]) + "</div>"
    )

    def one(number: int) -> str:
        own = f'<p class="by-line"><a href="/author/x">{NAMES[number % 4]}</a></p>'
        tag = f'<p class="post-tags"><a href="/t/a{number}">about {WORDS[number]}</a></p>'
        return blog_page(number, own, f"{tag}{box}{terms}")

    found = learned(*(one(number) for number in range(6)))
    assert rules(found["authors"])[0][0].startswith("p.by-line")
    assert rules(found["keywords"])[0][0].startswith("p.post-tags")


def test_a_second_author_beside_the_one_that_is_declared():
    def one(number: int) -> str:
        head = f'<meta name="author" content="{NAMES[number % 4]}">'
        both = f'<em><a href="/{number}">{NAMES[number % 4]}</a></em>, <em><a href="/x">{NAMES[(number + 1) % 4]}</a></em>'
        where = f'<a href="/c/{number}">{WORDS[number].title()} {WORDS[number + 4].title()}</a>'
        return blog_page(number, f'<div class="info">{both} {where}</div>', head=head)

    found = learned(*(one(number) for number in range(6)))
    assert rules(found["authors"])[0][0] == "div.info em"


def test_names_before_a_date_in_one_line_with_a_label():
    def one(number: int) -> str:
        names = " and ".join(NAMES[number % 3 : number % 3 + 1 + number % 2])
        return blog_page(
            number, f'<p class="meta">written by {names} on May {number + 1}, 2021</p>'
        )

    found = learned(*(one(number) for number in range(6)))
    assert [css for css, _ in rules(found["authors"])] == ["p.meta"]
    assert found["authors"][0].evidence == "on 6 of 6 pages: Anna Kis; Ben Ode; Cleo Wren"


def test_an_icon_before_each_term_is_no_part_of_it():
    def one(number: int) -> str:
        above = f'<header><a class="cat" href="/categories/{WORDS[number]}/">📒 {WORDS[number]}</a>'
        above += f' <a href="/tags/{WORDS[-number]}/">🏷️ on {WORDS[-number]}</a></header>'
        return blog_page(number, above)

    found = learned(*(one(number) for number in range(1, 7)))
    signs = {name: rules(found[name])[0][1] for name in ("section", "keywords")}
    assert signs == {"section": r"^📒\s*", "keywords": r"^🏷️\s*"}


def test_links_to_two_folders_in_one_line_are_sections_and_keywords():
    """They differ by where they lead; the line is named after the sections alone."""

    def one(number: int) -> str:
        links = f'<a href="/categories/{WORDS[number]}/">{WORDS[number]}</a>'
        links += f' <a href="/categories/x{number % 3}/">weekly {number % 3}</a>'
        links += f' <a href="/tags/{WORDS[-number]}/"># on {WORDS[-number]}</a>'
        return blog_page(number, f'<div class="post-category">{links}</div>')

    found = learned(*(one(number) for number in range(1, 7)))
    assert rules(found["section"]) == [("div.post-category a[href*='categories/']", "")]
    assert rules(found["keywords"]) == [("div.post-category a[href*='tags/']", r"^\#\s*")]


def test_a_line_of_keywords_with_a_label_names_no_authors():
    themes = (*NAMES, "Eva Stone", "Finn Moor")

    def one(number: int) -> str:
        chosen = range(number, number + number % 2 + 1)
        links = (f'<a class="chip" href="/tag/{n % 6}">{themes[n % 6]}</a>' for n in chosen)
        return blog_page(number, f'<p class="keywords">Themes: {", ".join(links)}</p>')

    found = learned(*(one(number) for number in range(8)))
    assert {name: rules(each) for name, each in found.items()} == {
        "keywords": [("p.keywords a", "")]
    }


def test_what_is_named_as_the_author_is_preferred_to_the_section_in_the_same_line():
    def one(number: int) -> str:
        section = ("Harbour Life", "Market Hall", "Night Music")[number % 3]
        title = f"What happened on day {number} at the {WORDS[number]}"
        writer = f'<a class="name" href="/author/{number % 4}">{NAMES[number % 4]}</a>'
        return (
            f"<html><head><title>{title} :: Echo</title></head><body><main>"
            f'<div class="category"><a href="/section/{number % 3}">{section}</a></div>'
            f"<h2>{title}</h2><div><span class='author-line'>By: {writer} · {section}"
            f" · <time datetime='2024-03-{number + 10}'>2024-03-{number + 10}</time></span></div>"
            f'<div class="story">{paragraphs(number)}</div></main></body></html>'
        )

    found = learned(*(one(number) for number in range(8)))
    assert rules(found["authors"]) == [("span.author-line a", "")]
