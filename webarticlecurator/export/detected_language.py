"""The language of a text, as py3langid recognises it.

It is as often right as lingua, in a tenth of the time, with a twentieth of its size
(``bench/languages.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from webarticlecurator.model.plug_in import require_extra

LEAST, MOST = 50, 2000
"""Characters that a text must have, and the first ones that are read: of 50, one in twenty is
wrong, of 100 none; more take more time."""
FIELD = "detected_language"
_LETTER = re.compile(r"[^\W\d_]")


def detect_language(lines: Iterable[str]) -> str:
    """Return the language of a text as a code of ISO 639-1; "" for one that is too short. Raises
    UsageError if py3langid is not installed."""
    text = "\n".join(lines)[:MOST]
    if len(_LETTER.findall(text)) < LEAST:
        return ""
    require_detection()
    # an extra, imported where it is used
    from py3langid import classify

    language, _ = classify(text)
    return str(language)


def require_detection() -> None:
    """Raise UsageError if py3langid is not installed."""
    require_extra("language", ("py3langid",), FIELD)
