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
GUESSED = {
    "guess: links": make_message("links"),
    "guess: label": make_message("label"),
    "guess: title": make_message("title"),
    "guess: line of a date": make_message("line of a date"),
    "guess: line of an author": make_message("line of an author"),
    "guess: one phrase, again and again": make_message("one phrase, again and again"),
    "guess: points elsewhere": make_message("points elsewhere"),
    "guess: embed that is not shown": make_message("embed that is not shown"),
    "guess: beside the text": make_message("beside the text"),
    "guess: another article": make_message("another article"),
    "guess: advertisement": make_message("advertisement"),
    "guess: comment": make_message("comment"),
    "guess: the same link in many posts": make_message("the same link in many posts"),
    "guess: name and time of a post": make_message("name and time of a post"),
    "guess: quotation of a post on this page": make_message("quotation of a post on this page"),
}
"""Line of the account of words for what is left out without a rule → what it is called."""
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
    guessed = GUESSED.get(rule.partition(" (")[0])
    if guessed:
        return make_message("{what} ({words:,} words)", what=guessed, words=words)
    names = _NAME.findall(rule)
    name = names[-1] if names else rule.removeprefix("drop: ").partition(" (")[0]
    return make_message("the part “{name}” of the page ({words:,} words)", name=name, words=words)
