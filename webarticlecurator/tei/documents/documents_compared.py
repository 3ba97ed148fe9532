"""Two documents of one article, made by different versions of the program: which parts differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from webarticlecurator.tei.documents.output_changes import (
    ADDED,
    CAPTURES,
    CHARACTERS,
    HEADER,
    LEFT_OUT,
    MARKUP,
    ORDER,
    OTHER_CAUSES,
    RULES,
    DocumentChange,
)
from webarticlecurator.tei.documents.output_version import differ_in_article
from webarticlecurator.tei.documents.read import TEI, Header, find_header, parse_document

_BLANKS = re.compile(r"[ \t\n]+")
_INVISIBLE = re.compile(r"[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+")
_HEADER_PARTS = {
    **dict.fromkeys(("kind", "page_kind", "column", "language", "aliases"), HEADER),
    **dict.fromkeys(("problems", "extra", "rights", "confidence"), HEADER),
    "rules_digest": RULES,
    **dict.fromkeys(("captures", "versions", "unused", "gone"), CAPTURES),
}
"""What a header says besides metadata, and apart from what follows from the text → its part."""
MAX_WORDS = 200
"""Words of a text that are shown."""


def compare_documents(old: bytes, new: bytes) -> tuple[DocumentChange, ...]:
    """Return the parts in which two documents of an article differ.

    The last ones may be of OTHER_CAUSES. Raises CuratorError if one is not TEI.
    """
    if not differ_in_article(old, new):
        return ()
    roots = parse_document(old), parse_document(new)
    found = (*_compare_texts(*roots), *_compare_headers(*map(find_header, roots)))
    return found or (DocumentChange(HEADER),)


def _compare_headers(old: Header, new: Header) -> Iterator[DocumentChange]:
    for name in dict.fromkeys(name for each in (old, new) for name, _ in each.metadata.fields):
        before, after = (" | ".join(each.metadata.texts(name)) for each in (old, new))
        if before != after:
            yield DocumentChange(name, before, after)
    for name, part in _HEADER_PARTS.items():
        if getattr(old, name) != getattr(new, name):
            values = (f"{name}: {getattr(each, name)}" for each in (old, new))
            yield DocumentChange(part, *(() if part in OTHER_CAUSES else values))


def _compare_texts(old: etree._Element, new: etree._Element) -> Iterator[DocumentChange]:
    bodies = [element for each in (old, new) for element in each.iterchildren(f"{TEI}text")]
    texts = ["".join(map(str, each.itertext())) for each in bodies]
    raw = [Counter(_BLANKS.split(each)) for each in texts]
    words = [Counter(_INVISIBLE.sub("", word) for word in each.split()) for each in texts]
    if len({_INVISIBLE.sub("", each) for each in texts}) == 1:
        parts = [CHARACTERS] if raw[0] != raw[1] else []
    else:
        pairs = (LEFT_OUT, words[0] - words[1]), (ADDED, words[1] - words[0])
        parts = [part for part, differing in pairs if differing] or [ORDER]
    for part in parts:
        yield DocumentChange(part, _show_words(raw[0] - raw[1]), _show_words(raw[1] - raw[0]))
    if not parts and len(set(map(etree.tostring, bodies))) > 1:
        names = [Counter(etree.QName(e).localname for e in each.iter("*")) for each in bodies]
        yield DocumentChange(
            MARKUP, _show_words(names[0] - names[1]), _show_words(names[1] - names[0])
        )


def _show_words(words: Counter[str]) -> str:
    """Return words with a number in place of what cannot be seen in them."""
    shown = (_INVISIBLE.sub(lambda match: f"<U+{ord(match[0][0]):04X}>", word) for word in words)
    return " ".join(islice(shown, MAX_WORDS))
