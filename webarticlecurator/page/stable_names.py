"""Names of elements that mean the same on the next page: classes, ids, selectors, signatures.

Which classes and ids of an element say what it is, and will be the same on the next page.

Programs generate names that change with each release (styled-components, Emotion, CSS modules,
Svelte): of these only the part that a person wrote counts. Classes of a layout (``px-5``) say how
an element looks, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import lru_cache

from lxml import etree

from webarticlecurator.model.patterns import WATCH, describe_rule
from webarticlecurator.model.rule import SignatureRule
from webarticlecurator.page.css import to_css
from webarticlecurator.page.page_elements import self_and_ancestors

MIN_PART_LETTERS = 4
"""Letters of a part of a class that is selected by itself; shorter ones are in many classes."""
_PLAIN = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")
_PIECE = re.compile(r"[A-Za-z0-9]+|[-_]+")
_LETTERS_OR_DIGITS = re.compile(r"[A-Za-z]+|[0-9]+")
_CAMEL_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_VOWEL = re.compile("[aeiouy]", re.IGNORECASE)
_LONG_NUMBER = re.compile("[0-9]{3,}")
_STYLED_COMPONENT = re.compile(r"(?:.+-)?sc-[A-Za-z0-9]+(?:-[0-9]+)?")
"""The class that styled-components gives each element; after it stands a hash of letters."""
_HASH_OF_LETTERS = re.compile("[A-Za-z]{5,7}")
_CSS_MODULE = re.compile(r"(?=.*[0-9]|(?:.*[A-Z]){2})(?=.*[a-z])[A-Za-z0-9]{5,6}")
"""What CSS modules put after the last ``__``."""
_GENERATORS = frozenset("css sc emotion svelte jss jsx styled makestyles ng tns data".split())
"""Words that name the program; with them, a short number at the end is a counter."""


def select_by_class(element: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield (class, selector) for each class of an element that is written by a person, in part at
    least: ``div.lead``, or ``div[class*="Lead_"]`` for ``Lead_x2Yz9``."""
    tag = str(element.tag)
    for name in written_classes(element):
        part = find_written_part(name)
        if part == name:
            yield name, to_css(tag, (), (name,), ())
        elif part:
            yield name, f'{tag}[class*="{part}"]'


def written_classes(element: etree._Element) -> Iterator[str]:
    """Yield the classes of an element once each, without the hashes of styled-components."""
    before = ""
    for name in dict.fromkeys((element.get("class") or "").split()):
        if not (_STYLED_COMPONENT.fullmatch(before) and _HASH_OF_LETTERS.fullmatch(name)):
            yield name
        before = name


def is_written_name(name: str) -> bool:
    """Return True for a class, an id or a value that can be selected and is not generated."""
    return bool(name) and find_written_part(name) == name


@lru_cache(maxsize=4096)
def find_written_part(name: str) -> str:
    """Return the part of a class or id that a person wrote, with the hyphens around it.

    It is the whole name if nothing in it is generated, and "" if too little is left to find the
    element by, or the name is no plain CSS identifier.
    """
    if not _PLAIN.fullmatch(name):
        return ""
    pieces = _PIECE.findall(name)
    words = [piece.lower() for piece in pieces if piece.isalnum()]
    by_program = (words[:1] and words[0] in _GENERATORS) or bool(re.match("Mui[A-Z]", name))
    generated = {
        number
        for number, piece in enumerate(pieces)
        if _is_hash(piece) or (by_program and piece.isdigit())
    }
    if len(pieces) > 2 and pieces[-2] == "__" and _CSS_MODULE.fullmatch(pieces[-1]):
        generated.add(len(pieces) - 1)
    if not generated:
        return name
    if any(_LONG_NUMBER.fullmatch(pieces[number]) for number in generated):
        return ""  # a number of this page, not the hash of a release
    # the runs of pieces between generated ones
    runs: list[list[str]] = [[]]
    for number, piece in enumerate(pieces):
        if number in generated:
            runs.append([])
        else:
            runs[-1].append(piece)
    run = max(runs, key=_count_own_letters)
    return "".join(run) if _count_own_letters(run) >= MIN_PART_LETTERS else ""


def _count_own_letters(run: Iterable[str]) -> int:
    """Return the number of letters, without the names of programs."""
    return sum(len(piece) for piece in run if piece.isalpha() and piece.lower() not in _GENERATORS)


def _is_hash(piece: str) -> bool:
    """Return True for a piece of a name that no person writes: letters and digits in turn, a long
    number, or letters like ``kXyZab``."""
    if _LONG_NUMBER.search(piece):
        return True
    runs = _LETTERS_OR_DIGITS.findall(piece)
    if len(runs) > 2 and len(piece) > 3:  # html5video is written, x2y4z is not
        return piece[0].isdigit() or all(len(run) <= 3 or not _VOWEL.search(run) for run in runs)
    if len(runs) == 2 and piece[0].isdigit():  # 2NkRt, but not 16px
        return len(piece) > 3 and not runs[1].islower()
    words = _CAMEL_WORD.findall(piece) if piece.isalpha() else []
    has_no_vowel = any(not _VOWEL.search(word) for word in words)
    return len(words) >= 3 and len(piece) <= 8 and has_no_vowel


# Compute the signature of an element: its CSS compound selector in the tag dictionary.
#
# ``div#side.box.hint[role=note]``: tag, id, classes and identifying attributes, each sorted.
# Numbers and generated tokens (hashes, mixed letters and digits) become ``0``, so that the
# inventory of a portal stays short enough to read. Rules of the portal (``body.signature``) remove
# other meaningless values first.

IDENTIFYING_ATTRIBUTES = ("itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""Attributes that identify the role of an element.

All others hold addresses, measures or scripts; a portal may add some by rules.
"""

_GENERATED = re.compile(
    r"(?<![^\W_])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}|(?=(?:[a-z]*\d+[a-z]+){2})[0-9a-z]{6,})(?![^\W_])",
    re.I,
)
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.", re.I)


def signature(element: etree._Element, rules: tuple[SignatureRule, ...] = ()) -> str:
    """Return the signature of ``element``, by which it is counted in an inventory.

    ``rules``: those of the portal, which are applied to the original values in order.
    """
    tag = str(element.tag)
    own = tuple(rule for rule in rules if rule.tag in ("", tag))
    ids = (element.get("id") or "").split()[:1]
    classes = (element.get("class") or "").split()
    return to_css(
        tag,
        [normalize_token(value) for value in _apply_rules("id", ids, own)[:1]],
        [normalize_token(value) for value in _apply_rules("class", classes, own)],
        (
            (name, normalize_token(value))
            for name in signature_attributes(own)
            for value in _apply_rules(name, [element.get(name) or ""], own)
        ),
    )


def signature_attributes(rules: Iterable[SignatureRule]) -> tuple[str, ...]:
    """Return the attributes besides id and class that are part of signatures under ``rules``."""
    added = (rule.attr for rule in rules if rule.attr not in ("", "id", "class"))
    return tuple(dict.fromkeys((*IDENTIFYING_ATTRIBUTES, *added)))


def _apply_rules(attr: str, values: list[str], rules: tuple[SignatureRule, ...]) -> list[str]:
    """Return the values of an attribute after ``rules``, without empty ones."""
    for rule in rules:
        if rule.attr not in ("", attr):
            continue
        is_watched = rule.replace and WATCH.rule
        place = describe_rule(rule.place, "signature") if is_watched else ""
        with WATCH.at(place) if is_watched else nullcontext():
            for pattern, replacement in rule.replace:
                values = [re.sub(pattern, replacement, value) for value in values]
        if rule.drop:
            values = []
        if attr in ("id", "class"):
            values = [name for value in values for name in value.split()]
    return [value for value in values if value]


def normalize_token(value: str) -> str:
    """Return a token or attribute value without what differs from page to page.

    Addresses become ``@link``, generated tokens and numbers ``0``. A backslash becomes ``_``, since
    cssselect does not return a selector with a backslash unchanged.
    """
    if _ADDRESS.match(value):
        return "@link"
    return _NUMBER.sub("0", _GENERATED.sub("0", value.replace("\\", "_")))


# Short CSS selectors for an element that probably fit the next page, too.

DISTINCTIVE_TAGS = frozenset(("h1", "h2", "h3", "h4", "article", "main"))
"""Tags that are a useful selector alone."""

ITEM_TAGS = frozenset((*DISTINCTIVE_TAGS, "a", "li", "p", "td", "dt"))
"""Tags that are a useful selector inside an element with a class or id."""

NAVIGATION_TAGS = frozenset(("nav", "aside", "footer", "header", "form"))
"""Tags around links that do not belong to the list of articles."""

_NAVIGATION_CLASS = re.compile(
    r"(?:^|[-_])(?:nav|navigation|navbar|menu|sidebar|aside|footer|banner|breadcrumbs?)(?:$|[-_])",
    re.IGNORECASE,
)


def stable_classes(element: etree._Element) -> Iterator[str]:
    """Yield the class names of an element that are probably the same on the next page."""
    for name in written_classes(element):
        if is_written_name(name) and not _is_look(name):
            yield name


def class_selectors(element: etree._Element) -> Iterator[str]:
    """Yield a selector for each class that is stable, or has a stable part, and a distinctive tag
    alone."""
    if not isinstance(element.tag, str):
        return
    yield from (css for name, css in select_by_class(element) if not _is_look(name))
    if element.tag in DISTINCTIVE_TAGS:
        yield element.tag


def _is_look(name: str) -> bool:
    return is_state_class(name) or is_utility_class(name)


def container_selectors(element: etree._Element) -> Iterator[str]:
    """Yield the selectors of an element that contains others: its id, then ``class_selectors``."""
    identity = element.get("id") or ""
    if is_written_name(identity):
        yield f"#{identity}"
    yield from class_selectors(element)


def is_in_navigation(element: etree._Element) -> bool:
    """Return True if the element is in a menu, a sidebar, or the header or footer of the page."""
    for outer in self_and_ancestors(element):
        if outer.tag in ("html", "body"):
            continue
        if outer.tag == "header":  # an article may have a header of its own
            around = (each.tag for each in outer.iterancestors())
            if not any(tag in ("article", "main", "section") for tag in around):
                return True
            continue
        names = f"{outer.get('class') or ''} {outer.get('id') or ''}".split()
        if outer.tag in NAVIGATION_TAGS or any(map(_NAVIGATION_CLASS.search, names)):
            return True
    return False


# Classes that say how an element looks or in what state it is, not what it is.

_STATES = frozenset(
    "active current selected open show hidden collapsed expanded compressed first last odd even cf"
    " clear clearfix row".split()
)
_SIZE = "xs|sm|md|lg|xl|xxl"
_UTILITY = re.compile(
    rf"""(?:
    (?:is|has)-.*
    |(?:[whmp][tblrxyse]?|g[xy]?|col|row|gap|order|offset|span|top|bottom|left|right|z|max-[wh]|min-[wh]|leading
      |text|font|bg|border|rounded|shadow|flex|grid|items|align|justify|self|float|d|size)
     -(?:(?:{_SIZE})-)?
     (?:\d[\w.-]*|{_SIZE}|auto|full|none|start|end|center|between|bold|light|muted|dark|white|black|primary|secondary)
    |(?:text|float|align)[-_](?:left|right|center)|clear[-_]both
    |(?:d|flex|grid)-(?:(?:{_SIZE})-)?(?:wrap|nowrap|column|row|block|inline|flex|grid)
    |(?:col|row|flex|grid|between|around|start|end|center|middle|{_SIZE})-(?:{_SIZE})
    )$""",
    re.VERBOSE | re.IGNORECASE,
)
_PREFIX = re.compile(r"(?:tw|u)-+")
"""What Tailwind and SUIT CSS may put before their utility classes."""
_LAYOUT = re.compile(
    r"""(?!(?:h-(?:entry|feed|card|cite)|p-(?:name|author|category|summary))$)(?:
    (?:is|has|js|no|col|row|flex|grid|items|justify|self|float|text|font|bg|border|rounded|shadow|space|gap|leading|tracking
    |max|min|top|bottom|left|right|order|z|[whmp][tblrxy]?)-.*
    |(?:xs|sm|md|lg|xl)-(?:\d|up|down|only|hid|vis|show|none|block|flex|inline|left|right|cent|auto|full|col|row|grid
    |offset|push|pull|order|text|float|display|[mp][tblrxy]?-).*
    |(?:small|medium|large)-(?:\d|abs-|push-|pull-|offset-|only|up|centered).*
    |left|right|cols?|columns?|flex|grid|block|inline|relative|absolute|sticky|static
    |(?:l-)?(?:container|wrapper)|inner|outer|bold|italic|uppercase|truncate
    )$""",
    re.VERBOSE,
)
"""Without the classes of microformats, such as ``h-entry``."""


def is_state_class(name: str) -> bool:
    """Return True for a class of the state or place of an element, such as ``active`` or ``first``:
    the same element may not have it on the next page."""
    return name.lower() in _STATES


def is_utility_class(name: str) -> bool:
    """Return True for a class of a CSS framework, such as ``px-3`` or ``col-md-7``: it does not say
    what an element is, and any change of the design changes it."""
    return bool(_UTILITY.match(_PREFIX.sub("", name, count=1)))


def is_layout_class(name: str) -> bool:
    """Return True for one of these, or a class that quite different elements may have, such as
    ``left-column`` or ``wrapper``."""
    return is_state_class(name) or is_utility_class(name) or bool(_LAYOUT.match(name))
