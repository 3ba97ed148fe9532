"""Near misses of a CSS selector that found nothing: the same tag with other classes, the same class
on other tags."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from webarticlecurator.model.css import split_top

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
        messages.extend(_describe_near(tag[0].lower() if tag else "", classes, root))
    return messages


def _describe_near(tag: str, classes: list[str], root: etree._Element) -> list[str]:
    same_tag: Counter[str] = Counter()
    same_class: Counter[str] = Counter()
    without_class = 0
    for element in root.iter(etree.Element):
        own = (element.get("class") or "").split()
        if tag and element.tag == tag:
            if own:
                same_tag[".".join([tag, *own])] += 1
            else:
                without_class += 1
        if set(classes) & set(own):
            same_class[".".join([str(element.tag), *own])] += 1

    near = _most_frequent(same_class) or _most_frequent(same_tag)
    if near:
        return [f"near: {name} ({count} times on this page)" for name, count in near]
    if without_class:
        return [f"near: {tag} without a class ({without_class} times on this page)"]
    if tag:
        return [f"near: nothing; there is no {tag} on this page"]
    return ["near: nothing; no element here has such a class"]


def _most_frequent(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_NEAR_MISSES]
