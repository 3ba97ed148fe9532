"""What an element says about the block it becomes."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from webarticlecurator.extract.live import moment, when
from webarticlecurator.extract.media import KEEP, address_of

_MOST = 1000
"""HTML's own limit for colspan; rowspan beyond it is a mistake of the page."""


def attributes_of(element: etree._Element, name: str, keep: tuple[str, ...], base: str, timezone: str | None) -> dict[str, str]:
    """The attributes of the block ``name`` that ``element`` becomes. ``keep``: the row's; ``base``: what addresses are
    relative to."""
    if name in KEEP:
        target = address_of(element, name, keep, base)
        return {"target": target} if target else {}
    special = _SPECIAL.get(name)
    if special:
        return special(element)
    if name in ("feed-time", "comment-time"):
        return {"when": moment(element, timezone)}
    if name in ("feed-entry", "comment"):
        return _post(element, keep, timezone)
    return {}


def _list(element: etree._Element) -> dict[str, str]:
    found = {"numbered": "yes"} if element.tag == "ol" else {}
    start = (element.get("start") or "").strip()
    if found and start.lstrip("-").isdigit() and start.isascii() and start != "1":
        found["start"] = str(int(start))
    return found


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


def _post(element: etree._Element, keep: tuple[str, ...], timezone: str | None) -> dict[str, str]:
    found = {"id": (element.get("id") or "").strip()}
    for attribute in ("datetime", *keep):
        found.setdefault("when", when(element.get(attribute) or "", timezone))
        found = {k: v for k, v in found.items() if v}
    return found


_SPECIAL: dict[str, Callable[[etree._Element], dict[str, str]]] = {"list": _list, "cell": _cell, "heading": _heading}
