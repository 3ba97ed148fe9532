"""Further trees move the second stage towards the labels of the pages given."""

from __future__ import annotations

import json
from typing import Any

import pytest

from webarticlecurator.extract.analysis.training.further_trees import (
    TREES,
    extend_model,
    fit_trees,
)
from webarticlecurator.extract.analysis.training.labelled_page import label_page
from webarticlecurator.extract.analysis.training.staged_page import StagedPage, stage_page
from webarticlecurator.extract.unit_classifier.classify_units import (
    load_classifier,
    read_classifier,
)
from webarticlecurator.model.trained_models import (
    UNIT_CLASSIFIER,
    find_classifier_fault,
    read_trained_model,
)
from webarticlecurator.page import Page

BASE = read_trained_model(UNIT_CLASSIFIER)
WORDS = "harbour market school river castle garden library station tower village".split()


def staged(number: int) -> StagedPage:
    """A page whose rules keep notes that the classifier of the package is less sure of."""
    prose = [
        f"In the {n}th year of the {WORDS[(number + n) % 10]}, number {number}, a {WORDS[n]} was"
        " opened by the mayor, and all who had waited for it so long came to see it."
        for n in range(6)
    ]
    lines = [line for n, text in enumerate(prose) for line in (text, f"Note {n} of the {WORDS[n]}")]
    content = "".join(
        f'<div class="note">{line}</div>' if line.startswith("Note") else f"<p>{line}</p>"
        for line in lines
    )
    html = f"<html><head><title>Day {number}</title></head><body><h1>Day {number}</h1>{content}</body></html>"
    page = label_page(Page(f"https://echo.example/{number}", html), "\n".join(lines))
    return stage_page(page.without_tree(), load_classifier())


@pytest.fixture(scope="module")
def portals() -> list[list[StagedPage]]:
    pytest.importorskip("sklearn")
    return [[staged(10 * portal + n) for n in range(10)] for portal in range(2)]


@pytest.fixture(scope="module")
def trees(portals: list[list[StagedPage]]) -> list[Any]:
    return fit_trees(portals)


def test_they_are_few_and_the_same_each_time(portals: list[list[StagedPage]], trees: list[Any]):
    assert len(trees) == TREES
    assert fit_trees(portals) == trees
    assert json.loads(json.dumps(trees)) == trees


def test_a_page_like_those_is_read_better(trees: list[Any]):
    page, classifier = staged(99), load_classifier()
    before, after = page.read_f1(classifier), page.read_f1(classifier, trees)
    probability = {False: 0, True: 0}
    model = read_classifier(extend_model(BASE, trees, {}))
    for row, score, label in zip(page.rows, page.scores, page.page.labels, strict=True):
        if row and label:
            probability[False] += classifier.to_probability(score)
            probability[True] += model.to_probability(model.second.score(list(row)))
    assert probability[True] > probability[False]
    assert after >= before


def test_the_model_file_is_that_of_the_package_with_more_trees(trees: list[Any]):
    content = extend_model(BASE, trees, {"portals": []})
    assert find_classifier_fault(content) == ""
    stored, base = json.loads(content), json.loads(BASE)
    assert stored["second"]["trees"] == base["second"]["trees"] + trees
    assert stored["recipe"] == {"portals": []}
    assert list(stored) == list(base)


def test_pages_without_units_give_no_trees():
    pytest.importorskip("sklearn")
    empty = label_page(Page("https://echo.example/0", "<html><body></body></html>"), "nothing")
    assert fit_trees([[stage_page(empty, load_classifier())]]) == []
