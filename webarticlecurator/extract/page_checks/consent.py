"""Consent walls: pages about cookies and data that stand where the article should be, with a button
to agree.

Four things together: few words, many of them about consent, a button, and no article beside the box
that the button is in.
"""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.extract.page_checks.consent_words import (
    BUTTON_STARTS,
    CONSENT_PARTS,
    CONSENT_STEMS,
    TITLES,
)
from webarticlecurator.extract.page_checks.visible_text import (
    MAX_COUNTED_WORDS,
    VisibleText,
    compile_phrases,
    count_words,
)

MIN_CONSENT_SHARE = 1 / 12
"""More than this part of a wall's words are words of consent; half of it is enough below a title
that says so."""
MIN_CONSENT_WORDS = 6
MIN_PROSE_WORDS = 60
"""Words in paragraphs outside the box with the button: an article that has a banner."""

_TITLES = compile_phrases(TITLES)
_HEAD = 3


def _by_head(stems: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for stem in dict.fromkeys(stems.split("|")):
        found.setdefault(stem[:_HEAD], []).append(stem)
    return {head: tuple(those) for head, those in found.items()}


_BY_HEAD = _by_head(CONSENT_STEMS)
"""The stems by their first letters: one look for most words."""
_SCRIPT = re.compile("[\u0111\u0590-\u07ff\u0900-\u0dff\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]")
_IN_TEXT = re.compile(CONSENT_PARTS)
_NONE: tuple[str, ...] = ()
_WORD = re.compile(r"\w+")

_ACTIONS = tuple(BUTTON_STARTS.split("|"))
_BUTTONS = ("button", "a", "input")
_ACTION_LETTERS = 60


def find_consent_wall(shown: VisibleText) -> str | None:
    """The evidence that a page is a consent wall, or None."""
    if not 0 < shown.words < MAX_COUNTED_WORDS:
        return None
    telling = _telling(shown.text)
    share = telling / shown.words
    titled = any(title.folded in _TITLES for title in shown.titles)
    enough = (telling >= MIN_CONSENT_WORDS and share > MIN_CONSENT_SHARE) or (
        titled and telling >= MIN_CONSENT_WORDS / 2 and share > MIN_CONSENT_SHARE / 2
    )
    button = _button(shown) if enough else None
    if button is None or (not titled and _article_beside(shown, button)):
        return None
    return (
        f"{telling} of its {shown.words} words are about consent to cookies and data, and it has a"
        " button to give it"
    )


def _telling(text: str) -> int:
    """How many words of the text are about consent."""
    words = [
        word for word in _WORD.findall(text) if word.startswith(_BY_HEAD.get(word[:_HEAD], _NONE))
    ]
    return len(words) + (len(_IN_TEXT.findall(text)) if _SCRIPT.search(text) else 0)


def _button(shown: VisibleText) -> etree._Element | None:
    return next(
        (e for e in shown.page.root.iter(*_BUTTONS) if _text(e).casefold().startswith(_ACTIONS)),
        None,
    )


def _all_text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _text(element: etree._Element) -> str:
    value = element.get("value") if element.tag == "input" else _all_text(element)
    text = (value or "").strip()
    return text if len(text) <= _ACTION_LETTERS else ""


def _article_beside(shown: VisibleText, button: etree._Element) -> bool:
    """True if the page has a heading and an article's worth of paragraphs outside the box with the
    button."""
    box = _box(button)
    outside = [e for e in shown.page.root.iter("h1", "h2", "p") if box not in e.iterancestors()]
    prose = sum(count_words(_all_text(e)) for e in outside if e.tag == "p")
    return prose >= MIN_PROSE_WORDS and any(e.tag != "p" for e in outside)


def _box(button: etree._Element) -> etree._Element:
    """The innermost element around the button that says something beside what its buttons say."""
    for outer in button.iterancestors():
        said = sum(count_words(_all_text(e)) for e in outer.iter(*_BUTTONS))
        if count_words(_all_text(outer)) - said >= 4:
            return outer
    return button
