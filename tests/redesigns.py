"""Redesigns of pages: each function changes the tree of a page as a new design of its portal would,
in the same way on all pages of a seed. What readers see of the article stays."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from hashlib import sha256

from lxml import etree, html

Change = Callable[[etree._Element, int], None]
_SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi wo zu".split()
_LOOKS = "row flex grid px-4 container".split()


def redesign(page: str, changes: list[str], seed: int) -> str:
    """Return a page after the named changes."""
    tree = html.document_fromstring(page)
    for name in changes:
        CHANGES[name](tree, seed)
    return "<!DOCTYPE html>" + html.tostring(tree, encoding="unicode")


def _number(seed: int, text: str) -> int:
    return int(sha256(f"{seed} {text}".encode()).hexdigest()[:12], 16)


def make_word(seed: int, text: str) -> str:
    """Return the word that a class has in the new design."""
    chance = random.Random(_number(seed, text))
    return "-".join("".join(chance.choices(_SYLLABLES, k=2)) for _ in range(2))


def make_hash(seed: int, text: str) -> str:
    """Return a class as a program makes it, other ones at each release."""
    chance = random.Random(_number(seed, text))
    letters = "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", k=6))
    return f"sc-{letters}"


def _elements(tree: etree._Element) -> list[etree._Element]:
    return list(tree.iter(etree.Element))


def _rename(tree: etree._Element, seed: int) -> None:
    for each in _elements(tree):
        for key in ("class", "id"):
            if each.get(key):
                words = (make_word(seed, f"{key} {word}") for word in each.get(key).split())
                each.set(key, " ".join(words))


def _hash(tree: etree._Element, seed: int) -> None:
    for each in _elements(tree):
        if each.get("class"):
            words = each.get("class").split()
            each.set("class", " ".join(make_hash(seed, word) for word in words))
        for key in list(each.keys()):
            if key == "id" or key.startswith("data-") or key == "itemprop":
                del each.attrib[key]


def _wrap(element: etree._Element, tag: str, name: str) -> etree._Element:
    box = etree.Element(tag)
    if name:
        box.set("class", name)
    parent = element.getparent()
    parent.insert(parent.index(element), box)
    box.tail, element.tail = element.tail, None
    box.append(element)
    return box


def _nest(tree: etree._Element, seed: int) -> None:
    """Each box of blocks gets one or two boxes around it."""
    for each in list(tree.iter("article", "main", "section", "div", "ul", "h1")):
        if each.getparent() is not None and each.tag != "body":
            key = f"{each.tag} {each.get('class')}"
            if _number(seed, key) % 3:
                box = _wrap(each, "div", make_word(seed, f"around {key}"))
                if _number(seed, key) % 2:
                    _wrap(box, "div", _LOOKS[_number(seed, key) % len(_LOOKS)])


def find_text(tree: etree._Element) -> etree._Element | None:
    """Return the element with the most letters of paragraphs directly in it."""
    sizes: dict[etree._Element, int] = {}
    for each in tree.iter("p"):
        parent = each.getparent()
        sizes[parent] = sizes.get(parent, 0) + len(each.text_content())
    return max(sizes, key=sizes.__getitem__, default=None)


def _siblings(tree: etree._Element, seed: int) -> None:
    """The children of the box of the text become three boxes, with an advertisement between."""
    box = find_text(tree)
    if box is None or len(box) < 4:
        return
    children = list(box)
    size = (len(children) + 2) // 3
    for start in range(0, len(children), size):
        part = etree.SubElement(box, "div", {"class": make_word(seed, "part of text")})
        part.extend(children[start : start + size])
        if start + size < len(children):
            advert = etree.SubElement(box, "div", {"class": make_word(seed, "advertisement")})
            advert.text = "Advertisement. Buy one, get another one for nothing, today only."


def _cards(tree: etree._Element, seed: int) -> None:
    """Each heading with a link becomes a card with a picture, a heading and a button."""
    for link in [e for e in tree.iter("a") if _is_headline(e)]:
        box = etree.Element("div", {"class": make_word(seed, "card")})
        href, text = link.get("href"), link.text_content()
        picture = etree.SubElement(box, "a", {"href": href, "class": make_word(seed, "picture")})
        etree.SubElement(picture, "img", {"src": "/picture.jpg", "alt": ""})
        heading = etree.SubElement(box, "h3", {"class": make_word(seed, "card title")})
        etree.SubElement(heading, "a", {"href": href}).text = text
        etree.SubElement(box, "p").text = "What else there is to say of it, in a line or two."
        outer = link.getparent() if link.getparent().tag in _HEADING_TAGS else link
        box.tail = outer.tail
        outer.getparent().replace(outer, box)


_HEADING_TAGS = ("h2", "h3", "h4", "li")


def _is_headline(link: etree._Element) -> bool:
    """True for a link that is a heading of its own, or an item; not in running text."""
    around = {each.tag: each for each in link.iterancestors()}
    outer = next((around[tag] for tag in _HEADING_TAGS if tag in around), None)
    if outer is None or {"nav", "footer", "header"} & set(around) or not link.get("href"):
        return False
    return bool("".join(outer.text_content().split()) == "".join(link.text_content().split()))


_DATE_META = re.compile(r"date|time|publi", re.IGNORECASE)


def _dates(tree: etree._Element, seed: int) -> None:
    """Dates of the head go; those shown move into a line below the text."""
    for each in list(tree.iter("meta")):
        if _DATE_META.search(
            each.get("property") or each.get("name") or each.get("itemprop") or ""
        ) and "publisher" not in (each.get("property") or ""):
            each.getparent().remove(each)
    box, heading = find_text(tree), next(tree.iter("h1"), None)
    shown = [
        e for e in tree.iter("time") if not {"aside", "nav"} & {o.tag for o in e.iterancestors()}
    ]
    if box is None or heading is None or not shown:
        return
    line = etree.Element("div", {"class": make_word(seed, "line below")})
    line.text = "Published "
    moved = shown[0]
    parent, before = moved.getparent(), moved.getprevious()
    tail = moved.tail or ""
    if before is None:
        parent.text = (parent.text or "") + tail
    else:
        before.tail = (before.tail or "") + tail
    parent.remove(moved)
    moved.tail = None
    line.append(moved)
    box.addnext(line)


def _no_json(tree: etree._Element, _seed: int) -> None:
    for each in list(tree.iter("script")):
        if "json" in (each.get("type") or ""):
            each.getparent().remove(each)
    for each in list(tree.iter("meta")):
        if (each.get("property") or "").startswith(("og:", "article:")):
            each.getparent().remove(each)


CHANGES: dict[str, Change] = {
    "rename": _rename,
    "hash": _hash,
    "nest": _nest,
    "siblings": _siblings,
    "cards": _cards,
    "dates": _dates,
    "no-json": _no_json,
}

COMBINATIONS = (
    ["rename"],
    ["hash", "nest"],
    ["rename", "nest", "no-json"],
    ["hash"],
    ["rename", "siblings", "dates"],
    ["hash", "siblings", "cards", "no-json"],
    ["nest", "cards", "rename"],
    ["hash", "nest", "siblings", "cards", "dates", "no-json"],
)
"""Redesigns of several changes at once."""
