"""Find consent walls: pages about cookies and data in place of the article, with a button to agree.

Four features together: few words, many of them about consent, a button, and no article beside the
box with the button.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

from webarticlecurator.articles.walls.visible_text import (
    VisibleText,
    folded_phrases,
)
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.text.character_patterns import WORD_CHARACTERS
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.base.text.words import list_phrases

MIN_CONSENT_SHARE = 1 / 12
"""Share of the words of a page from which on, if they are about consent, it may be a wall; half of
it with a title of consent walls."""
MIN_CONSENT_WORDS = 6
"""Number of these words; half of it with a title of consent walls."""
MIN_PROSE_WORDS = 60
"""Words in paragraphs outside the box with the button from which a page is an article with a
banner."""
_MIN_BOX_WORDS = 4
"""Words of a box beside its buttons: fewer are labels of the buttons."""
_MAX_BUTTON_LENGTH = 60
"""Characters; a longer text is not that of a button."""

_HEAD_LENGTH = 3
_HAS_PARTS = re.compile("[\u0111\u0590-\u07ff\u0900-\u0dff\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]")
"""Letters of the scripts of ``[parts]`` in ``words/consent.txt``."""
_NO_STEMS: tuple[str, ...] = ()

_BUTTON_TAGS = ("button", "a", "input")


def find_consent_wall(visible: VisibleText) -> str | None:
    """Return the evidence that a page is a consent wall, or None."""
    stems = _stems_by_head()
    words = [
        word
        for word in WORD_CHARACTERS.findall(visible.text)
        if word.startswith(stems.get(word[:_HEAD_LENGTH], _NO_STEMS))
    ]
    parts = _consent_parts().findall(visible.text) if _HAS_PARTS.search(visible.text) else []
    consent_words = len(words) + len(parts)
    known_titles = folded_phrases("consent", "titles")
    has_title = any(title.folded_text in known_titles for title in visible.titles)
    needed = 0.5 if has_title else 1.0
    least_share = MIN_CONSENT_SHARE * needed
    if (
        consent_words < MIN_CONSENT_WORDS * needed
        or consent_words / visible.word_count <= least_share
    ):
        return None

    # The first button whose text begins like one that gives consent, or None
    starts = list_phrases("consent", "buttons")
    buttons = (
        element
        for element in visible.page.root.iter(*_BUTTON_TAGS)
        if _button_text(element).casefold().startswith(starts)
    )
    button = next(buttons, None)
    if button is None or (not has_title and _has_article_outside(visible, button)):
        return None
    return make_message(
        "{consent_words} of its {number} words are about consent to cookies and data,"
        " and it has a button to give it",
        consent_words=consent_words,
        number=visible.word_count,
    )


@lru_cache(maxsize=1)
def _stems_by_head() -> dict[str, tuple[str, ...]]:
    """Return the stems by their first letters, so that most words need one look."""
    stems = dict.fromkeys(list_phrases("consent", "stems"))
    groups = group_values((stem[:_HEAD_LENGTH], stem) for stem in stems)
    return {head: tuple(group) for head, group in groups.items()}


@lru_cache(maxsize=1)
def _consent_parts() -> re.Pattern[str]:
    return re.compile("|".join(list_phrases("consent", "parts")))


def _all_text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _button_text(element: etree._Element) -> str:
    """Return the text of a button, empty if it is too long for one."""
    value = element.get("value") if element.tag == "input" else _all_text(element)
    text = (value or "").strip()
    return text if len(text) <= _MAX_BUTTON_LENGTH else ""


def _has_article_outside(visible: VisibleText, button: etree._Element) -> bool:
    """Return True if the page has a heading and several paragraphs outside the box with the
    button."""
    box = _find_box(button)
    outside = [e for e in visible.page.root.iter("h1", "h2", "p") if box not in e.iterancestors()]
    prose_words = sum(count_words(_all_text(e)) for e in outside if e.tag == "p")
    return prose_words >= MIN_PROSE_WORDS and any(e.tag != "p" for e in outside)


def _find_box(button: etree._Element) -> etree._Element:
    """Return the innermost element around the button with text beside that of its buttons."""
    for outer in button.iterancestors():
        button_words = sum(count_words(_all_text(e)) for e in outer.iter(*_BUTTON_TAGS))
        if count_words(_all_text(outer)) - button_words >= _MIN_BOX_WORDS:
            return outer
    return button
