"""Another page's text put on a page, from which the classifier of text units learns that much text
can be there that is not of the article: for ``train_units.py``.

The texts are those of real articles, so that nothing can be learned of made-up sentences; the rows
of ``damage.py`` with other text (another article below, teasers, comments, a consent layer) stay
unseen in training.
"""

from __future__ import annotations

import copy
import hashlib

from lxml import html

from bench.training.damage import Damage, Tree, find_article, parse_page

MIN_LINE = 40
"""Characters of the shortest paragraph that is taken from the other page."""
MAX_LINES = 40


def add_article(page_id: str, content: bytes, text: str) -> Damage:
    """Return what puts the whole article of another page, with its title, below the text or at the
    end of the page. ``page_id``: of the other page, decides which."""
    number = _number(page_id)

    def change(tree: Tree, own_text: str) -> None:
        other = parse_page(content)
        article = find_article(other, text) if other.find("body") is not None else None
        if article is None:
            return
        box = html.Element("div")
        title = other.find(".//h1")
        if title is not None and article.find(".//h1") is None:
            heading = html.Element(("h1", "h2")[number % 2])
            heading.text = " ".join(title.text_content().split())
            box.append(heading)
        box.append(_copy(article))
        own = find_article(tree, own_text)
        if number // 2 % 2 and own is not None and own.tag != "body" and not own.tail:
            own.addnext(box)
        else:
            tree.find("body").append(box)

    return change


def add_list(page_id: str, content: bytes, text: str) -> Damage:
    """Return what puts the paragraphs of another page before or below everything: each with a name
    and a link to answer, as comments; with a linked headline, as teasers; or alone. ``page_id``: of
    the other page, decides which."""
    number = _number(page_id)

    def change(tree: Tree, _own_text: str) -> None:
        other = parse_page(content)
        article = find_article(other, text) if other.find("body") is not None else None
        if article is None:
            return
        lines = [" ".join(p.text_content().split()) for p in _copy(article).iter("p")]
        entries = html.Element(("ol", "div", "section")[number % 3])
        for line in [line for line in lines if len(line) > MIN_LINE][:MAX_LINES]:
            entries.append(_make_entry(line, number // 3 % 3, entries.tag))
        box = html.Element("div")
        box.append(entries)
        body = tree.find("body")
        body.insert(len(body) if number // 9 % 2 else 0, box)

    return change


def _make_entry(line: str, kind: int, outer: str) -> Tree:
    entry = html.Element("li" if outer == "ol" else "div")
    paragraph = html.Element("p")
    paragraph.text = line
    if kind == 0:
        entry.append(html.fragment_fromstring("<b>A reader</b>"))
        entry.append(paragraph)
        entry.append(html.fragment_fromstring("<a href='#reply'>Reply</a>"))
    elif kind == 1:
        heading, link = html.Element("h3"), html.Element("a", href="/another")
        link.text = " ".join(line.split()[:9])
        heading.append(link)
        entry.append(heading)
        entry.append(paragraph)
    else:
        entry.append(paragraph)
    return entry


def _copy(article: Tree) -> Tree:
    copied = copy.deepcopy(article)
    copied.tail = None
    copied.tag = "div" if copied.tag == "body" else copied.tag
    for element in list(copied.iter("script", "style")):
        element.drop_tree()
    return copied


def _number(page_id: str) -> int:
    return int(hashlib.sha256(page_id.encode()).hexdigest(), 16)
