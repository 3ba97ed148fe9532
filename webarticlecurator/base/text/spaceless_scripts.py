"""Count words, in scripts that write no spaces between them, too."""

from __future__ import annotations

import re

_UNSPACED = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
)
"""Letters of the scripts without spaces between words: Han, Kana, Thai, Lao, Burmese, Khmer."""
_UNSPACED_LETTERS_PER_WORD = 2


def count_words(text: str) -> int:
    """Return the number of words of a text: runs without white space; in scripts without spaces,
    two letters count as one word."""
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    spaced_text = _UNSPACED.sub("", text) if unspaced else text
    return len(spaced_text.split()) + unspaced // _UNSPACED_LETTERS_PER_WORD
