"""Names in a design: selectors that the next release has, too, and what tells two designs apart.

Names that a program makes anew at each release, as ``sc-iKFaHN``, are none of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.stable_names import CAMEL_WORD, VOWEL
from webarticlecurator.proposing.fields.element_selectors import SEMANTIC_TAGS, list_selectors

MAX_STEPS = 4
"""Elements between an element and the one by which its place is named."""
MAX_FAR = 12
"""The same where nothing nearer has a name."""
MAX_ANCHORS = 3
MIN_ALIKE = 0.75
"""Share of the names that two pages of one design have in common."""
_ANCHOR_TAGS = SEMANTIC_TAGS | {"body"}
_TYPE = re.compile(r"schema\.org/\w+$", re.ASCII)
_NAME = re.compile(r"""[.#]([\w-]+)|=["']?([\w-]+)""")
_CONSONANTS = re.compile("[^aeiouy]{5}", re.IGNORECASE)


def lasting_selectors(element: etree._Element) -> list[str]:
    """Return the selectors of an element by its names that the next release has, too; that of its
    type in the vocabulary of schema.org is one."""
    names = [css for css in list_selectors(element) if is_lasting(css)]
    kind = _TYPE.search(element.get("itemtype") or "")
    return [*names, f'{element.tag}[itemtype$="{kind[0]}"]'] if kind else names


@lru_cache(maxsize=4096)
def is_lasting(css: str) -> bool:
    """False for a selector with a class or id that may be generated, as ``sc-iKFaHN`` is. Stricter
    than ``is_written_name``: a place is as good as a name here."""
    names = [one or other for one, other in _NAME.findall(css)]
    pieces = (piece for name in names for piece in re.findall("[A-Za-z]{5,}", name))
    return not any(name.startswith("sc-") for name in names) and not any(map(_is_odd, pieces))


def _is_odd(piece: str) -> bool:
    words = CAMEL_WORD.findall(piece)
    if len(words) == 1 or len(piece) > 8:
        return bool(_CONSONANTS.search(piece))
    return any(len(w) == 1 or w.isupper() or not VOWEL.search(w) for w in words)


def place_selectors(
    element: etree._Element,
    lasting: Callable[[etree._Element], list[str]] = lasting_selectors,
    *,
    is_exact: bool = False,
) -> Iterator[str]:
    """Yield selectors of an element by its place: what it contains, what comes before it, and the
    steps from elements around it that have a name or a tag with a meaning of its own.

    ``lasting`` lists names as ``lasting_selectors`` does. With ``is_exact``, the element that a
    selector finds on another page has it there, too."""
    tag = str(element.tag)
    if not tag.isalnum() or tag in ("body", "html"):
        return
    if any(child.tag == "h1" for child in element):
        yield f"{tag}:has(> h1)"
    if any(each.tag == "h1" for each in element.itersiblings(preceding=True)):
        yield f"h1 ~ {tag}"
    for inner in ("p", "div > p"):
        if len(element.findall(inner.replace(" > ", "/"))) > (0 if is_exact else 1):
            around = {str(outer.tag) for outer in element.iterancestors()}
            inside = [each for each in ("article", "main") if each in around]
            yield from (f"{each} {tag}:has(> {inner})" for each in inside)
            yield f"{tag}:has(> {inner})"
    steps: list[str] = []
    anchors = 0
    for outer in self_and_ancestors(element):
        if outer is not element and (outer.tag in _ANCHOR_TAGS or lasting(outer)):
            names = lasting(outer)[:2] or ["body"]
            yield from (" > ".join((name, *reversed(steps))) for name in names)
            anchors += 1
        most = MAX_STEPS if anchors else MAX_FAR
        if anchors == MAX_ANCHORS or len(steps) >= most or outer.tag == "body":
            return
        steps.append(_step(outer, is_exact=is_exact))


def _step(element: etree._Element, *, is_exact: bool) -> str:
    """Return an element beside those around it: its tag, with its number among its like, which one
    alone needs in an exact selector only."""
    tag = str(element.tag)
    parent = element.getparent()
    same = [element] if parent is None else [each for each in parent if each.tag == element.tag]
    is_plain = len(same) == 1 and not is_exact
    return tag if is_plain else f"{tag}:nth-of-type({same.index(element) + 1})"
