"""The classifier of text units: features, trees, the choice by expected F1, its model file."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.articles.units.classify_units import (
    compile_trees,
    load_classifier,
    read_classifier,
)
from webarticlecurator.articles.units.expected_f1 import choose_by_expected_f1, expect_f1
from webarticlecurator.articles.units.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.units.page_tree import build_page_tree
from webarticlecurator.articles.units.structure_features import collect_page_facts
from webarticlecurator.articles.units.text_confidence import READING_NAMES
from webarticlecurator.articles.units.text_units import Unit, list_page_units
from webarticlecurator.articles.units.unit_features import FEATURE_NAMES, list_features
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.portal.rule_digests import digest_tei_rules
from webarticlecurator.base.portal.trained_models import (
    UNIT_CLASSIFIER,
    digest_trained_model,
    read_trained_model,
)
from webarticlecurator.pages.page.page import Page

URL = "https://echo.example/2020/05/17/the-library-opens-again"
FIRST = "The town library opened its doors again on Monday, after the works had taken two years, twice what was planned."
SECOND = "Readers came from all the villages around, and the mayor, who had promised it, stood in the queue like everybody."
PARAGRAPHS = f"<p>{FIRST}</p><p>{SECOND}</p>"
MENU = "<nav><ul>" + "<li><p><a href=/a>Town and country</a></p></li>" * 9 + "</ul></nav>"
CONTENT = f"{MENU}<main><h1>The library opens again</h1><div class=text>{PARAGRAPHS}</div></main>"


def page(content: str) -> Page:
    return Page(URL, f"<html><head><title>Echo</title></head><body>{content}</body></html>")


def features(content: str) -> Iterator[tuple[Unit, dict[str, int]]]:
    made = page(content)
    units = list_page_units(made)
    hints = collect_hints(made)
    title = find_title_position(units, hints)
    rows = list_features(
        units, build_page_tree(made, units), collect_page_facts(made, hints), title
    )
    for unit, row in zip(units, rows, strict=True):
        if row:
            yield unit, dict(zip(FEATURE_NAMES, row, strict=True))


def feature(content: str, text: str, name: str) -> int:
    return next(values[name] for unit, values in features(content) if unit.text == text)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        (FIRST, "size", len(FIRST)),
        (FIRST, "link_share", 0),
        (FIRST, "commas", 2),
        (FIRST, "ends_sentence", 1),
        (FIRST, "in_nav", 0),
        (FIRST, "in_main", 1),
        (FIRST, "kind_running", 1000),
        (FIRST, "kind_count", 2),
        (FIRST, "after_title", 1),
        (FIRST, "title_up", 2),
        (FIRST, "title_down", 1),
        (FIRST, "outer1_paragraphs", 2),
        (FIRST, "at-1_tag", 6),
        (SECOND, "heading_distance", 2),
        (SECOND, "item_count", 0),
        (FIRST, "text_inner", 1000),
        (FIRST, "text_level", 1),
        (FIRST, "beside_inner", -1),
        (SECOND, "same_kind_before", 1),
        ("Town and country", "link_share", 1000),
        ("Town and country", "in_nav", 1),
        ("Town and country", "in_ul", 1),
        ("Town and country", "copies", 9),
        ("Town and country", "outer1_repeats", 9),
        ("Town and country", "running_before", 0),
    ],
)
def test_features_of_a_small_page(text: str, name: str, value: int) -> None:
    assert feature(CONTENT, text, name) == value


def test_features_are_integers_one_for_each_name() -> None:
    for _, values in features(CONTENT):
        assert len(values) == len(FEATURE_NAMES) == len(set(FEATURE_NAMES))
        assert {type(value) for value in values.values()} == {int}


def test_bare_links_of_menus_have_no_features_but_count_for_others() -> None:
    links = "<ul>" + "<li><a href=/a>Town</a></li>" * 4 + "</ul>"
    listed = {unit.text: values for unit, values in features(f"{links}<p>{FIRST}</p>")}
    assert list(listed) == ["Town", FIRST]
    content = f"<nav>{links}</nav><p>{FIRST}</p>"
    found = {unit.text: values for unit, values in features(content)}
    assert list(found) == [FIRST]
    assert (found[FIRST]["at-1_link_share"], found[FIRST]["page_units"]) == (1000, 5)


def test_ideographs_count_as_the_words_that_they_stand_for() -> None:
    text = "镇图书馆星期一重新开放，屋顶的工程用了两年，是原计划的两倍，附近村庄的读者都来了。"
    content = CONTENT.replace(FIRST, text)
    assert feature(content, text, "kind_running") == 1000
    assert feature(content, text, "commas") == 3


def test_the_choice_has_the_highest_expected_f1() -> None:
    # of the first k units: 180/280, 340/380, 360/480; of the last two, 280/380
    probabilities, sizes = [900, 100, 800], [100, 100, 100]
    chosen, expected = choose_by_expected_f1(probabilities, sizes)
    assert (chosen, expected) == (frozenset((0, 2)), 894)
    assert expect_f1(chosen, probabilities, sizes) == 894
    assert expect_f1((0, 1, 2), probabilities, sizes) == 750
    assert choose_by_expected_f1([0, 0], [5, 7]) == (frozenset(), 0)


def test_trees_add_their_leaves_and_a_threshold_belongs_to_the_lower_half() -> None:
    trees = [[0, 5, -10, [1, 0, 20, 30]], 7]
    score = compile_trees({"start": 100, "trees": trees})
    assert [score(*row) for row in ([5, 9], [6, 0], [6, 1])] == [97, 127, 137]


def go_down(node: Any, row: list[int]) -> int:
    while not isinstance(node, int):
        feature, threshold, low, high = node
        node = low if row[feature] <= threshold else high
    return node


VALUES = st.integers(-3, 3)
TREES = st.recursive(
    st.integers(-99, 99),
    lambda inner: st.tuples(st.integers(0, 4), VALUES, inner, inner).map(list),
    max_leaves=40,
)


@given(st.lists(TREES, min_size=1, max_size=5), st.lists(VALUES, min_size=5, max_size=5))
def test_the_score_is_that_of_going_down_each_tree(trees: list[Any], row: list[int]) -> None:
    score = compile_trees({"start": 7, "trees": trees})
    assert score(*row) == 7 + sum(go_down(tree, row) for tree in trees)


def test_capitals_of_any_script_count() -> None:
    text = "Éva paid 12 €, or ١٢ by Анна, x². " * 9
    head = text[:200]
    ((_, found),) = features(f"<p>{text}</p>")
    assert found["capitals"] == 1000 * sum(each.isupper() for each in head) // 200 > 0


@pytest.mark.parametrize("key", ["features", "reading"])
def test_a_model_trained_with_other_features_is_refused(key: str) -> None:
    stored = json.loads(read_trained_model(UNIT_CLASSIFIER))
    stored[key][0] = "colour"
    with pytest.raises(ValueError, match="trained with other features"):
        read_classifier(json.dumps(stored).encode())


def walk(tree: Any, count: int) -> Iterator[Any]:
    if isinstance(tree, int):
        yield tree
        return
    feature_index, threshold, low, high = tree
    assert 0 <= feature_index < count
    yield threshold
    yield from walk(low, count)
    yield from walk(high, count)


def test_the_model_consists_of_integers_and_says_how_it_was_trained() -> None:
    stored = json.loads(read_trained_model(UNIT_CLASSIFIER))
    counts = {
        "first": len(FEATURE_NAMES),
        "second": len(stored["features"]),
        "confidence": len(READING_NAMES),
    }
    for stage, count in counts.items():
        numbers = [n for tree in stored[stage]["trees"] for n in walk(tree, count)]
        assert {type(n) for n in numbers} == {int}
    table = stored["probabilities"]
    assert sorted(table) == table
    assert 0 <= table[0] <= table[-1] <= 1000
    assert stored["recipe"]["script"] == "bench/train_units.py"
    assert stored["recipe"]["sets"]


def test_paragraphs_are_more_probable_than_a_menu() -> None:
    made = page(CONTENT)
    units = list_page_units(made)
    hints = collect_hints(made)
    title = find_title_position(units, hints)
    facts = collect_page_facts(made, hints)
    found = load_classifier().estimate(made, units, facts, title).probabilities
    by_text = dict(zip((unit.text for unit in units), found, strict=True))
    assert by_text["Town and country"] < 50 < by_text[FIRST]


ESTIMATE = f"""
from webarticlecurator.articles.units.classify_units import load_classifier
from webarticlecurator.articles.units.structure_features import collect_page_facts
from webarticlecurator.articles.units.page_hints import collect_hints, find_page_title
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.pages.page.page import Page
page = Page({URL!r}, "<html><body>" + {CONTENT!r} * 3 + "</body></html>")
facts = collect_page_facts(page, collect_hints(page))
print(load_classifier().estimate(page, list_page_units(page), facts, find_page_title(page)).probabilities)
"""


def test_probabilities_do_not_depend_on_the_hash_seed() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", ESTIMATE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    (answer,) = answers
    assert any(json.loads(answer))


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        (BodyRules(), True),
        (BodyRules(root=(Rule(kind="css", expression="main"),)), False),
        (BodyRules(root=(Rule(kind="css", expression="main"),), guess=True), True),
    ],
)
def test_the_model_is_a_rule_where_text_is_found_without_rules(
    body: BodyRules, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal = Portal(id="echo", home=URL, article=ArticleRules(body=body))
    before = digest_tei_rules(portal, b"")
    monkeypatch.setattr(
        "webarticlecurator.base.portal.rule_digests.digest_trained_model", lambda name: "another"
    )
    assert (digest_tei_rules(portal, b"") != before) is counts


def test_the_digest_is_that_of_the_file() -> None:
    content = read_trained_model(UNIT_CLASSIFIER)
    assert digest_trained_model(UNIT_CLASSIFIER) == hashlib.sha256(content).hexdigest()
