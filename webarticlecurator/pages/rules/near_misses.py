"""Near misses of a CSS selector that found nothing: the same tag with other classes, the same class
on other tags.
"""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from webarticlecurator.pages.page.css import split_top

MAX_NEAR_MISSES = 3


def find_near_misses(css: str, root: etree._Element) -> list[str]:
    """Return messages for each selector of a list.

    They are about its last compound (``h2.title`` of ``div.list h2.title``).
    """
    messages = []
    for selector in split_top(css, ","):
        plain = re.sub(r"\([^)]*\)|\[[^]]*\]", "", selector).strip()
        last = re.split(r"\s*[>+~]\s*|\s+", plain)[-1]
        tag = re.match(r"[\w-]*", last)
        classes = re.findall(r"\.([\w-]+)", last)
        messages.extend(_describe_near(tag[0].lower() if tag else "", set(classes), root))
    return messages


def _describe_near(tag: str, classes: set[str], root: etree._Element) -> list[str]:
    names = [(e.tag, (e.get("class") or "").split()) for e in root.iter(etree.Element)]
    same_class = Counter(".".join([name, *own]) for name, own in names if classes & set(own))
    same_tag = Counter(".".join([name, *own]) for name, own in names if name == tag and own)
    near = _most_frequent(same_class) or _most_frequent(same_tag)
    if near:
        return [f"near: {name} ({count} times on this page)" for name, count in near]
    if not tag:
        return ["near: nothing; no element here has such a class"]
    without_class = sum(name == tag and not own for name, own in names)
    if without_class:
        return [f"near: {tag} without a class ({without_class} times on this page)"]
    return [f"near: nothing; there is no {tag} on this page"]


def _most_frequent(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_NEAR_MISSES]
