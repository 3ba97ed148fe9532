"""The selector ``after_label``: the element that follows one with a given text.

``{after_label: Author}`` selects the ``dd`` of ``<dt>Author</dt><dd>Ann Other</dd>``.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator import Selector


def find_after_label(label: str, element: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements after those whose whole text is ``label``, in document order."""
    for each in element.iter("*"):
        text = " ".join(str(each.xpath("string()")).split())
        following = next(each.itersiblings("*"), None)
        if text == label and following is not None:
            yield following


def check_label(label: str) -> str:
    """Return what is wrong with a label: it can never be the text of an element."""
    return "" if label and label == " ".join(label.split()) else "white space at its ends"


SELECTOR = Selector(find_after_label, check_label)
