"""Each promise of the README names tests that check it; they exist, and pytest collects them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from docs_material import CHECKOUT, README, read, sections

LINK = re.compile(r"\[`(test_\w+)`\]\((tests/[\w/]+\.py)\)")


@pytest.fixture(scope="module")
def promises() -> list[str]:
    text = sections(read(README))["What it promises"]
    return [" ".join(item.split()) for item in re.split(r"(?m)^- ", text)[1:]]


def test_each_promise_names_a_test(promises: list[str]) -> None:
    assert len(promises) >= 12
    assert [promise for promise in promises if not LINK.search(promise)] == []


def test_each_named_test_is_collected(promises: list[str]) -> None:
    named = {f"{file}::{test}" for promise in promises for test, file in LINK.findall(promise)}
    files = sorted({name.partition("::")[0] for name in named})
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "no:cacheprovider",
        *files,
    ]
    usual = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    result = subprocess.run(
        command, cwd=CHECKOUT, env=usual, capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    collected = {line.partition("[")[0] for line in result.stdout.splitlines()}
    assert named - collected == set()
