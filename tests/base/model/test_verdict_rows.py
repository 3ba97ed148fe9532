"""The rows of verdicts and of problems say all that is made of them."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import webarticlecurator
from webarticlecurator.articles.by_rules import page_checks
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.reasons import REASONS, Reason
from webarticlecurator.base.model.verdict import (
    GATED,
    GATED_BY_RUN,
    PROBLEM_KINDS,
    SERIOUS,
    Problem,
    require_checks,
)
from webarticlecurator.corpus.corpora.coverage_reasons import COVERAGE_REASONS, OTHER
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.portal_file.config.keys import key_names
from webarticlecurator.proposing.trial.one_article import article_json
from webarticlecurator.service.article_models import RejectedPage

PACKAGE = Path(webarticlecurator.__file__).parent


@pytest.mark.parametrize("reason", REASONS, ids=lambda each: each.name)
def test_a_reason_has_a_cure_that_names_keys_of_the_portal_file(reason: Reason) -> None:
    # nothing is missing, so nothing is to do
    assert bool(reason.cure) != (reason.name in ("continuation", "duplicate", "split"))
    for section, key in re.findall(r"`(\w+)\.(\w+)", reason.cure):
        assert key in key_names(section), f"{section}.{key}"


def test_the_cure_is_shown_by_status_and_service() -> None:
    summary = Summary(rejected={"gone": 3, "of another version": 1})
    (line,) = summary.cures()
    assert line.startswith("3 gone: take it from a web archive")
    answer = article_json(Rejected("https://echo.example/a", "no-root", "no rule"))
    assert RejectedPage(**answer).cure == answer["cure"] != ""


def test_what_is_no_article_is_not_missed() -> None:
    others = {each.name for each in REASONS if not each.counts_as_missing}
    assert others == {
        "not-article", "off-portal", "not-html", "continuation", "duplicate", "excluded", "split",
    }  # fmt: skip
    grouped = {name for name, each in COVERAGE_REASONS.items() if each.group == OTHER}
    assert {f"rejected-{name}" for name in others} == {n for n in grouped if "rejected-" in n}


def test_a_check_that_nothing_makes_cannot_be_switched_off() -> None:
    made = {reason for reason, _ in page_checks._CHECKS}
    assert made | GATED_BY_RUN == set(GATED)
    with pytest.raises(TypeError, match="made-up"):
        require_checks(made, {*made, "made-up"}, "articles/by_rules/page_checks.py")
    with pytest.raises(TypeError, match="empty"):
        require_checks(made, made - {"empty"}, "articles/by_rules/page_checks.py")


def find_problems() -> Iterator[tuple[str, ast.expr]]:
    """The module and the kind of each problem that the package makes."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name == Problem.__name__ and node.args:
                parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
                yield ".".join(parts), node.args[0]


def read_kind(module: str, kind: ast.expr) -> str | None:
    """The word of a kind; None for one that is found out when the problem is made."""
    if isinstance(kind, ast.Constant):
        return str(kind.value)
    if isinstance(kind, ast.Name):
        value = getattr(importlib.import_module(module), kind.id, None)
        return value if isinstance(value, str) else None
    return None


def test_every_kind_of_problem_is_a_row() -> None:
    found = {read_kind(*problem) for problem in find_problems()} - {None}
    assert len(found) > 30
    assert found <= set(PROBLEM_KINDS)
    assert {"teaser", "tag-tie", "undecodable", "date-unreadable"} <= set(PROBLEM_KINDS)
    assert set(SERIOUS).isdisjoint({"teaser", "tag-tie", "undecodable"})
