"""English words in a view of the studio that is shown in another language."""

from __future__ import annotations

import re
from typing import Any

from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.text.catalogues import read_catalogue
from webarticlecurator.base.text.language_names import name_language
from webarticlecurator.base.text.translation import reader_language
from webarticlecurator.corpus.charts.bar_names import name_operation
from webarticlecurator.pages.rules import selectors
from webarticlecurator.proposing.tags.tag_reasons import say_reasons

OTHER = (
    ".studio-listing, .studio-code, .cm-editor, .line-text, .article-values .line-note, .article-rules"
    " code, pre, .bars .name, .found-sums ~ .studio-wide td"
)
"""Where files, pages and names of a corpus are shown."""
NAMES_OF_OURS = (
    ":is(#years, #languages, #access, #page_kinds, #lengths, #sources, #stored, #growth, #verdicts)"
    " ~ .bars .name"
)
"""Names of bars that are no names of the corpus."""
KEYS = {"done"}
"""Words of portal files and tables, which stay English."""
READ_WORDS = """([other, ours]) => {
    const content = document.querySelector(".studio-content").cloneNode(true);
    for (const each of content.querySelectorAll(other)) if (!each.matches(ours)) each.remove();
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) words.push(walker.currentNode.data);
    for (const name of ["aria-label", "title", "placeholder", "data-label"])
        content.querySelectorAll(`[${name}]`).forEach((each) => words.push(each.getAttribute(name)));
    return words.map((each) => each.trim()).filter(Boolean);
}"""
ENGLISH_WORD = re.compile(r"(?<!-)\b(?:the|of|and|is|are|not|were|with|this|its|has)\b(?!-)")

ISO_DATE = re.compile(r"(?<![\w/.-])\d{4}-(?:0[1-9]|1[0-2])(?:-\d\d)?(?![\w/.-])", re.ASCII)
OPERATIONS = {*selectors.OPERATIONS, *NAMES}


def is_left_in_code(words: str) -> bool:
    """Return True for a date as files have it, and for the tag of a language, or an operation of a
    tag dictionary, that stands alone and has a name in the language of the reader."""
    is_tag = len(words) == len("hu") and words.islower() and name_language(words) != words
    is_operation = words in OPERATIONS and name_operation(words) != words
    is_reason = say_reasons(words) != words
    return is_tag or is_operation or is_reason or bool(ISO_DATE.search(words))


def list_english_words(tab: Any, language: str) -> list[str]:
    """Return the English words that are left in a view in ``language``."""
    known = read_catalogue(language).texts
    token = reader_language.set(language)
    words = tab.evaluate(READ_WORDS, [OTHER, NAMES_OF_OURS])
    assert len(words) > 1
    left = [
        each
        for each in words
        if each not in KEYS
        and (
            ENGLISH_WORD.search(each)
            or (each in known and each not in known[each])
            or is_left_in_code(each)
        )
    ]
    reader_language.reset(token)
    return left
