"""What stands on the page where a CSS selector found nothing: the same tag with other classes, the
same class on other tags."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from webarticlecurator.model.css import split_top

SHOWN = 3


def find_near_misses(css: str, root: etree._Element) -> list[str]:
    """Up to a few messages per part of the selector's last compound (``h2.title`` of ``div.list
    h2.title``)."""
    messages = []
    for selector in split_top(css, ","):
        last = re.split(r"\s*[>+~]\s*|\s+", re.sub(r"\([^)]*\)|\[[^]]*\]", "", selector).strip())[
            -1
        ]
        tag = re.match(r"[\w-]*", last)
        classes = re.findall(r"\.([\w-]+)", last)
        messages.extend(_near(tag[0].lower() if tag else "", classes, root))
    return messages


def _near(tag: str, classes: list[str], root: etree._Element) -> list[str]:
    same_tag: Counter[str] = Counter()
    same_class: Counter[str] = Counter()
    plain = 0
    for element in root.iter(etree.Element):
        own = (element.get("class") or "").split()
        if tag and element.tag == tag and own:
            same_tag[".".join([tag, *own])] += 1
        plain += bool(tag) and element.tag == tag and not own
        if set(classes) & set(own):
            same_class[".".join([str(element.tag), *own])] += 1
    messages = [f"near: {name} ({n} times on this page)" for name, n in _top(same_class)]
    if not messages:
        messages = [f"near: {name} ({n} times on this page)" for name, n in _top(same_tag)]
    if messages:
        return messages
    if plain:
        return [f"near: {tag} without a class ({plain} times on this page)"]
    return [
        f"near: nothing; there is no {tag} on this page"
        if tag
        else "near: nothing; no element here has such a class"
    ]


def _top(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN]
