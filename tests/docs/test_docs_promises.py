"""Each promise of docs/promises.md names tests that check it; they exist, and pytest collects them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from docs_material import CHECKOUT, PROMISES, README, read, sections

LINK = re.compile(r"\[`(test_\w+)`\]\(https://[\w./]+/blob/main/(tests/[\w/]+\.py)\)")


@pytest.fixture(scope="module")
def promises() -> list[str]:
    return [line for line in read(PROMISES).splitlines() if line.startswith("| **")]


def test_each_promise_names_a_test(promises: list[str]) -> None:
    assert len(promises) >= 12
    assert [promise for promise in promises if not LINK.search(promise)] == []


def test_the_readme_has_the_main_ones_and_leads_to_all() -> None:
    text = sections(read(README))["What it promises"]
    assert len(re.findall(r"(?m)^- \*\*", text)) == 8
    assert "(docs/promises.md)" in text


def test_each_named_test_is_collected(promises: list[str]) -> None:
    """Its file has the name of a file of tests, and in it is a function of that name; pytest itself,
    asked for twenty files, takes longer than most tests."""
    named = {(file, test) for promise in promises for test, file in LINK.findall(promise)}
    found = {(file, test) for file, _ in named for test in usual_tests(CHECKOUT / file)}
    assert sorted(named - found) == []


def usual_tests(file: Path) -> list[str]:
    """The tests of a file that run without ``--long``, too."""
    if not re.fullmatch(r"test_\w+\.py", file.name) or not file.exists():
        return []
    tree = ast.parse(file.read_text(encoding="utf-8"))
    if re.search(r"^pytestmark = .*mark\.long", ast.unparse(tree), re.MULTILINE):
        return []
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [
        function.name
        for function in functions
        if "pytest.mark.long" not in map(ast.unparse, function.decorator_list)
    ]
