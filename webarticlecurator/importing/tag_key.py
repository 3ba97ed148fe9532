"""HTML2TEI's key of a tag, ``<div class=a b id=@NUM>`` → CSS.

The key holds all attributes, sorted by name, their values without quotes. What differed from page
to page was replaced: ``@STYLE`` (measures, alignment), ``@LINK``, ``@target``, ``@title``,
``@alt``, ``@NUM`` (numbers, short codes), ``@LONG`` (more than 30 characters), ``@wordNUM``
(letters and digits, of which only the longest run of letters stayed). ``0_MDESC_`` before the tag
says that it stood inside a listed medium.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TELLING = frozenset("itemprop itemtype name property rel role type".split())
"""Attributes that belong to a signature in our inventory."""

_KEY = re.compile(r"<(0_MDESC_)?([^\s<>=]+)( .*)?>", re.DOTALL)
_ATTRIBUTE = re.compile(r"(?:^|\s)([A-Za-z_][\w.:-]*)=")
_WORD = re.compile(r"@([^\W\d_]{5,})NUM")
_PLAIN = re.compile(r"-?[^\W\d][\w-]*")


@dataclass(frozen=True)
class OldTag:
    """``signature``: tag, id, classes and telling attributes; ``full``: every attribute, those
    whose value is not known as ``[name]``. ``media``: inside a listed medium."""

    tag: str
    media: bool
    signature: str
    full: str


def read_key(key: str) -> OldTag | None:
    """The CSS of a key, or None where it is none."""
    match = _KEY.fullmatch(key.strip())
    if not match:
        return None
    tag = match[2].lower()
    pairs = _attributes(match[3] or "")
    selector = css_identifier(tag) + _identity(pairs)
    telling, others = "", ""
    for name, value in pairs:
        if name in ("id", "class"):
            others += f"[{name}]" if _says_nothing(value) else ""
        elif name in TELLING and not _says_nothing(value):
            telling += _test(name, value)
        else:
            others += _test(name, value)
    return OldTag(tag, bool(match[1]), selector + telling, selector + telling + others)


def _attributes(text: str) -> list[tuple[str, str]]:
    """Names and values. Names are sorted, so that a ``name=`` which goes back in the alphabet is
    part of a value."""
    found: list[tuple[str, int, int]] = []
    for match in _ATTRIBUTE.finditer(text):
        if not found or match[1] > found[-1][0]:
            found.append((match[1], match.start(), match.end()))
    ends = [start for _, start, _ in found[1:]] + [len(text)]
    return [
        (name, text[begin:end].strip()) for (name, _, begin), end in zip(found, ends, strict=False)
    ]


def _identity(pairs: list[tuple[str, str]]) -> str:
    """``#id``, ``.class`` and, for ``@wordNUM``, ``[class*=word]``; sorted."""
    values = dict(pairs)
    ids = [t for t in values.get("id", "").split()[:1] if not t.startswith("@")]
    classes = sorted({t for t in values.get("class", "").split() if not t.startswith("@")})
    parts = [f"#{css_identifier(i)}" for i in ids] + [f".{css_identifier(c)}" for c in classes]
    for name in ("class", "id"):
        words = sorted(
            {m[1] for t in values.get(name, "").split() for m in [_WORD.fullmatch(t)] if m}
        )
        parts += [f"[{name}*={_quoted(word)}]" for word in words]
    return "".join(parts)


def _says_nothing(value: str) -> bool:
    """True if nothing of the value is left."""
    return not any(t for t in value.split() if not t.startswith("@") or _WORD.fullmatch(t))


def _test(name: str, value: str) -> str:
    """An attribute that has a value, has a word in it, or is there at all."""
    word = _WORD.fullmatch(value)
    if word:
        return f"[{css_identifier(name)}*={_quoted(word[1])}]"
    return (
        f"[{css_identifier(name)}]"
        if value.startswith("@") or not value
        else f"[{css_identifier(name)}={_quoted(value)}]"
    )


def css_identifier(text: str) -> str:
    """A name as CSS wants it (CSS.escape of the CSSOM)."""
    if _PLAIN.fullmatch(text):
        return text
    escaped = re.sub(r"[^\w-]|^-", lambda m: "\\" + m[0], text)
    return f"\\{ord(escaped[0]):x} {escaped[1:]}" if escaped[:1].isdigit() else escaped


def _quoted(text: str) -> str:
    return (
        text
        if _PLAIN.fullmatch(text)
        else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    )
