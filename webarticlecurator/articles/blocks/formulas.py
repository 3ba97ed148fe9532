"""Find the formulas of a page whose source in TeX stands on the page.

A program for mathematics shows a formula in a form of its own and keeps the source beside it:
MathML in ``annotation`` or ``alttext`` (MathML 4, 6.6; LaTeXML), KaTeX in the MathML that it hides,
MathJax 2 in a script of the type ``math/tex``, MathJax 4 in ``data-latex``, and pictures in
``alt``. MathML without its source stays what it is: words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass

SHOWN_FORMULA = "formula, as the page shows it"
"""The name, in the account of words, of what gives way to the source of a formula."""
_TEX_ENCODINGS = frozenset(("application/x-tex", "application/x-latex", "tex", "latex"))
_PICTURE_WORDS = frozenset(("latex", "tex", "math", "formula", "equation"))
"""Words of the class of a picture whose ``alt`` is TeX."""
_PICTURE_ADDRESSES = ("latex", "cht=tx", "/math/render/")
"""Parts of the addresses of services that draw formulas."""
_MAX_PREVIEWS = 3
"""Elements in front of a script of MathJax 2 that may show its formula."""


@dataclass(frozen=True)
class Formula:
    """The source of a formula in ``tex``, as the page has it; ``is_display``: on a line of its
    own."""

    tex: str
    is_display: bool = False


def find_formulas(
    roots: Iterable[etree._Element],
) -> tuple[dict[etree._Element, Formula], set[etree._Element]]:
    """Return the outermost element of each formula below ``roots`` with its source, and the
    elements beside these that show the same formula once more."""
    formulas: dict[etree._Element, Formula] = {}
    previews: set[etree._Element] = set()
    for root in roots:
        for element in root.iter("math", "script", "img"):
            formula = _READERS[element.tag](element)
            if formula is None:
                continue
            if element.tag == "script":
                previews.update(_find_previews(element))
            outermost = _climb(element, formula.tex, root)
            if not any(each in formulas for each in outermost.iterancestors()):
                formulas.setdefault(outermost, formula)
    return formulas, previews


def _read_math(math: etree._Element) -> Formula | None:
    sources = [
        "".join(map(str, each.itertext()))
        for each in math.iter("annotation")
        if (each.get("encoding") or "").lower() in _TEX_ENCODINGS
    ]
    sources += [math.get("alttext") or "", math.get("data-latex") or ""]
    return _make_formula(sources, is_display=math.get("display") == "block")


def _read_script(script: etree._Element) -> Formula | None:
    kind = (script.get("type") or "").lower()
    if kind.partition(";")[0].strip() != "math/tex":
        return None
    return _make_formula([script.text or ""], is_display="mode=display" in kind)


def _read_picture(image: etree._Element) -> Formula | None:
    words = (image.get("class") or "").lower().replace("-", " ").split()
    address = (image.get("src") or "").lower()
    if _PICTURE_WORDS.isdisjoint(words) and not any(w in address for w in _PICTURE_ADDRESSES):
        return None
    return _make_formula([image.get("alt") or ""], is_display="display" in words)


_READERS = {"math": _read_math, "script": _read_script, "img": _read_picture}
"""Tag → what reads the source of its formula."""


def _make_formula(sources: Iterable[str], *, is_display: bool) -> Formula | None:
    tex = next((source.strip() for source in sources if source.strip()), "")
    return Formula(" ".join(tex.split()), is_display) if tex else None


def _climb(element: etree._Element, tex: str, root: etree._Element) -> etree._Element:
    """Return the outermost ``span`` or element of MathJax around a formula that holds nothing but
    the formula and copies of it."""
    while True:
        parent = element.getparent()
        if parent is None or element is root or not isinstance(parent.tag, str):
            return element
        is_wrapper = parent.tag == "span" or parent.tag.startswith("mjx-")
        if not is_wrapper or _has_own_text(parent):
            return element
        if not all(child is element or _is_copy(child, tex) for child in parent):
            return element
        element = parent


def _has_own_text(element: etree._Element) -> bool:
    texts = (element.text, *(child.tail for child in element))
    return any(text and not text.isspace() for text in texts)


def _is_copy(element: etree._Element, tex: str) -> bool:
    """Return True for an element that shows the formula ``tex`` to other readers: hidden from
    screen readers (WAI-ARIA 1.2, ``aria-hidden``), or a picture of it."""
    if not isinstance(element.tag, str) or element.get("aria-hidden") == "true":
        return True
    return " ".join((element.get("alt") or "").split()) == tex


def _find_previews(script: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements in front of a script of MathJax 2 that show its formula: that with the
    id of its frame, and its preview."""
    frame = f"{script.get('id')}-Frame"
    before = script.getprevious()
    for _ in range(_MAX_PREVIEWS):
        if before is None or (before.tail and not before.tail.isspace()):
            return
        is_preview = "MathJax_Preview" in (before.get("class") or "").split()
        if not is_preview and not any(each.get("id") == frame for each in before.iter()):
            return
        yield before
        before = before.getprevious()
