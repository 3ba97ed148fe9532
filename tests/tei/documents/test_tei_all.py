"""The schema tei_all that is loaded at once allows what the compiled one allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy

import pytest
from lxml import etree
from tei_trees import Trees, article, portal

from webarticlecurator.tei.documents import tei_all
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.tei_all import (
    is_valid_tei,
    load_tei_all,
    load_uncompiled_tei_all,
    tei_element_names,
)

TEI = "{http://www.tei-c.org/ns/1.0}"
NAMES = sorted(tei_element_names() - {""})
ATTRIBUTES = ("n", "type", "when", "target", "who", "quantity", "unit", "rows", "resp", "nosuch")
DOCUMENTS = 1000
VALUES = ("", "a", "a b", "#a", "2020-01-31", "-1", "12.5")


def rename(dice: random.Random, element: etree._Element) -> None:
    element.tag = TEI + dice.choice((*NAMES, "nosuch"))


def wrap(dice: random.Random, element: etree._Element) -> None:
    child = etree.SubElement(element, TEI + dice.choice(NAMES))
    child[:] = element[:-1]


def put_element(dice: random.Random, element: etree._Element) -> None:
    element.insert(dice.randint(0, len(element)), etree.Element(TEI + dice.choice(NAMES)))


def put_text(dice: random.Random, element: etree._Element) -> None:
    element.text = "words"


def put_attribute(dice: random.Random, element: etree._Element) -> None:
    element.set(dice.choice(ATTRIBUTES), dice.choice(VALUES))


def remove(dice: random.Random, element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def empty(dice: random.Random, element: etree._Element) -> None:
    element[:] = []


CHANGES: tuple[Callable[[random.Random, etree._Element], None], ...] = (
    rename,
    wrap,
    put_element,
    put_text,
    put_attribute,
    remove,
    empty,
)


def document(seed: int) -> etree._Element:
    return etree.fromstring(build_document(article(Trees(seed).body()), portal()).content)


# to compile that schema takes longer than any other test
@pytest.mark.long
def test_both_schemas_allow_the_same_documents() -> None:
    verdicts: Counter[bool] = Counter()
    for seed in range(DOCUMENTS):
        whole, dice = document(seed), random.Random(seed)
        for change in CHANGES:
            root = deepcopy(whole)
            change(dice, dice.choice(list(root.iter(f"{TEI}*"))))
            allowed = load_tei_all().validate(root)
            assert load_uncompiled_tei_all().validate(root) == allowed, (seed, change.__name__)
            verdicts[allowed] += 1
    assert min(verdicts[True], verdicts[False]) > DOCUMENTS


def test_a_valid_document_needs_no_compiled_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tei_all, "load_tei_all", pytest.fail)
    assert is_valid_tei(document(1).getroottree())


@pytest.mark.long
def test_a_large_document_is_left_to_the_compiled_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tei_all, "load_uncompiled_tei_all", pytest.fail)
    monkeypatch.setattr(tei_all, "LARGE", 10)
    assert is_valid_tei(document(1).getroottree())
