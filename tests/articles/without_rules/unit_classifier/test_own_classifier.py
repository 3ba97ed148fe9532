"""A classifier that the portal file names: what is refused, and that it is a rule."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from keys_case import ARTICLE, loaded
from made_classifier import classifier_of_long_units, stored_classifier

from webarticlecurator.articles.units.text_confidence import READING_NAMES
from webarticlecurator.articles.units.unit_features import FEATURE_NAMES
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.portal.trained_models import (
    UNIT_CLASSIFIER,
    find_classifier_fault,
    read_trained_model,
)
from webarticlecurator.pages.page.page import Page


def nested(depth: int) -> Any:
    tree: Any = 1
    for _ in range(depth):
        tree = [0, 1, 1, tree]
    return tree


def stage(*trees: Any) -> dict[str, Any]:
    return {"start": 0, "trees": list(trees)}


def test_the_classifier_of_the_package_has_no_fault() -> None:
    assert find_classifier_fault(read_trained_model(UNIT_CLASSIFIER)) == ""
    assert find_classifier_fault(classifier_of_long_units(60)) == ""


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"features": ["size"]}, "its trees use features"),
        ({"probabilities": [0, 1000]}, "probabilities does not have"),
        ({"reading": ["size"]}, "its trees use features"),
        ({"confidence": stage([len(READING_NAMES), 1, 2, 3])}, "its trees cannot be read"),
        ({"first": stage([0, 1, 2])}, "its trees cannot be read"),
        ({"first": stage([len(FEATURE_NAMES), 1, 2, 3])}, "its trees cannot be read"),
        ({"second": stage([-1, 1, 2, 3])}, "its trees cannot be read"),
        ({"second": stage([0, 1.5, 2, 3])}, "its trees cannot be read"),
        ({"second": stage(nested(60))}, "its trees cannot be read"),
        ({"second": {"start": 0}}, "its trees cannot be read"),
        ({"second": {"start": True, "trees": []}}, "its trees cannot be read"),
    ],
)
def test_another_file_is_refused_before_anything_is_read(changes: Any, fault: str) -> None:
    content = json.dumps({**stored_classifier(), **changes}).encode()
    assert find_classifier_fault(content).startswith(fault)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"no JSON", b"[" * 100_000, b"\xff"])
def test_what_is_no_model_file_is_refused(content: bytes) -> None:
    assert find_classifier_fault(content)


def test_a_page_is_judged_by_its_classifier() -> None:
    prose = f"<p>{'Words of a paragraph, long enough to be one. ' * 5}</p>" * 3
    html = f"<article><h1>t</h1>{prose}<p>A short one, but of the text.</p>{prose}</article>"
    usual = find_article_text(Page(ARTICLE, html))
    own = find_article_text(Page(ARTICLE, html, classifier=classifier_of_long_units(60)))
    assert usual is not None and own is not None
    short = "A short one, but of the text."
    assert short in [element.text for element in own.drops]
    assert short not in [element.text for element in usual.drops]


def test_it_is_a_rule_and_one_of_the_files_of_the_portal(tmp_path: Path) -> None:
    for rules in ("", "article: {body: {root: main}}\n"):
        own = rules.replace("{body", "{classifier: own.json, body") or (
            "article: {classifier: own.json}\n"
        )
        (tmp_path / "own.json").write_bytes(classifier_of_long_units(60))
        before, first = loaded(tmp_path, rules), loaded(tmp_path, own)
        (tmp_path / "own.json").write_bytes(classifier_of_long_units(70))
        second = loaded(tmp_path, own)
        assert len({portal.tei_digest for portal in (before, first, second)}) == 3
        assert second.classifier_content == classifier_of_long_units(70)
        assert second.classifier in second.files
        assert replace(first, classifier=None).classifier_content == b""
