"""Read the attributes of a block from the element that becomes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice

from lxml import etree

from webarticlecurator.articles.blocks.block_attributes import ADDRESS_ATTRIBUTES, media_address
from webarticlecurator.articles.blocks.block_values import PageDefaults
from webarticlecurator.articles.blocks.post_times import (
    find_timestamp,
    parse_timestamp,
    read_kept_timestamp,
)
from webarticlecurator.pages.page.ancestors import self_and_ancestors

_DEPTH_ATTRIBUTES = (
    "data-depth",
    "data-level",
    "data-comment-depth",
    "data-comment-level",
    "data-indent",
    "aria-level",
)
_DEPTH_CLASS = re.compile(
    r"(?:(?:comment|thread|reply|item|post)s?[-_]*)?(?:depth|level|lvl|indent|indentation|nest|nested|nesting)[-_]*(\d{1,2})",
    re.IGNORECASE,
)
"""A class that states a depth: ``depth-2`` (WordPress), ``comment--level-3``, ``indent2``; not
``user-level-3``."""
_INDENT_CLASS = re.compile(
    r"(?:(?:comment|thread|repl(?:y|ies))s?[-_]*)?(?:indent|indented|children|replies|is-reply|reply|child|answers|nested)",
    re.IGNORECASE,
)
"""A class of an element that is one level deeper than what comes before it: ``indented`` (Drupal),
``children``."""
_MAX_WRAPPERS = 4
"""How many elements, beginning with the comment's own, may state its depth."""


def read_comment_depth(element: etree._Element) -> str:
    """Return the depth of a comment as digits, counted from whatever the page begins with.

    It is an attribute, a number in a class, or the number of indented elements around the comment
    (including its own). Empty if the page states none.
    """
    for candidate in islice(self_and_ancestors(element), _MAX_WRAPPERS):
        for attribute in _DEPTH_ATTRIBUTES:
            value = (candidate.get(attribute) or "").strip()
            if value.isascii() and value.isdigit() and len(value) < 3:
                return value
        for name in _classes(candidate):
            match = _DEPTH_CLASS.fullmatch(name)
            if match:
                return match[1]
    indents = sum(
        any(_INDENT_CLASS.fullmatch(name) for name in _classes(candidate))
        for candidate in self_and_ancestors(element)
    )
    return str(indents) if indents else ""


def _classes(element: etree._Element) -> list[str]:
    return (element.get("class") or "").split()


_LIST_STYLES = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
"""``type`` of an HTML ``ol`` → its CSS list-style-type, which does not depend on letter case."""

_ID_ATTRIBUTE = re.compile(r"(?:^|-)id\Z")
"""Names of kept attributes that hold the id of a comment."""
_PARENT_ATTRIBUTE = re.compile("parent|reply|answer")
"""Names of kept attributes that hold the id of the comment it replies to."""

_MAX_SPAN = 1000
"""The limit of HTML for colspan; a larger rowspan is a mistake of the page."""


def read_block_attributes(
    element: etree._Element, name: str, keep: tuple[str, ...], base: str, defaults: PageDefaults
) -> dict[str, str]:
    """Return the attributes of the block ``name`` that ``element`` becomes, in a new dict.

    ``keep``: attributes that the row of the tag dictionary keeps. ``base``: the base of relative
    addresses.
    """
    if name in ADDRESS_ATTRIBUTES:
        target = media_address(element, name, keep, base)
        return {"target": target} if target else {}
    read = _READERS.get(name)
    if read:
        return read(element)
    if name in ("feed-time", "comment-time"):
        return {"when": find_timestamp(element, keep, defaults)}
    if name == "item":
        role = "term" if element.tag == "dt" else ""
        return {"n": _parse_integer(element.get("value")), "role": role}
    if name == "row":
        parent = element.getparent()
        return {"role": "label"} if parent is not None and parent.tag == "thead" else {}
    if name == "heading":
        level = re.fullmatch("h([1-6])", str(element.tag))
        return {"level": level[1]} if level else {}
    if name == "feed-entry":
        return _post_attributes(element, keep, defaults)
    if name == "comment":
        return {**_post_attributes(element, keep, defaults), "depth": read_comment_depth(element)}
    return {}


def _list_attributes(element: etree._Element) -> dict[str, str]:
    if element.tag != "ol":
        return {"kind": "description"} if element.tag == "dl" else {}
    attributes = {
        "numbered": "yes",
        "marks": _LIST_STYLES.get((element.get("type") or "").strip(), ""),
    }
    start = _parse_integer(element.get("start"))
    if start != "1":
        attributes["start"] = start
    if element.get("reversed") is not None:
        attributes["reversed"] = "yes"
    return attributes


def _parse_integer(text: str | None) -> str:
    """Return a whole number as in HTML's ``start`` and ``value``, or an empty string."""
    value = (text or "").strip()
    is_integer = (
        value.isascii() and value.lstrip("-").isdigit() and value.count("-") < 2 and len(value) < 10
    )
    return str(int(value)) if is_integer else ""


def _cell_attributes(element: etree._Element) -> dict[str, str]:
    attributes = {"role": "label"} if element.tag == "th" else {}
    for name, declared in (("rows", element.get("rowspan")), ("cols", element.get("colspan"))):
        span = _parse_span(declared) if declared else ""
        if span:
            attributes[name] = span
    return attributes


def _parse_span(text: str) -> str:
    """Return a row or column span; empty for 1 and for anything invalid."""
    value = text.strip()
    span = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1
    return str(min(span, _MAX_SPAN)) if span > 1 else ""


def _post_attributes(
    element: etree._Element, keep: tuple[str, ...], defaults: PageDefaults
) -> dict[str, str]:
    """Return id, time and parent of a live entry or comment.

    The names of the attributes ``keep`` decide what they hold: the parent, the id (for an element
    without ``id``), or else the time.
    """
    ids = [name for name in keep if _ID_ATTRIBUTE.search(name)]
    answers = [name for name in keep if _PARENT_ATTRIBUTE.search(name)]
    dates = tuple(name for name in keep if name not in ids and name not in answers)
    when = parse_timestamp(element.get("datetime") or "", defaults.timezone)
    if not when:
        when = read_kept_timestamp(element, dates, defaults)
    id_ = _first_value(element, ("id", *(name for name in ids if name not in answers)))
    parent = _first_value(element, answers).removeprefix("#")
    return {
        key: value for key, value in {"id": id_, "when": when, "answers": parent}.items() if value
    }


def _first_value(element: etree._Element, names: Iterable[str]) -> str:
    values = ((element.get(name) or "").strip() for name in names)
    return next((value for value in values if value), "")


_READERS: dict[str, Callable[[etree._Element], dict[str, str]]] = {
    "list": _list_attributes,
    "cell": _cell_attributes,
}
