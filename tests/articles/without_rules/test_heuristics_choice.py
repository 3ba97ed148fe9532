"""Short articles beside much other text: which of two candidates is the root. The pages are made
up; each shows one thing."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

URL = "https://echo.example/2020/05/17/the-library-opens-again"
TITLE = "The library opens again"
FIRST = "The town library opened its doors again on Monday after the works on the roof had taken two years, twice what was planned."
SECOND = "Readers came from all the villages around, and the mayor, who had promised to come first, stood in the queue like everybody."
THIRD = "What is new is a room for maps on the second floor; it had been kept in boxes since the flood of the last century."
SHORT = [FIRST, SECOND]
LONG = "<p>The publisher of this paper answers for what is printed in it, and for nothing that is said elsewhere in the town.</p>"


def text(content: str, head: str = "") -> list[str]:
    head = f"<title>{TITLE} - Echo</title>{head}"
    found = read_body(
        Page(URL, f"<html><head>{head}</head><body>{content}</body></html>"),
        BodyRules(),
        base_tags(),
    )
    assert isinstance(found, BodyResult)
    return plain_lines(found.blocks)


ARTICLE = f"<div class=story><h1>{TITLE}</h1><p>{FIRST}</p><p>{SECOND}</p></div>"


@pytest.mark.parametrize(
    "beside",
    [
        f"<footer><div class=about><h2>About us</h2>{LONG * 6}</div></footer>",
        f"<div id=foot-four><div>{LONG * 6}</div></div>",
        f"<div class=comments><ol><li>{LONG * 6}</li><li>{LONG * 3}</li></ol></div>",
        f"<div class='cookie-layer'><div>{LONG * 8}</div></div>",
        f"<div class=author-bio>{LONG * 4}</div>",
    ],
)
def test_a_short_article_is_preferred_to_longer_text_named_as_something_else(beside: str) -> None:
    assert text(f"<main>{ARTICLE}</main>{beside}") == SHORT


def test_a_consent_layer_that_comes_first_is_not_the_article() -> None:
    assert (
        text(f"<div class='cookie-layer'><div>{LONG * 8}</div></div><main>{ARTICLE}</main>")
        == SHORT
    )


@pytest.mark.parametrize("name", ["promo-page", "shared", "sidebar-left", "ad", "comment"])
def test_a_long_article_is_found_whatever_its_class_name(name: str) -> None:
    story = "".join(f"<p>{line}</p>" for line in (FIRST, SECOND, THIRD) * 4)
    assert (
        text(
            f"<h1>{TITLE}</h1><div class='{name}'>{story}</div><footer><div>{LONG * 2}</div></footer>"
        )
        == [FIRST, SECOND, THIRD] * 4
    )


def test_a_generated_id_that_begins_with_ad_is_not_a_name() -> None:
    first, second = (
        f"<div class=piece id='{n}d6ed79d-88fd-4c8e-a123-0123456789ab'>{t}</div>"
        for n, t in (
            ("6", f"<p>{FIRST}</p><p>{SECOND}</p>"),
            ("a", f"<p>{THIRD}</p><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p>"),
        )
    )
    assert text(f"<h1>{TITLE}</h1><div>{first}{second}</div>") == [*SHORT, THIRD, *SHORT, THIRD]


def test_an_h1_that_names_the_site_is_not_the_title() -> None:
    """Teasers are below the logo; the article's own h1 has the title that the page declares."""
    teasers = "".join(f"<article><h2>Story {n}</h2><p>{LONG[3:-4]}</p></article>" for n in range(6))
    head = f'<meta property="og:title" content="{TITLE}">'
    story = f"<div><h1>{TITLE}</h1><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p></div>"
    assert text(f"<h1>Echo</h1><nav><div>{teasers}</div></nav><main>{story}</main>", head) == [
        FIRST,
        SECOND,
        THIRD,
    ]


def test_short_paragraphs_around_the_one_long_paragraph_are_text() -> None:
    links = (
        "<ul>"
        + "".join(f"<li><a href='/{n}'>Section number {n} of the paper</a></li>" for n in range(9))
        + "</ul>"
    )
    story = f"<p>It was time.</p><p>{FIRST} {SECOND}</p><p>So it goes on.</p>"
    assert text(f"<h1>{TITLE}</h1><div>{story}{links}</div>") == [
        "It was time.",
        f"{FIRST} {SECOND}",
        "So it goes on.",
    ]


@pytest.mark.parametrize("tag", ["p", "li"])
def test_several_short_lines_at_the_end_are_text(tag: str) -> None:
    """A list of things to buy, a recipe, a song: none of the lines ends like a sentence."""
    verses = [
        "Two pounds of flour",
        "A pinch of salt",
        "Milk, as much as it takes",
        "Four eggs, or five",
    ]
    end = "".join(f"<{tag}>{verse}</{tag}>" for verse in verses)
    end = f"<ul>{end}</ul>" if tag == "li" else end
    assert text(f"<div><h1>{TITLE}</h1><p>{FIRST}</p><p>{SECOND}</p>{end}</div>") == [
        *SHORT,
        *verses,
    ]


def test_a_short_line_at_the_end_is_a_label() -> None:
    assert (
        text(
            f"<div><h1>{TITLE}</h1><p>{FIRST}</p><p>{SECOND}</p><p>Picture: Echo, archive</p></div>"
        )
        == SHORT
    )


@pytest.mark.parametrize(
    "line",
    [
        "An dieser Stelle finden Sie einen von unseren Redakteuren ausgewählten, externen Inhalt, der den Artikel ergänzt.",
        "Ich bin damit einverstanden, dass mir der externe Inhalt angezeigt wird. Damit können Daten übermittelt werden.",
        "// ]]&gt;",
        "To view this content, you must allow cookies of other sites in the settings of your account on this paper.",
        "Ce contenu est bloqué car vous n'avez pas accepté les cookies et autres traceurs de ce fournisseur de contenu.",
        "Para ver este contenido es necesario aceptar las cookies de otros sitios en la configuración de este diario.",
    ],
)
def test_the_placeholder_of_an_embed_is_left_out(line: str) -> None:
    assert text(f"<div><h1>{TITLE}</h1><p>{FIRST}</p><p>{line}</p><p>{SECOND}</p></div>") == SHORT


def test_a_sentence_about_contents_is_not_a_placeholder() -> None:
    line = "This content of theirs, said the mayor, had never been meant for the library, and nobody would look for it there."
    assert text(f"<div><h1>{TITLE}</h1><p>{FIRST}</p><p>{line}</p><p>{SECOND}</p></div>") == [
        FIRST,
        line,
        SECOND,
    ]


@pytest.mark.parametrize(
    "each", ["<p>{}</p>", "<section id=part-1><p>{}</p></section>", "<div><p>{}</p></div>"]
)
@pytest.mark.parametrize("given", [1, 2, 3, 4])
def test_if_json_ld_has_the_beginning_only_the_rest_is_read_too(each: str, given: int) -> None:
    story = [f"{line} Day {n}." for n in range(4) for line in (FIRST, SECOND, THIRD)]
    script = f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{" ".join(story[:given])}"}}</script>'
    content = "".join(each.format(line) for line in story)
    assert (
        text(
            f"<main><h1>{TITLE}</h1><div class=story>{content}</div></main><footer>{LONG}</footer>",
            script,
        )
        == story
    )


@pytest.mark.parametrize("each", ["<p>{}</p>", "<div><p>{}</p></div>"])
@pytest.mark.parametrize("name", ["newsletter-body", "comments", "modal", "profile"])
def test_prose_is_the_article_whatever_its_name_with_a_lead_outside(name: str, each: str) -> None:
    lead = f"{FIRST} {SECOND}"
    story = [f"{line} Day {n}." for n in range(4) for line in (FIRST, SECOND, THIRD)]
    content = "".join(each.format(line) for line in story)
    assert (
        text(
            f"<main><div><h1>{TITLE}</h1><p>{lead}</p></div><div class='{name}'>{content}</div></main>"
        )[-12:]
        == story
    )


def test_a_summary_in_key_points_is_not_the_beginning() -> None:
    points = "".join(f"<li>{line} {FIRST}</li>" for line in (FIRST, SECOND, THIRD))
    lines = [f"{line} Day {n}." for n in range(4) for line in (SECOND, THIRD)]
    story = "".join(f"<p>{line}</p>" for line in lines)
    above = f"<div class=a><div><ul>{points}</ul></div></div>"
    read = text(
        f"<main><h1>{TITLE}</h1>{above}<div class=b><div class=c>{story}</div></div></main>"
    )
    assert read[-8:] == lines


def test_a_lead_in_an_element_of_its_own_among_lines_that_br_parts_is_text() -> None:
    lines = "<br><br>".join((SECOND, THIRD, FIRST, SECOND))
    lead = "The roof is new, and there is a room for maps."
    content = f"<h1>{TITLE}</h1><div>By Ann Small, <time>3 May</time></div><div><p>{lead}</p>{lines}</div>"
    assert text(content) == [lead, SECOND, THIRD, FIRST, SECOND]


@pytest.mark.parametrize(
    ("heading", "box", "is_kept"),
    [
        ("The price of grain", "<b>Read also</b><ul>{}</ul>", True),
        ("The price of grain", "<span>Read also</span> {0}", True),
        ("More on this", "<ul>{}</ul>", False),
    ],
)
def test_a_heading_above_a_box_with_a_label_of_its_own_is_text(
    heading: str, box: str, is_kept: bool
) -> None:
    links = "".join(
        f"<li><a href='/mill-{n}'>The story number {n} of the mill by the river</a></li>"
        for n in range(4)
    )
    if "{0}" in box:
        links = "<a href='/mill-5'>The long story of the mill by the river and its buyer</a>"
    words = "The mill by the river was sold in spring, and nobody in the village knew the buyer."
    prose = f"<p>{words} {words}</p>" * 3
    before, after = (prose.replace("spring", each) for each in ("May", "June"))
    around = f"<h3>{heading}</h3><div>{box.format(links)}</div>"
    lines = text(f"<h1>The mill</h1><div>{before}{around}{after}</div>")
    assert (heading in lines) == is_kept
    assert not any("Read also" in line for line in lines)


@pytest.mark.parametrize(
    ("inner", "is_kept"),
    [
        ("<ul><li>Rye</li><li>Oats</li></ul>", True),
        ("<blockquote><p>Rye</p></blockquote>", True),
        ("<ul><li><a href=/rye>Rye</a></li></ul>", False),
    ],
)
def test_a_list_or_quote_among_lines_that_br_parts_is_text(inner: str, is_kept: bool) -> None:
    words = "The mill by the river was sold in spring, and nobody in the village knew the buyer."
    lines = [f"{words.replace('spring', each)} {words}" for each in ("May", "June", "July", "fall")]
    body = f"{lines[0]}<br><br>{lines[1]}<br><br>{inner}{lines[2]}<br><br>{lines[3]}"
    assert ("Rye" in text(f"<h1>The mill</h1><div>{body}</div>")) == is_kept
