r"""Words in regular expressions, in every script.

``\w`` of Python's ``re`` has no combining marks, so ``\w+`` cuts the words of Hindi, Bengali, Thai
and others at each vowel sign: of সামনে it finds স, মন.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby

_SCRIPTS = range(0x300, 0x1D00)
"""The characters among which the marks of alphabets are."""
_JOINERS = "\u200c\u200d"


def _list_marks() -> str:
    """Return the combining marks as ranges of a class of characters."""
    marks = (code for code in _SCRIPTS if unicodedata.category(chr(code)) in ("Mn", "Mc"))
    runs = ([*run] for _, run in groupby(enumerate(marks), key=lambda pair: pair[1] - pair[0]))
    return "".join(f"{chr(run[0][1])}-{chr(run[-1][1])}" for run in runs)


WORD = rf"(?:[^\W\d_][{_list_marks()}{_JOINERS}]*)+"
"""Letters with their combining marks; no digits, no underscore."""
