"""The TEI Consortium's schema ``tei_all``, which is a part of the package: nothing is loaded from
the network.

libxml2 compiles the content of every element into an automaton and compares all transitions with
each other, which takes seven seconds. Most documents are valid, and to know that does not need
it.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.folders import data_folder

RELAX_NG = "http://relaxng.org/ns/structure/1.0"
LARGE = 5_000
"""Elements of a document from which on the compiled schema is faster, as soon as it is loaded: the
time of the other one grows with the square of what is in one element."""
_NOTHING = f'<optional xmlns="{RELAX_NG}"><element><anyName/><notAllowed/></element></optional>'
"""A pattern that allows nothing more, but which libxml2 cannot compile."""
_DATA = {f"{{{RELAX_NG}}}{name}" for name in ("data", "value", "list")}
_SEPARATE = {f"{{{RELAX_NG}}}{name}" for name in ("attribute", "element")}


@lru_cache(maxsize=1)
def read_tei_all() -> etree._ElementTree:
    """Return the schema as a document."""
    return etree.ElementTree(
        etree.fromstring(gzip.decompress((data_folder("schemas") / "tei_all.rng.gz").read_bytes()))
    )


@lru_cache(maxsize=1)
def tei_element_names() -> frozenset[str]:
    """Return the names of all elements of TEI."""
    return frozenset(
        element.get("name", "") for element in read_tei_all().iter(f"{{{RELAX_NG}}}element")
    )


@lru_cache(maxsize=1)
def load_tei_all() -> etree.RelaxNG:
    """Return the schema, compiled: it says what is wrong with a document. Loading it takes some
    seven seconds the first time."""
    return etree.RelaxNG(read_tei_all())


@lru_cache(maxsize=1)
def load_uncompiled_tei_all() -> etree.RelaxNG:
    """Return a schema of the same documents that is loaded in a tenth of a second. Its messages
    are other ones."""
    tree = deepcopy(read_tei_all())
    # The names of patterns by which an element has a value as its content: it cannot
    # be next to a pattern for elements.
    defined = [(str(define.get("name")), define) for define in tree.iter(f"{{{RELAX_NG}}}define")]
    with_data: set[str] = set()
    more = {""}
    while more - with_data:
        with_data |= more
        more = {n for n, define in defined if any(_has_data(each, with_data) for each in define)}
    for element in list(tree.iter(f"{{{RELAX_NG}}}element")):
        if not any(_has_data(child, with_data) for child in element):
            element.append(etree.fromstring(_NOTHING))
    return etree.RelaxNG(tree)


def is_valid_tei(tree: etree._ElementTree) -> bool:
    """Return True if a document is valid by ``tei_all``."""
    is_large = sum(1 for _ in tree.iter()) > LARGE
    is_surely_valid = not is_large and load_uncompiled_tei_all().validate(tree)
    return bool(is_surely_valid or load_tei_all().validate(tree))


def _has_data(pattern: etree._Element, with_data: set[str]) -> bool:
    return any(
        each.tag in _DATA or (each.tag == f"{{{RELAX_NG}}}ref" and each.get("name") in with_data)
        for each in _same_content(pattern)
    )


def _same_content(pattern: etree._Element) -> Iterator[etree._Element]:
    """Yield a pattern and those inside it that are about the content of the same element."""
    if pattern.tag not in _SEPARATE:
        yield pattern
        for child in pattern:
            yield from _same_content(child)
