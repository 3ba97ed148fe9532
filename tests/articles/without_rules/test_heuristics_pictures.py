"""Captions are found by structure, whatever their elements are called."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import read_body
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.blocks import block_words, blocks_below
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

SENTENCE = "The storm of that night took the roofs of forty houses, and the mayor said so at noon. "
PARAGRAPHS = [f"<p>{number}: {SENTENCE * 3}</p>" for number in range(6)]
CAPTION = "The harbour after the storm. Photo: A. Nemes"
IMAGE = '<img src="/harbour.jpg" alt="harbour">'
FORMS = {
    "figcaption": f"<figure>{IMAGE}<figcaption>{CAPTION}</figcaption></figure>",
    "named caption": f'<figure>{IMAGE}<figcaption class="caption credits">{CAPTION}</figcaption></figure>',
    "named gallery": f'<div class="gallery slider"><figure>{IMAGE}<figcaption>{CAPTION}</figcaption></figure></div>',
    "figcaption without figure": f'<div class="c-1">{IMAGE}<figcaption class="caption">{CAPTION}</figcaption></div>',
    "figcaption after figure": f"<div><figure>{IMAGE}</figure><figcaption>{CAPTION}</figcaption></div>",
    "boxes": f'<div class="x1"><div class="x2">{IMAGE}</div><div class="x3">{CAPTION}</div></div>',
    "named boxes": f'<div class="image">{IMAGE}<div class="image-caption">{CAPTION}</div></div>',
    "span": f'<div class="x1">{IMAGE}<span class="photographer">{CAPTION}</span></div>',
    "named paragraph": f'<div class="wp-caption">{IMAGE}<p class="wp-caption-text">{CAPTION}</p></div>',
    "two lines": f'<div class="x1">{IMAGE}<div>The harbour after the storm.</div><div>Photo: A. Nemes</div></div>',
    "link to the large picture": f'<div><a href="/harbour-large.jpg">{IMAGE}</a><div class="x">{CAPTION}</div></div>',
    "table": f'<table class="kep"><tr><td>{IMAGE}</td></tr><tr><td class="alairas">{CAPTION}</td></tr></table>',
    "link around all": f"<a><figure>{IMAGE}<figcaption>{CAPTION}</figcaption></figure></a>",
}


def read(box: str, **rules: object) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Read an article with a box among its paragraphs: block → its texts; words dropped by rule."""
    text = "".join((*PARAGRAPHS[:3], box, *PARAGRAPHS[3:]))
    source = (
        "<html><head><title>A storm took the roofs</title></head><body><nav><a href=/>Home</a></nav>"
        f'<div class="text"><h1>A storm took the roofs</h1>{text}</div><footer>Imprint</footer></body></html>'
    )
    page = Page("https://echo.example/2024/05/02/a-storm-took-the-roofs", source)
    body = read_body(page, BodyRules(**rules), base_tags())  # type: ignore[arg-type]
    assert not isinstance(body, Rejected)
    found: dict[str, list[str]] = {}
    for block in blocks_below(body.blocks):
        found.setdefault(block.name, []).append(" ".join(block_words(block.children)))
    return found, dict(body.account.dropped)


@pytest.mark.parametrize("box", FORMS.values(), ids=FORMS)
def test_words_of_a_box_with_a_picture_are_its_caption(box: str) -> None:
    blocks, _ = read(box)
    assert " ".join(blocks["caption"] + blocks.get("source", [])) == CAPTION
    assert len(blocks["paragraph"]) == len(PARAGRAPHS)
    assert len(blocks["media-link"]) == 1


@pytest.mark.parametrize(
    "box",
    [
        f'<div class="x"><a href="/2024/01/01/another-story-of-today">{IMAGE}</a><div class="y">{CAPTION}</div></div>',
        f'<div class="x">{IMAGE}<h3><a href="/2024/01/01/another-story-of-today">{CAPTION}</a></h3></div>',
        f'<div class="x">{IMAGE}<div><a href="/2024/01/01/another-story-of-today">{CAPTION}</a></div></div>',
        f'<aside>{IMAGE}<div class="x">{CAPTION}</div></aside>',
        f'<div class="x"><img src=/icon.png width=16 height=16><div class="y">{CAPTION}</div></div>',
    ],
    ids=["teaser", "headline", "linked words", "aside", "icon"],
)
def test_boxes_of_other_things_have_no_caption(box: str) -> None:
    blocks, _ = read(box)
    assert "caption" not in blocks


def test_a_short_paragraph_beside_a_picture_stays_text() -> None:
    box = f"<div>{IMAGE}<p>So he left.</p></div>"
    assert "So he left." in read(box)[0]["paragraph"]
    sections = (
        f"<section>{IMAGE}{PARAGRAPHS[0]}</section><section>{IMAGE}<p>So he left.</p></section>"
    )
    assert "So he left." in read(sections)[0]["paragraph"]


@pytest.mark.parametrize(
    "box",
    [
        f"<figure>{IMAGE}<p>{SENTENCE * 2}</p></figure>",
        f"<figure>{IMAGE}<figcaption>{CAPTION}</figcaption><div><p>{SENTENCE * 2}</p></div></figure>",
        f"<figure>{IMAGE}<div>{SENTENCE * 12}</div></figure>",
        f"<figure><p>{SENTENCE * 2}</p>{IMAGE}</figure>",
        f"<figure>{IMAGE}{IMAGE}<p>{SENTENCE * 2}</p></figure>",
    ],
)
def test_prose_beside_a_picture_is_text(box: str) -> None:
    found, _ = read(box)
    assert len(found["paragraph"]) == len(PARAGRAPHS) + 1
    assert found.get("caption", []) == [CAPTION] * box.count("<figcaption>")


@pytest.mark.parametrize("words", [SENTENCE, SENTENCE * 2 + "Photo: A. Nemes"])
def test_a_short_line_and_one_that_is_no_sentence_are_captions(words: str) -> None:
    found, _ = read(f"<figure>{IMAGE}<p>{words}</p></figure>")
    assert found["caption"] == [words.strip()]


def test_the_portal_file_decides_first() -> None:
    box = FORMS["boxes"]
    row = TagRow("div.x1", "box", line=1)
    blocks, _ = read(box, tags=(row,))
    assert "box" in blocks
    _, dropped = read(box, drop=(Rule("css", ".x3"),))
    assert dropped["drop: .x3"] == len(CAPTION.split())


def test_with_a_root_of_the_portal_file_nothing_is_guessed_unless_it_says_so() -> None:
    root = (Rule("css", "div.text"),)
    assert "caption" not in read(FORMS["boxes"], root=root)[0]
    assert read(FORMS["boxes"], root=root, guess=True)[0]["caption"] == [CAPTION]
    assert read(FORMS["named caption"], root=root, guess=True)[0]["caption"] == [CAPTION]
