"""Conversion of HTML2TEI's key of a tag, ``<div class=a b id=@NUM>``, into CSS.

The key has all attributes, sorted by name, with values without quotes. What differs from page to
page is replaced: ``@STYLE`` (measures, alignment), ``@LINK``, ``@target``, ``@title``, ``@alt``,
``@NUM`` (numbers, short codes), ``@LONG`` (more than 30 characters), ``@wordNUM`` (the longest
run of letters in letters and digits). ``0_MDESC_`` before the tag marks one inside a listed
medium.
"""

from __future__ import annotations

import re

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.css_compound import css_identifier, css_string

TELLING = frozenset("itemprop itemtype name property rel role type".split())
"""Attributes that our inventory puts into signatures."""

_KEY = re.compile(r"<(0_MDESC_)?([^\s<>=]+)( .*)?>", re.DOTALL)
_ATTRIBUTE = re.compile(r"(?:^|\s)([A-Za-z_][\w.:-]*)=")
_WORD = re.compile(r"@([^\W\d_]{5,})NUM")


@dataclass(frozen=True)
class OldTag:
    """A tag as CSS: ``signature`` has its id, classes and the attributes in TELLING; ``full`` has
    every attribute, as ``[name]`` where its value is unknown. ``media`` is True inside a listed
    medium."""

    tag: str
    media: bool
    signature: str
    full: str


def parse_tag_key(key: str) -> OldTag | None:
    """Return the tag of a key, or None where it is not a key."""
    match = _KEY.fullmatch(key.strip())
    if not match:
        return None
    tag = match[2].lower()
    pairs = _split_attributes(match[3] or "")
    selector = css_identifier(tag) + _identity_selector(pairs)
    telling, others = "", ""
    for name, value in pairs:
        if name in ("id", "class"):
            others += f"[{name}]" if _is_generated(value) else ""
        elif name in TELLING and not _is_generated(value):
            telling += _attribute_test(name, value)
        else:
            others += _attribute_test(name, value)
    return OldTag(tag, bool(match[1]), selector + telling, selector + telling + others)


def _split_attributes(text: str) -> list[tuple[str, str]]:
    """Return names and values. As names are sorted, a ``name=`` that is earlier in the alphabet is
    part of a value."""
    found: list[tuple[str, int, int]] = []
    for match in _ATTRIBUTE.finditer(text):
        if not found or match[1] > found[-1][0]:
            found.append((match[1], match.start(), match.end()))
    ends = [start for _, start, _ in found[1:]] + [len(text)]
    return [
        (name, text[begin:end].strip()) for (name, _, begin), end in zip(found, ends, strict=False)
    ]


def _identity_selector(pairs: list[tuple[str, str]]) -> str:
    """Return ``#id``, ``.class`` and, for ``@wordNUM``, ``[class*=word]``, sorted."""
    values = dict(pairs)
    ids = [t for t in values.get("id", "").split()[:1] if not t.startswith("@")]
    classes = sorted({t for t in values.get("class", "").split() if not t.startswith("@")})
    parts = [f"#{css_identifier(i)}" for i in ids] + [f".{css_identifier(c)}" for c in classes]
    for name in ("class", "id"):
        words = sorted(
            {m[1] for t in values.get(name, "").split() for m in [_WORD.fullmatch(t)] if m}
        )
        parts += [f"[{name}*={css_string(word)}]" for word in words]
    return "".join(parts)


def _is_generated(value: str) -> bool:
    """Return True if no part of the original value is left."""
    return not any(t for t in value.split() if not t.startswith("@") or _WORD.fullmatch(t))


def _attribute_test(name: str, value: str) -> str:
    """Return the test of an attribute: for its value, for a word in it, or for its presence."""
    word = _WORD.fullmatch(value)
    if word:
        return f"[{css_identifier(name)}*={css_string(word[1])}]"
    return (
        f"[{css_identifier(name)}]"
        if value.startswith("@") or not value
        else f"[{css_identifier(name)}={css_string(value)}]"
    )
