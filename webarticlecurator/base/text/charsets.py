"""The names of character sets on the web, and the Python codec for each.

The labels are those of the WHATWG Encoding Standard. A name known only to Python is accepted
where it is another spelling of an encoding of the Standard (``cp949``, ``utf_8``). Every other
codec of Python is refused: ``rot13``, ``zlib`` and ``hex`` do not decode text, and ``utf-7``
hides markup in plain characters.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import cache

import webencodings

from webarticlecurator.base.text.characters import shorten

LABELS: tuple[str, ...] = tuple(webencodings.LABELS)
"""Every label of the Encoding Standard, in lower case."""

MAX_CHARSET_LABEL = 40
"""Longest name that is looked up; the longest label of the Standard has 19 characters."""

_NO_TEXT = frozenset(("replacement", "x-user-defined"))


@cache
def _standard_codec(label: str) -> str | None:
    encoding = webencodings.lookup(label)
    if encoding.name in _NO_TEXT:
        return None
    codec: str = encoding.codec_info.name
    return "gb18030" if codec == "gbk" else codec


def _python_name(label: str) -> str:
    normalized = normalize_encoding(label).lower()
    return aliases.get(normalized, normalized)


@cache
def _codecs_by_python_name() -> Mapping[str, str | None]:
    """Return the codecs by Python's names of encodings; to make it, all of them are imported."""
    standard = {label: _standard_codec(label) for label in LABELS}
    return {
        **{_python_name(codec): codec for codec in standard.values() if codec},
        **{_python_name(label): codec for label, codec in standard.items()},
    }


def text_codec(label: str) -> str | None:
    """Return the Python codec for a label, or None if it names no text encoding of the web."""
    name = label.strip("\t\n\f\r ").lower()
    if len(name) > MAX_CHARSET_LABEL or not name.isascii() or not name.isprintable():
        return None
    if name in webencodings.LABELS:
        return _standard_codec(name)
    return _codecs_by_python_name().get(_python_name(name))


def find_web_label(codec: str) -> str:
    """Return the name of a Python codec in the Encoding Standard, or the codec if that has none."""
    name = codecs.lookup(codec).name
    found = (each for label, each in webencodings.LABELS.items() if _standard_codec(label) == name)
    return next(found, codec)


def printable_label(label: str) -> str:
    """Return a label for display: printable ASCII, at most ``MAX_CHARSET_LABEL`` characters."""
    shown = label if label.isascii() and label.isprintable() else ascii(label)[1:-1]
    return shorten(shown, MAX_CHARSET_LABEL)
