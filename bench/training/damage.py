"""Damage to the markup around the text of an article, for ``training_pages.py``: misleading class names,
text cut into siblings, adverts between, another article below.

Each function changes a tree in place. The element that holds the article is found by the marked
text of the page (``find_article``), never by what the program under test takes for it.
"""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Callable
from functools import partial

from lxml import etree, html

from webarticlecurator.articles.units.text_units import list_units, sum_text_sizes
from webarticlecurator.pages.page.ancestors import self_and_ancestors

Tree = html.HtmlElement
Damage = Callable[[Tree, str], None]
"""Changes a tree; the second argument is the marked text of the article."""

NAMES = "class id role name data-testid data-component data-type data-module data-block itemprop".split()
"""Attributes that name an element."""
MISLEADING = ("sidebar", "comments", "related", "promo")
_ARTICLE_SHARE = 0.9
"""Share of the marked text that the article's element holds."""
_SHINGLE = 5
_WORD = re.compile(r"\w")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ž])")
_PARSER = html.HTMLParser(encoding="utf-8")
TITLE = "The bridge over the river stays closed for the whole of the winter"
SENTENCE = (
    "The bridge stays closed until the spring, said the mayor on Monday, and nobody who lives"
    " beyond the river was surprised. "
)


def change_page(content: bytes, text: str, change: Damage) -> bytes:
    """Return a page of UTF-8, changed. ``text``: the marked text of its article."""
    tree = parse_page(content)
    if tree.find("body") is not None:
        change(tree, text)
    return bytes(html.tostring(tree, encoding="utf-8", doctype="<!DOCTYPE html>"))


def parse_page(content: bytes) -> Tree:
    """Return the tree of a page of UTF-8."""
    return html.document_fromstring(content.decode("utf-8", "replace").encode(), parser=_PARSER)


def find_article(tree: Tree, text: str) -> Tree | None:
    """Return the innermost element with nearly all of the marked ``text`` that the page shows; None
    if the page shows none of it (it is in a script)."""
    marked = _shingles(text)
    units = [
        unit
        for unit in list_units(tree.find("body"))
        if not _shingles(unit.text).isdisjoint(marked)
    ]
    sizes = sum_text_sizes(units)
    total = sum(unit.size for unit in units)
    holders = [e for e, size in sizes.items() if size >= _ARTICLE_SHARE * total]
    return max(holders, key=lambda e: sum(1 for _ in e.iterancestors()), default=None)


def _shingles(text: str) -> set[str]:
    letters = "".join(_WORD.findall(text.lower()))
    return {letters[n : n + 6 * _SHINGLE] for n in range(max(1, len(letters) - 6 * _SHINGLE))}


def misleading_names(tree: Tree, text: str, *, word: str) -> None:
    """The article, the element around it and its blocks are named with ``word``; nothing else on
    the page has a name."""
    article = find_article(tree, text)
    for element in tree.iter(etree.Element):
        for key in NAMES:
            if element.tag != "meta" and key in element.attrib:
                del element.attrib[key]
    if article is None:
        return
    article.set("class", f"{word}-content")
    if article.tag != "body" and article.getparent().tag != "body":
        article.getparent().set("class", f"page__{word}")
    for child in article.iterchildren(etree.Element):
        child.set("class", f"{word}__item")


def take_names(tree: Tree, text: str) -> None:
    """The page has fewer names, or none that say anything: by its text all are taken away, each is
    replaced by a generated one, or every second one is taken away. Equal names stay equal."""
    way = _number(text) % 3
    for element in tree.iter(etree.Element):
        for key in NAMES:
            name = element.get(key)
            if name is None or element.tag in ("meta", "input"):
                continue
            number = _number(f"{text[:40]}{name}")
            if way == 1 and key in ("class", "id"):
                element.set(key, _make_name(number))
            elif way != 2 or number % 2:
                del element.attrib[key]


def _make_name(number: int) -> str:
    """Return a name of six letters, as programs make them."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return "".join(letters[number // 26**n % 26] for n in range(6))


def _number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def cut(tree: Tree, text: str, *, parts: int, between: str = "", depth: int = 1) -> None:
    """The blocks of the article are in ``parts`` siblings of one template instead of one element.
    ``between``: HTML after each part but the last; ``depth``: elements around each part."""
    article = find_article(tree, text)
    if article is None or len(article) < 2:
        return
    blocks, size = list(article), -(-len(article) // parts)
    for number, start in enumerate(range(0, len(blocks), size)):
        section = etree.SubElement(article, "div")
        section.set("class", "x7")
        for _ in range(depth - 1):
            section = etree.SubElement(section, "div")
        if not number:
            section.text, article.text = article.text, None
        section.extend(blocks[start : start + size])
        if between and start + size < len(blocks):
            article.append(html.fragment_fromstring(between))


def divisions(tree: Tree, _text: str) -> None:
    """Paragraphs are bare ``div``."""
    for paragraph in tree.iter("p"):
        paragraph.tag = "div"
        paragraph.attrib.clear()


def short_paragraphs(tree: Tree, text: str) -> None:
    """Each sentence of the article is a paragraph of its own."""
    article = find_article(tree, text)
    for paragraph in list(article.iter("p")) if article is not None else ():
        if len(paragraph) or paragraph.getparent() is None:
            continue
        first, *others = _SENTENCE_END.split(paragraph.text or "")
        paragraph.text, tail = first, paragraph.tail
        for sentence in reversed(others):
            other = html.Element("p", dict(paragraph.attrib))
            other.text = sentence
            paragraph.addnext(other)
        paragraph.tail = tail if not others else None


ADVERT = (
    "<div class=x5><div>Advertisement</div><a href='https://shop.example/'><b>Winter tyres"
    " from 49</b></a> <p><a href='https://shop.example/'>Order today and we mount them for"
    " nothing, in all our 212 shops</a></p></div>"
)


def small_adverts(tree: Tree, text: str) -> None:
    """A label and a few words without a link, named as nothing, after some blocks of the
    article."""
    article = find_article(tree, text)
    step = 2 + _number(text) % 4
    for number, block in enumerate(list(article)[1:-1:step] if article is not None else ()):
        if not isinstance(block.tag, str):
            continue
        label, words = (each[(number + len(text)) % 4] for each in SMALL_ADVERT)
        advert = html.fragment_fromstring(f"<div><div>{label}</div><p>{words}</p></div>")
        if len(text) % 2:
            advert = html.fragment_fromstring(f"<div>{label}<br>{words}</div>")
        advert.tail, block.tail = block.tail, None
        block.addnext(advert)


SMALL_ADVERT = (
    ("Advertisement", "Anzeige", "Publicité", "Hirdetés"),
    ("Winter tyres", "Jetzt bestellen", "Offre du jour, 20 % de remise", "Csak most"),
)
"""Labels of adverts, and what they say."""


def adverts(tree: Tree, text: str) -> None:
    """An advert, named as nothing, after every second block of the article."""
    article = find_article(tree, text)
    for block in list(article)[1:-1:2] if article is not None else ():
        if isinstance(block.tag, str):
            advert = html.fragment_fromstring(ADVERT)
            advert.tail, block.tail = block.tail, None
            block.addnext(advert)


def second_article(tree: Tree, text: str) -> None:
    """Another article of the same length follows in a copy of the elements with title and text of
    the first, as on pages without an end."""
    article = find_article(tree, text)
    if article is None or article.tag == "body":
        return
    around = [e for e in self_and_ancestors(article) if tree.find("body") in e.iterancestors()]
    first = next((e for e in around if next(e.iter("h1"), None) is not None), None)
    second = copy.deepcopy(article if first is None else first)
    second.tail = None
    for element in second.iter(etree.Element):
        if element.tag == "h1":
            element[:] = []
            element.text = TITLE
        else:
            element.text = _other_text(element.text)
        if element is not second:
            element.tail = _other_text(element.tail)
    (article if first is None else first).addnext(second)
    if first is None:
        second.addprevious(html.fragment_fromstring(f"<h1>{TITLE}</h1>"))


def _other_text(text: str | None) -> str | None:
    """Return other words of the same length."""
    if not text or not text.strip():
        return text
    return (SENTENCE * (len(text) // len(SENTENCE) + 1))[: len(text)]


DAMAGES: dict[str, Damage] = {
    **{f"named {word}": partial(misleading_names, word=word) for word in MISLEADING},
    "cut in 2": partial(cut, parts=2),
    "cut in 5": partial(cut, parts=5),
    "cut in 12": partial(cut, parts=12),
    "cut in 5, adverts": partial(cut, parts=5, between=ADVERT),
    "cut in 12, deep": partial(cut, parts=12, between=ADVERT, depth=3),
    "divisions": divisions,
    "short paragraphs": short_paragraphs,
    "adverts": adverts,
    "small adverts": small_adverts,
    "second article": second_article,
}
"""Name of a row → the damage."""
