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


_NAME = re.compile(r"[.#]((?:[\w-]|\\.)+)")
"""A class or an id in a selector."""


def name_left_out(rule: str) -> str:
    """Return what is left out by a rule, a selector or a line of the account of words; "" where its
    words do not say it."""
    words = {word.casefold() for word in _WORD.findall(rule)}
    return next(
        (
            name
            for part, name in _PARTS.items()
            if not words.isdisjoint(list_words("left-out", part))
        ),
        "",
    )


def list_left_out(dropped: Iterable[tuple[str, int]]) -> list[str]:
    """Return what is left out by some rules, with the words that each drops: each part once; those
    without a name last, by the names that the page gives them."""
    found = [(name_left_out(rule), rule, words) for rule, words in dropped]
    named = dict.fromkeys(name for name, *_ in found if name)
    return [*named, *(_describe_part(rule, words) for name, rule, words in found if not name)]


def _describe_part(rule: str, words: int) -> str:
    names = _NAME.findall(rule)
    name = names[-1] if names else rule.removeprefix("drop: ").partition(" (")[0]
    return make_message("the part “{name}” of the page ({words:,} words)", name=name, words=words)
