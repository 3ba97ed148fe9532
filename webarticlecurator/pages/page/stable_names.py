"""Names of elements that mean the same on the next page: classes, ids, selectors, signatures.

Which classes and ids of an element say what it is, and will be the same on the next page.

Programs generate names that change with each release (styled-components, Emotion, CSS modules,
Svelte): of these only the part that a person wrote counts. Classes of a layout (``px-5``) say how
an element looks, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.pages.page.css_compound import to_css

MIN_PART_LETTERS = 4
"""Letters of a part of a class that is selected by itself; shorter ones are in many classes."""
_PLAIN = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")
_PIECE = re.compile(r"[A-Za-z0-9]+|[-_]+")
_LETTERS_OR_DIGITS = re.compile(r"[A-Za-z]+|[0-9]+")
CAMEL_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
VOWEL = re.compile("[aeiouy]", re.IGNORECASE)
_LONG_NUMBER = re.compile("[0-9]{3,}")
_STYLED_COMPONENT = re.compile(r"(?:.+-)?sc-[A-Za-z0-9]+(?:-[0-9]+)?")
"""The class that styled-components gives each element; after it stands a hash of letters."""
_HASH_OF_LETTERS = re.compile("[A-Za-z]{5,7}")
_CSS_MODULE = re.compile(r"(?=.*[0-9]|(?:.*[A-Z]){2})(?=.*[a-z])[A-Za-z0-9]{5,6}")
"""What CSS modules put after the last ``__``."""
_GENERATORS = frozenset("css sc emotion svelte jss jsx styled makestyles ng tns data".split())
"""Words that name the program; with them, a short number at the end is a counter."""


def select_by_class(element: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield (class, selector) for each class of an element that is written by a person, in part at
    least: ``div.lead``, or ``div[class*="Lead_"]`` for ``Lead_x2Yz9``."""
    tag = str(element.tag)
    for name in written_classes(element):
        part = find_written_part(name)
        if part == name:
            yield name, to_css(tag, (), (name,), ())
        elif part:
            yield name, f'{tag}[class*="{part}"]'


def written_classes(element: etree._Element) -> Iterator[str]:
    """Yield the classes of an element once each, without the hashes of styled-components."""
    before = ""
    for name in dict.fromkeys((element.get("class") or "").split()):
        if not (_STYLED_COMPONENT.fullmatch(before) and _HASH_OF_LETTERS.fullmatch(name)):
            yield name
        before = name


def is_written_name(name: str) -> bool:
    """Return True for a class, an id or a value that can be selected and is not generated."""
    return bool(name) and find_written_part(name) == name


@lru_cache(maxsize=4096)
def find_written_part(name: str) -> str:
    """Return the part of a class or id that a person wrote, with the hyphens around it.

    It is the whole name if nothing in it is generated, and "" if too little is left to find the
    element by, or the name is no plain CSS identifier.
    """
    if not _PLAIN.fullmatch(name):
        return ""
    pieces = _PIECE.findall(name)
    words = [piece.lower() for piece in pieces if piece.isalnum()]
    by_program = (words[:1] and words[0] in _GENERATORS) or bool(re.match("Mui[A-Z]", name))
    generated = {
        number
        for number, piece in enumerate(pieces)
        if _is_hash(piece) or (by_program and piece.isdigit())
    }
    if len(pieces) > 2 and pieces[-2] == "__" and _CSS_MODULE.fullmatch(pieces[-1]):
        generated.add(len(pieces) - 1)
    if not generated:
        return name
    if any(_LONG_NUMBER.fullmatch(pieces[number]) for number in generated):
        return ""  # a number of this page, not the hash of a release
    # the runs of pieces between generated ones
    runs: list[list[str]] = [[]]
    for number, piece in enumerate(pieces):
        if number in generated:
            runs.append([])
        else:
            runs[-1].append(piece)
    run = max(runs, key=_count_own_letters)
    return "".join(run) if _count_own_letters(run) >= MIN_PART_LETTERS else ""


def _count_own_letters(run: Iterable[str]) -> int:
    """Return the number of letters, without the names of programs."""
    return sum(len(piece) for piece in run if piece.isalpha() and piece.lower() not in _GENERATORS)


def _is_hash(piece: str) -> bool:
    """Return True for a piece of a name that no person writes: letters and digits in turn, a long
    number, or letters like ``kXyZab``."""
    if _LONG_NUMBER.search(piece):
        return True
    runs = _LETTERS_OR_DIGITS.findall(piece)
    if len(runs) > 2 and len(piece) > 3:  # html5video is written, x2y4z is not
        return piece[0].isdigit() or all(len(run) <= 3 or not VOWEL.search(run) for run in runs)
    if len(runs) == 2 and piece[0].isdigit():  # 2NkRt, but not 16px
        return len(piece) > 3 and not runs[1].islower()
    words = CAMEL_WORD.findall(piece) if piece.isalpha() else []
    return len(words) >= 3 and len(piece) <= 8 and any(not VOWEL.search(word) for word in words)
