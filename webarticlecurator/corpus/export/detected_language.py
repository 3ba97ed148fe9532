"""The language of a text as py3langid recognises it, beside the language that is declared.

It is as often right as lingua, in a tenth of the time, with a twentieth of its size
(``bench/text/languages.py``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.text.character_patterns import LETTER

LEAST, SURE, MOST = 50, 100, 2000
"""Letters that a text must have, those of which none was wrong (of 50, one in twenty), and the
first characters, which are read; more take more time."""
NO_LANGUAGE = frozenset({"", "und"})
NOT_RECOGNISED = frozenset({"", "zxx"})
"""What py3langid says of too few letters and of text in no language."""
_SAME = {"nb": "no", "nn": "no", "hr": "sr", "bs": "sr", "sh": "sr"}
"""Languages that are told apart by few words, or that have a common code."""
FIELD = "detected_language"


def detect_language(lines: Iterable[str], least: int = LEAST) -> str:
    """Return the language of a text as a code of ISO 639-1; "" for one of fewer than ``least``
    letters. Raises UsageError if py3langid is not installed."""
    text = "\n".join(lines)[:MOST]
    if len(LETTER.findall(text)) < least:
        return ""
    require_detection()
    # an extra, imported where it is used
    from py3langid import classify

    return str(classify(text)[0])


def is_conflict(declared: str, detected: str) -> bool:
    """Return True if a tag (``en-GB``) and a detected code (``en``) are of two languages. One that
    py3langid does not know is none: it takes it for another one, such as Tibetan for Dzongkha."""
    one, other = (text.partition("-")[0].lower() for text in (declared, detected))
    if one in NO_LANGUAGE or other in NO_LANGUAGE:
        return False
    one, other = _SAME.get(one, one), _SAME.get(other, other)
    return one != other and one in _list_known()


@cache
def _list_known() -> frozenset[str]:
    from py3langid import rank

    codes = [str(code) for code, _ in rank("")]
    return frozenset(_SAME.get(code, code) for code in codes)


def require_detection() -> None:
    """Raise UsageError if py3langid is not installed."""
    require_extra("language", ("py3langid",), FIELD)
