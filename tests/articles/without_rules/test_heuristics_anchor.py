"""The article is the text after the title, however much text is elsewhere. The pages are made up;
each shows one thing."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

TITLE = "The library opens again"
ARTICLE = [
    f"Part {n} of the text: the town library opened again after the works on its roof had ended."
    for n in range(8)
]
OTHER = [
    f"The bridge, said number {n}, stays closed until spring, and nobody beyond it was surprised."
    for n in range(60)
]


def paragraphs(texts: list[str], attributes: str = "") -> str:
    return "".join(f"<p {attributes}>{text}</p>" for text in texts)


def read(content: str) -> list[str]:
    page = Page(
        "https://echo.example/2020/05/17/library",
        f"<title>{TITLE} - Echo</title><body>{content}</body>",
    )
    found = read_body(page, BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    return plain_lines(found.blocks)


MAIN = f"<div><div><h1>{TITLE}</h1><div class=text>{paragraphs(ARTICLE)}</div></div><div>Echo</div></div>"


@pytest.mark.parametrize(
    "page",
    [
        "<div>{main}<div>More</div></div><div class=comments><ol>{other}</ol></div>",
        "<div>{main}<div>More</div></div><div><ol>{other}</ol></div>",
        "<div>{main}<div>More</div></div><article><h1>The bridge stays closed</h1>{other}</article>",
        "<div>{main}<div>More</div></div><div><h2>The bridge stays closed</h2>{other}</div>",
        "<div>{other}</div><div>{main}<div>More</div></div>",
    ],
    ids=[
        "comments",
        "comments that nothing names",
        "another article",
        "another one in a div",
        "before the title",
    ],
)
def test_longer_text_far_from_the_title_is_not_the_article(page: str) -> None:
    assert read(page.format(main=MAIN, other=paragraphs(OTHER))) == ARTICLE


def test_the_parts_of_an_article_may_be_in_several_elements() -> None:
    lines = [[f"In year {n}: {line}" for line in ARTICLE] for n in range(3)]
    parts = "".join(
        f"<section><h2>Number {n}</h2>{paragraphs(part)}</section>" for n, part in enumerate(lines)
    )
    kept = read(f"<main><h1>{TITLE}</h1>{parts}</main><div>Echo</div>")
    assert [line for line in kept if line.startswith("In year")] == [
        *lines[0],
        *lines[1],
        *lines[2],
    ]


def test_paragraphs_of_one_class_name_belong_together_wherever_they_are() -> None:
    lines = [[f"In year {n}: {line}" for line in ARTICLE] for n in range(2)]
    parts = ""
    for part in lines:
        first, second = (paragraphs(half, "class=story") for half in (part[:4], part[4:]))
        text = f"<div><div>{first}</div><div>{second}</div></div>"
        parts += f"<div>{text}<div>Advertisement</div></div>"
    kept = read(f"<div><h1>{TITLE}</h1><div>{parts}</div></div><div>Echo</div>")
    assert [line for line in kept if line.startswith("In year")] == [*lines[0], *lines[1]]


def test_the_element_with_title_and_text_is_never_an_aside() -> None:
    column = f"<div class='sidebar commercial'><h1>{TITLE}</h1>{paragraphs(ARTICLE)}</div>"
    assert (
        read(f"<div>{column}<div>More</div></div><div><ol>{paragraphs(OTHER)}</ol></div>")
        == ARTICLE
    )


def test_letters_in_a_generated_name_are_not_words() -> None:
    assert (
        read(f"<div><h1>{TITLE}</h1>{paragraphs(ARTICLE, 'class=text--p3ot-yq')}</div>") == ARTICLE
    )


def test_the_title_may_be_in_a_line_that_is_not_a_heading() -> None:
    main = MAIN.replace("<h1>", "<div><b>").replace("</h1>", "</b></div>")
    assert read(f"<div>{main}<div>More</div></div><div>{paragraphs(OTHER)}</div>") == ARTICLE
