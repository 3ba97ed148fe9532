"""The shipped model was trained on the features of text units as they are now, but for what the
pages in ``later_pages`` show."""

from __future__ import annotations

import json
import re

import pytest
from benches import import_bench

from webarticlecurator.articles.units import page_tree, text_features, text_units, unit_features
from webarticlecurator.base.portal.trained_models import UNIT_CLASSIFIER, read_trained_model
from webarticlecurator.pages.page import displayed, word_account

digest = import_bench("training.feature_digest")
NOTHING = re.compile("(?!)")
LATER_PAGES = digest.PAGES.parent / "later_pages"
LATER = "22ccb5efacc514f670c654761961e8f6ce16b8e1b8eb7d2a4437ad38dac210c4"
"""The digest of what has changed since the model was trained: dialogs that a control opens are units,
and classes of sizes of screen say nothing of an element. Of four trainings with it
each lowered a kind of page or failed made-up ones."""


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Describe each element anew: what is kept of other tests says nothing of a change, nor may
    what is made here be kept."""
    monkeypatch.setattr(page_tree, "_describe", page_tree._describe.__wrapped__)


def test_the_model_was_trained_on_the_features_as_they_are() -> None:
    recipe = json.loads(read_trained_model(UNIT_CLASSIFIER))["recipe"]
    assert recipe["features"] == digest.digest_features(digest.read_feature_pages()), (
        "the features of text units (or the pages in feature_pages/) have changed since"
        f" {UNIT_CLASSIFIER} was trained; train again with bench/train_units.py, then run"
        " tests/stored/stored_portal.py"
    )


def test_the_trees_that_are_compiled_are_those_of_the_model() -> None:
    formats = import_bench("training.model_format")
    stored = json.loads(read_trained_model(UNIT_CLASSIFIER))
    assert formats.MODULE.read_text(encoding="utf-8") == formats.write_module(stored), (
        "run python -m bench.training.model_format"
    )


def test_what_the_model_was_not_trained_on_is_known() -> None:
    assert digest.digest_features(digest.read_feature_pages(LATER_PAGES)) == LATER, (
        "features have changed again where they had changed since the model was trained; train"
        " again with bench/train_units.py, and ship the model, or write down why not"
    )


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (page_tree, "drop_size_classes", lambda classes: classes),
        (displayed, "_is_named", lambda element, page: False),
    ],
)
def test_the_page_shows_what_has_changed_since(
    module: object, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, value)
    assert digest.digest_features(digest.read_feature_pages(LATER_PAGES)) != LATER


def test_no_feature_is_the_same_for_all_units_of_the_pages() -> None:
    units = [row for page in digest.read_feature_pages() for row in digest.list_values(page)]
    described = [row for row in units if row]
    assert {len(row) for row in described} == {len(digest.NAMES)}
    same = [
        name
        for name, values in zip(digest.NAMES, zip(*described, strict=True), strict=True)
        if len(set(values)) == 1
    ]
    assert not same


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (text_features, "_HEAD", 5),
        (unit_features, "MAX_LINK_SIZE", 20),
        (page_tree, "_list_names", lambda folded: 0),
        (page_tree, "_ROLES", {}),
        (text_units, "BLOCK_TAGS", word_account.BLOCK_TAGS - {"dd"}),
        (text_units, "LINE_TAGS", text_units.LINE_TAGS - {"p"}),
        (text_units, "SKIPPED_TAGS", text_units.SKIPPED_TAGS | {"font"}),
    ],
)
def test_a_change_of_what_the_model_reads_changes_the_digest(
    module: object, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest.digest_features(digest.read_feature_pages())
    monkeypatch.setattr(module, name, value)
    assert digest.digest_features(digest.read_feature_pages()) != before
