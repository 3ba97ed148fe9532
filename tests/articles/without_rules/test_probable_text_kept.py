"""No word of a class or id, and no kind of element inside the text, takes away more than a little of
what the trees hold for text."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from long_parameters import one_in

from webarticlecurator.articles.units.classify_units import load_classifier
from webarticlecurator.articles.units.context_features import LIKELY
from webarticlecurator.articles.units.page_hints import collect_hints
from webarticlecurator.articles.units.structure_features import collect_page_facts
from webarticlecurator.articles.without_rules.article_text import read_page_text
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.words import list_words
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract

MAX_DROPPED_SHARE = 0.15
URL = "https://echo.example/2021/05/council-river"
PLACES = (
    "harbour river ferry bridge market tower orchard library station meadow quarry lantern".split()
)
DEEDS = "opened closed flooded repaired painted visited measured described sold rented".split()
THINGS = (
    "Bring a long rope", "Two lanterns of tin", "Salt from the harbour", "One old map",
    "Boots for the meadow", "A ferry ticket", "Bread and apples", "Matches in a box",
)  # fmt: skip


def sentence(dice: random.Random) -> str:
    return (
        f"In {dice.choice(('spring', 'summer', 'winter'))} of {1900 + dice.randrange(99)} the council"
        f" {dice.choice(DEEDS)} the {dice.choice(PLACES)} near the {dice.choice(PLACES)}, which"
        f" {dice.randrange(3, 90)} people of the {dice.choice(PLACES)} had {dice.choice(DEEDS)}."
    )


DICE = random.Random(33)
PARAGRAPHS = [f"<p>{' '.join(sentence(DICE) for _ in range(3))}</p>" for _ in range(9)]
LINES = [sentence(DICE) for _ in range(12)]
FIRST, MIDDLE, LAST = ("".join(PARAGRAPHS[n : n + 3]) for n in (0, 3, 6))
WHOLE = FIRST + MIDDLE + LAST
NAMED = [
    "sidebar-layout", "share-wrapper", "newsletter-body", "author-box", "promo-2", "footer-text",
    "related-content", "comments-area", "advert-free", "mehr-news", "post-meta", "captions",
    *(
        word
        for topic, section in (
            ("class-names", "beside"),
            ("class-names", "beside, if short"),
            ("class-names", "comments"),
            ("class-meanings", "drop"),
        )
        for word in (re.sub(r"\w\?|\\w\*", "", each) for each in list_words(topic, section))
        if word.replace("-", "").isalpha()
    ),
]  # fmt: skip
NAMES = sorted(set(NAMED))
"""Names that the lists of words know, as templates have them for the text, too."""


def page(text: str, name: str = "") -> str:
    return f"""<html lang="en"><head><title>The council and the river - Echo</title></head><body>
<header class="top"><a href="/">Echo</a><nav><ul><li><a href="/news">News</a></li><li><a href="/sport">
Sport</a></li><li><a href="/culture">Culture</a></li></ul></nav></header>
<div class="{name}"><main><h1>The council and the river</h1><p class="d">2 May 2021</p>{text}</main>
<div class="more"><h3>More</h3><ul><li><a href="/a/1">The old ferry is back on the water</a></li><li>
<a href="/a/2">A market without any apples this year</a></li></ul></div>
<footer><p>Echo Press, Vienna. All rights reserved.</p></footer></div></body></html>"""


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Portal:
    file: Path = tmp_path_factory.mktemp("portal") / "echo.yaml"
    file.write_text("portal: echo\nhome: https://echo.example/\narchive: none\n", encoding="utf-8")
    return load_portal(file)


def read_words(portal: Portal, content: str) -> list[str]:
    found = extract(portal, URL, content.encode())
    return list(block_words(found.blocks)) if isinstance(found, Article) else []


def lost_share(portal: Portal, content: str) -> float:
    """Return the share of the words which the trees hold for text that are not read."""
    stored = StoredPage(URL, content.encode()).page(portal)
    text = read_page_text(stored)
    assert text is not None
    facts = collect_page_facts(stored, collect_hints(stored))
    found = load_classifier().estimate(stored, text.units, facts, text.title)
    likely = zip(text.units, found.probabilities, strict=True)
    words = Counter(
        word
        for each in dict.fromkeys(u.text for u, p in likely if p >= LIKELY)
        for word in each.split()
    )
    assert words.total() > 200, "the trees must hold most of the made-up text for text"
    return (words - Counter(read_words(portal, content))).total() / words.total()


@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_the_name_of_an_element_takes_little_of_the_probable_text_away(
    name: str, portal: Portal
) -> None:
    pages = {
        "all of the text, by id": page(f'<div id="{name}-4711">{WHOLE}</div>'),
        "the last third": page(f'{FIRST}{MIDDLE}<section class="{name}">{LAST}</section>'),
        "paragraphs": page(FIRST + MIDDLE.replace("<p>", f'<p class="{name}">') + LAST),
    }
    lost = {what: lost_share(portal, content) for what, content in pages.items()}
    assert {what: share for what, share in lost.items() if share >= MAX_DROPPED_SHARE} == {}


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_in_other_places(name: str, portal: Portal) -> None:
    pages = {
        "all of the page": page(WHOLE, name),
        "all of the text": page(f'<div class="{name}">{WHOLE}</div>'),
        "the first third": page(
            f'<div class="{name}">{FIRST}</div><div class="x">{MIDDLE}{LAST}</div>'
        ),
        "the middle": page(f'{FIRST}<div class="{name}">{MIDDLE}</div>{LAST}'),
        "two paragraphs": page(
            f'{FIRST}<div class="{name}">{"".join(PARAGRAPHS[3:5])}</div>{LAST}'
        ),
        "each paragraph": page(WHOLE.replace("<p>", f'<p class="{name}">')),
    }
    lost = {what: lost_share(portal, content) for what, content in pages.items()}
    assert {what: share for what, share in lost.items() if share >= MAX_DROPPED_SHARE} == {}


def each_line(form: str) -> str:
    """Return the lines in a form with {line}, {thing} and {n}."""
    return "".join(
        form.format(line=line, thing=THINGS[n % len(THINGS)], n=n) for n, line in enumerate(LINES)
    )


CODE = "\n".join(f"for boat in river[{n}]: print(boat.name, {n})" for n in range(20))
PARTS = {
    "list": f"<ul>{each_line('<li>{line}</li>')}</ul>",
    "list of short lines": f"<p>What you need:</p><ul>{each_line('<li>{thing} {n}</li>')}</ul>",
    "list of paragraphs": f"<ol>{each_line('<li><p>{line}</p></li>')}</ol>",
    "list of links": f"<ul>{each_line('<li><a href=/p/{n}>{thing}</a>: {line}</li>')}</ul>",
    "definitions": f"<dl>{each_line('<dt>{thing}</dt><dd>{line}</dd>')}</dl>",
    "definitions in a widget": f"<dl class=widget>{each_line('<dt>{thing}</dt><dd>{line}</dd>')}</dl>",
    "table": f"<table>{each_line('<tr><td>19{n}</td><td>{line}</td></tr>')}</table>",
    "table of short cells": f"<table>{each_line('<tr><td>19{n}</td><td>{thing}</td></tr>')}</table>",
    "code": f"<p>The program:</p><pre><code>{CODE}</code></pre>",
    "caption": f"<figure><img src=/a.jpg width=600><figcaption>{LINES[0]}</figcaption></figure>",
    "pull quote": f'<blockquote class="pullquote"><p>{LINES[1]}</p></blockquote>',
    "sections": each_line("<h2>{thing}</h2><p>{line}</p>"),
    "sections in divisions": each_line("<div class=s{n}><h2>{thing}</h2><div><p>{line}</p></div></div>"),
    "questions": each_line("<details><summary>{thing}?</summary><p>{line}</p></details>"),
    "linked headings": each_line("<h3><a href=/place/{n}>{thing}</a></h3><p>{line}</p>"),
    "lines of one element": f"<div>{'<br><br>'.join(LINES)}</div>",
    "short paragraphs": each_line("<p>{thing}</p>"),
    "columns of a page builder": each_line(
        "<section class=e><div class='widget head'><h2>{thing}</h2></div></section>"
        "<section class=e><div class='widget text'><p>{line}</p></div></section>"
    ),
}  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_what_stands_inside_the_text_is_text(part: str, portal: Portal) -> None:
    content = page(FIRST + PARTS[part] + MIDDLE + LAST)
    assert lost_share(portal, content) < MAX_DROPPED_SHARE
    # not only by what the trees hold of it
    alone = read_words(portal, page(WHOLE))
    assert len(read_words(portal, content)) > len(alone)


@pytest.mark.parametrize(
    "box", ['<div style="display:none"><p>{}</p></div>', "<div hidden><p>{}</p></div>"]
)
def test_what_is_not_displayed_is_no_text(box: str, portal: Portal) -> None:
    words = read_words(portal, page(WHOLE + box.format(LINES[0])))
    assert words == read_words(portal, page(WHOLE))
