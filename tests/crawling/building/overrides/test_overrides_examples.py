"""The examples of docs/metadata.md: rules, a piece of a page, what comes of them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest
from checkout import CHECKOUT

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

PAGE = CHECKOUT / "docs" / "metadata.md"
EXAMPLES = re.findall(
    r"```yaml\n(.*?)```\n```html\n(.*?)```\n```text\n(.*?)```",
    PAGE.read_text(encoding="utf-8"),
    re.DOTALL,
)
HEAD = "portal: echo\nhome: https://echo.example/\narchive: {url: 'https://echo.example/list', links: h2}\n"


def test_there_are_examples():
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize(
    ("rules", "html", "said"), EXAMPLES, ids=[rules.partition(":")[0] for rules, _, _ in EXAMPLES]
)
def test_an_example_has_the_documented_result(rules: str, html: str, said: str, tmp_path: Path):
    path = tmp_path / "echo.yaml"
    whole = (
        rules if rules.startswith("article:") else "article:\n  metadata:\n" + indent(rules, "    ")
    )
    path.write_text(HEAD + whole, encoding="utf-8", newline="\n")
    portal = load_portal(path)
    found, problems = read_metadata(Page("https://echo.example/1", html), portal, portal.article)
    named = {line.partition(":")[0] for line in said.splitlines()} | {
        line.partition(":")[0] for line in rules.splitlines()
    }
    lines = [
        f"{name}: {' | '.join(v.value for v in values)}\n"
        for name, values in found.fields
        if name in named
    ]
    assert "".join(lines) == said
    assert problems == ()
