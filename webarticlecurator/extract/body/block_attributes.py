"""What an element says about the block it becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice

from lxml import etree

from webarticlecurator.extract.body.frame import PageDefaults
from webarticlecurator.extract.body.live_entries import find_moment, keep_moments, parse_timestamp
from webarticlecurator.extract.body.media import KEEP, media_address
from webarticlecurator.page.ancestors import self_and_ancestors

_ATTRIBUTES = (
    "data-depth",
    "data-level",
    "data-comment-depth",
    "data-comment-level",
    "data-indent",
    "aria-level",
)
_NAME = re.compile(
    r"(?:(?:comment|thread|reply|item|post)s?[-_]*)?(?:depth|level|lvl|indent|indentation|nest|nested|nesting)[-_]*(\d{1,2})",
    re.IGNORECASE,
)
"""A class that is nothing but this: ``depth-2`` (WordPress), ``comment--level-3``, ``indent2``; not
``user-level-3``."""
_STEP = re.compile(
    r"(?:(?:comment|thread|repl(?:y|ies))s?[-_]*)?(?:indent|indented|children|replies|is-reply|reply|child|answers|nested)",
    re.IGNORECASE,
)
"""A class of an element that stands one step deeper than what comes before it: ``indented``
(Drupal), ``children``."""
_NEAR = 4
"""The comment's own element may be wrapped in some that say it."""


def comment_depth(element: etree._Element) -> str:
    """The level as digits, by whatever the page counts from: an attribute, a class with a number,
    or how many elements around (and the comment itself) are called indented; empty where nothing is
    said."""
    for outer in islice(self_and_ancestors(element), _NEAR):
        said = _said(outer)
        if said:
            return said
    steps = sum(
        any(_STEP.fullmatch(name) for name in _classes(outer))
        for outer in self_and_ancestors(element)
    )
    return str(steps) if steps else ""


def _said(element: etree._Element) -> str:
    for attribute in _ATTRIBUTES:
        value = (element.get(attribute) or "").strip()
        if value.isascii() and value.isdigit() and len(value) < 3:
            return value
    return next((found[1] for name in _classes(element) if (found := _NAME.fullmatch(name))), "")


def _classes(element: etree._Element) -> list[str]:
    return (element.get("class") or "").split()


_MARKS = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
"""HTML's ``ol type`` → its name in CSS (list-style-type), which, unlike it, says the same in
capitals and small letters."""

_ID = re.compile(r"(?:^|-)id\Z")
_ANSWERS = re.compile("parent|reply|answer")
"""Names of attributes of a comment that a row keeps."""

_MOST = 1000
"""HTML's own limit for colspan; rowspan beyond it is a mistake of the page."""


def attributes_of(
    element: etree._Element, name: str, keep: tuple[str, ...], base: str, setting: PageDefaults
) -> dict[str, str]:
    """The attributes of the block ``name`` that ``element`` becomes. ``keep``: the row's; ``base``:
    what addresses are relative to."""
    if name in KEEP:
        target = media_address(element, name, keep, base)
        return {"target": target} if target else {}
    special = _SPECIAL.get(name)
    if special:
        return special(element)
    if name in ("feed-time", "comment-time"):
        return {"when": find_moment(element, keep, setting)}
    if name == "feed-entry":
        return _post(element, keep, setting)
    if name == "comment":
        return {**_post(element, keep, setting), "depth": comment_depth(element)}
    return {}


def _list(element: etree._Element) -> dict[str, str]:
    if element.tag != "ol":
        return {"kind": "description"} if element.tag == "dl" else {}
    found = {"numbered": "yes", "marks": _MARKS.get((element.get("type") or "").strip(), "")}
    start = _number(element.get("start"))
    if start != "1":
        found["start"] = start
    if element.get("reversed") is not None:
        found["reversed"] = "yes"
    return found


def _item(element: etree._Element) -> dict[str, str]:
    return {"n": _number(element.get("value")), "role": "term" if element.tag == "dt" else ""}


def _row(element: etree._Element) -> dict[str, str]:
    parent = element.getparent()
    return {"role": "label"} if parent is not None and parent.tag == "thead" else {}


def _number(text: str | None) -> str:
    """A whole number as HTML has it in ``start`` and ``value``; anything else says nothing."""
    value = (text or "").strip()
    return (
        str(int(value))
        if value.isascii()
        and value.lstrip("-").isdigit()
        and value.count("-") < 2
        and len(value) < 10
        else ""
    )


def _cell(element: etree._Element) -> dict[str, str]:
    found = {"rows": _span(element.get("rowspan")), "cols": _span(element.get("colspan"))}
    if element.tag == "th":
        found["role"] = "label"
    return {k: v for k, v in found.items() if v}


def _span(text: str | None) -> str:
    value = (text or "").strip()
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1
    return str(min(number, _MOST)) if number > 1 else ""


def _heading(element: etree._Element) -> dict[str, str]:
    tag = str(element.tag)
    return {"level": tag[1]} if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456" else {}


def _post(element: etree._Element, keep: tuple[str, ...], setting: PageDefaults) -> dict[str, str]:
    """Of the attributes ``keep``, by their names: what a comment answers, its id if it has no
    ``id``, its date."""
    ids = [name for name in keep if _ID.search(name)]
    answers = [name for name in keep if _ANSWERS.search(name)]
    dates = tuple(name for name in keep if name not in ids and name not in answers)
    stated = parse_timestamp(element.get("datetime") or "", setting.timezone) or keep_moments(
        element, dates, setting
    )
    own = _first(element, ("id", *(name for name in ids if name not in answers)))
    found = {"id": own, "when": stated, "answers": _first(element, answers).removeprefix("#")}
    return {k: v for k, v in found.items() if v}


def _first(element: etree._Element, names: Iterable[str]) -> str:
    return next((value for name in names if (value := (element.get(name) or "").strip())), "")


_SPECIAL: dict[str, Callable[[etree._Element], dict[str, str]]] = {
    "list": _list,
    "item": _item,
    "row": _row,
    "cell": _cell,
    "heading": _heading,
}
