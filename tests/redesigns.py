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
    _take_out(shown[0])
    line.append(shown[0])
    box.addnext(line)


def _no_json(tree: etree._Element, _seed: int) -> None:
    for each in list(tree.iter("script")):
        if "json" in (each.get("type") or ""):
            each.getparent().remove(each)
    for each in list(tree.iter("meta")):
        if (each.get("property") or "").startswith(("og:", "article:")):
            each.getparent().remove(each)


def _paragraphs(tree: etree._Element, seed: int) -> None:
    """Each block of the text gets a box of its own around it."""
    box = find_text(tree)
    for each in [] if box is None else [e for e in box if e.tag in ("p", "h2", "h3", "ul")]:
        _wrap(each, "div", make_word(seed, f"block {each.tag}"))


def _footer(tree: etree._Element, seed: int) -> None:
    """Who wrote it and when moves into a footer of the article, below the text."""
    box, heading = find_text(tree), next(tree.iter("h1"), None)
    if box is None or heading is None:
        return
    footer = etree.Element("footer", {"class": make_word(seed, "below the article")})
    around = {*box.iterancestors(), *heading.iterancestors(), box, heading}
    for each in [e for e in tree.iter(etree.Element) if _says_who_or_when(e)]:
        outer = {o.tag for o in each.iterancestors()}
        is_done = footer in each.iterancestors() or each in around or outer & {"aside", "nav"}
        if is_done or each.getparent() is None or len(footer) == 3:
            continue
        _take_out(each)
        footer.append(each)
    if len(footer):
        box.addnext(footer)


_WHO_OR_WHEN = re.compile(r"author|byline|date|time|publi", re.IGNORECASE)


def _says_who_or_when(element: etree._Element) -> bool:
    """True for a short line that is named as one with the author or the date."""
    names = " ".join(element.get(key) or "" for key in ("class", "itemprop", "rel"))
    is_named = element.tag == "time" or bool(_WHO_OR_WHEN.search(names))
    is_short = 0 < len("".join(element.text_content().split())) < 120
    return is_named and is_short and element.tag in ("time", "span", "div", "p", "a", "address")


def _take_out(element: etree._Element) -> None:
    """Take an element out of a page; what follows it stays."""
    parent, before = element.getparent(), element.getprevious()
    tail = element.tail or ""
    if before is None:
        parent.text = (parent.text or "") + tail
    else:
        before.tail = (before.tail or "") + tail
    parent.remove(element)
    element.tail = None


def _side_box(tree: etree._Element, seed: int) -> None:
    """The items of lists come in reverse order; before everything is a box of other articles, the
    addresses of which are of the same form."""
    body = tree.find("body")
    links = [e for e in tree.iter("a") if _is_headline(e)]
    groups: dict[etree._Element, int] = {}
    for link in links:
        for outer in link.iterancestors():
            if len(outer.getparent() if outer.getparent() is not None else ()) > 3:
                groups[outer.getparent()] = groups.get(outer.getparent(), 0) + 1
                break
    for outer in [e for e, count in groups.items() if count > 3 and e.tag != "body"]:
        outer[:] = list(reversed(outer))
    if body is None or not links:
        return
    box = etree.Element("div", {"class": make_word(seed, "side box")})
    etree.SubElement(box, "h3").text = "More of it"
    items = etree.SubElement(box, "ul")
    for link in links[:4]:
        address = re.sub(r"([a-z]{3,})(?=[^a-z]*$)", lambda m: m[1][::-1], link.get("href"))
        etree.SubElement(etree.SubElement(items, "li"), "a", href=address).text = "Another story"
    body.insert(0, box)


def _test_ids(tree: etree._Element, seed: int) -> None:
    """Classes go; in place of them, elements are named for the tests of a program."""
    for each in _elements(tree):
        if each.get("class"):
            each.set("data-testid", make_word(seed, f"test of {each.get('class')}"))
            del each.attrib["class"]
        if each.get("id"):
            del each.attrib["id"]


def _heading(tree: etree._Element, _seed: int) -> None:
    """Headings of the first level are headings by their role alone."""
    for each in list(tree.iter("h1")):
        each.tag = "div"
        each.set("role", "heading")
        each.set("aria-level", "1")


CHANGES: dict[str, Change] = {
    "rename": _rename,
    "hash": _hash,
    "nest": _nest,
    "siblings": _siblings,
    "cards": _cards,
    "dates": _dates,
    "no-json": _no_json,
    "paragraphs": _paragraphs,
    "footer": _footer,
    "side-box": _side_box,
    "test-ids": _test_ids,
    "heading": _heading,
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
LATER_COMBINATIONS = (
    ["paragraphs", "test-ids"],
    ["footer", "no-json", "rename"],
    ["side-box", "hash"],
    ["heading", "rename", "no-json"],
    ["test-ids", "footer", "side-box"],
    ["host", "rename", "side-box"],
    ["heading", "paragraphs", "hash", "dates"],
)
"""Others, with kinds of changes that were written after what mends the first ones."""
