"""Count words, in scripts that write no spaces between them, too."""

from __future__ import annotations

import re
from functools import lru_cache

_UNSPACED = "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
"""Letters of the scripts without spaces between words: Han, Kana, Thai, Lao, Burmese, Khmer."""
_UNSPACED_LETTERS_PER_WORD = 2


def count_words(text: str) -> int:
    """Return the number of words of a text: runs without white space; in scripts without spaces,
    two letters count as one word."""
    unspaced = 0 if text.isascii() else len(_compile_unspaced().findall(text))
    spaced_text = _compile_unspaced().sub("", text) if unspaced else text
    return len(spaced_text.split()) + unspaced // _UNSPACED_LETTERS_PER_WORD


@lru_cache(maxsize=1)
def _compile_unspaced() -> re.Pattern[str]:
    # more than a millisecond, which commands that count no words do without
    return re.compile(_UNSPACED)
