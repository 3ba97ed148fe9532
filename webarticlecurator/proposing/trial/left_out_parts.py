"""What a rule that drops something leaves out, in words: judged by the words of its selector."""

from __future__ import annotations

import re
from collections.abc import Iterable

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.words import list_words

_PARTS = {
    "advertisement": make_message("advertisement"),
    "share buttons": make_message("share buttons"),
    "comments": make_message("comments"),
    "links to other articles": make_message("links to other articles"),
    "newsletter or subscription": make_message("newsletter or subscription"),
    "navigation": make_message("navigation"),
    "title, authors or date": make_message("title, authors or date"),
    "pictures": make_message("pictures"),
    "scripts and forms": make_message("scripts and forms"),
}
"""Section of ``words/left-out.txt`` → what it is called."""
_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|h1")


def name_left_out(rule: str) -> str:
    """Return what is left out by a rule, a selector or a line of the account of words; where its
    words do not say it, the selector."""
    words = {word.casefold() for word in _WORD.findall(rule)}
    for part, name in _PARTS.items():
        if not words.isdisjoint(list_words("left-out", part)):
            return name
    return rule.removeprefix("drop: ")


def list_left_out(rules: Iterable[str]) -> list[str]:
    """Return what is left out by some rules, each part once; what has no name comes last."""
    names = dict.fromkeys(map(name_left_out, rules))
    return sorted(names, key=lambda name: name not in _PARTS)
