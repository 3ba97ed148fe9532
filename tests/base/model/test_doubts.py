"""The one list of doubts: what each costs, in which order they are told, and what is to be done."""

from __future__ import annotations

import re

import pytest

from webarticlecurator.base.doubts.doubt_kinds import DoubtKind
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS
from webarticlecurator.base.model.doubts import doubt_articles, doubt_problems, sort_doubts
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.cli.command_table import COMMANDS
from webarticlecurator.portal_file.keys.keys import TABLES, key_names

KINDS = [kind for kind in DOUBT_KINDS.values() if kind.cure]


@pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.name)
def test_a_kind_of_problem_has_a_cost_and_a_cure_of_keys_and_commands_that_are(
    kind: DoubtKind,
) -> None:
    for section, key in re.findall(r"`(\w+)\.(\w+)", kind.cure):
        assert key in key_names(section), f"{section}.{key}"
    for path in kind.keys:
        *section, key = path.split(".")
        tables = section or TABLES
        assert any(key in key_names(table) for table in tables), path
    for command in re.findall(r"`curator (\w+)", kind.cure):
        assert command in COMMANDS


def test_what_costs_articles_is_said_before_what_costs_texts_and_fields() -> None:
    kinds = "field-empty", "next-page", "wrong-order", "no-links", "empty-archive-page"
    problems = [doubt_problems(Problem(kind, "x", ""), 2) for kind in kinds]
    failed = doubt_articles("failed", "http-503", "https://echo.example/a", "", 12)
    pending = doubt_articles("pending", "", "https://echo.example/b", "", 50)
    doubts = sort_doubts((*problems, pending, failed))
    assert [each.kind for each in doubts] == [
        "empty-archive-page", "no-links", "failed: http-503", "next-page", "field-empty",
        "pending", "wrong-order",
    ]  # fmt: skip


def test_a_doubt_says_what_how_many_the_first_and_the_one_thing_to_do() -> None:
    problem = Problem("page-missing", "https://echo.example/a", "page 2 answered 500")
    doubt = doubt_problems(problem, 3)
    assert doubt.lines() == [
        "problem: page-missing: 3: a page of an article was not captured; its text has a gap there",
        "  https://echo.example/a: page 2 answered 500",
        "  to do: crawl again to fetch what is missing",
    ]
    assert doubt.as_json() == {
        "kind": "page-missing",
        "cost": "texts",
        "what": "a page of an article was not captured; its text has a gap there",
        "count": 3,
        "first": "https://echo.example/a",
        "message": "page 2 answered 500",
        "cure": "crawl again to fetch what is missing",
    }
