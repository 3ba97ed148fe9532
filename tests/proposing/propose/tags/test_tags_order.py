"""Which row counts: the examples of the guide."""

from __future__ import annotations

import re

import pytest
from checkout import CHECKOUT

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

GUIDE = (CHECKOUT / "docs" / "tag-dictionary.md").read_text(encoding="utf-8")
ORDER = GUIDE.partition("### Which row applies")[2].partition("\n### ")[0]
ROWS = tuple(
    TagRow(signature, operation, (), context, line)
    for line, (signature, operation, context) in enumerate(
        re.findall(r"(?m)^\| `([a-z.]+)` \| `([a-z]+)` \| (?:`(.*)` )?\|$", ORDER)
    )
)
EXAMPLES = re.findall(r"(?m)^\| `(<.*>)` \| `([a-z]+)` \| .* \|$", ORDER)


def names(nodes) -> list[str]:
    return [
        name
        for node in nodes
        if not isinstance(node, str)
        for name in (node.name, *names(node.children))
    ]


def made_of(page: str, rows: tuple[TagRow, ...]) -> BodyResult:
    rules = BodyRules(root=(Rule("css", "main"),), tags=rows)
    result = read_body(
        Page("https://echo.example/1", f"<main><h2>Before</h2>{page}<h2>After</h2></main>"),
        rules,
        base_tags(),
    )
    assert isinstance(result, BodyResult)
    return result


def test_the_tables_of_the_guide_are_read():
    assert (len(ROWS), len(EXAMPLES)) == (6, 8)


@pytest.mark.parametrize("rows", [ROWS, ROWS[::-1]], ids=["as-it-stands", "upside-down"])
@pytest.mark.parametrize(("page", "expected"), EXAMPLES)
def test_the_examples_of_the_guide(page, expected, rows):
    result = made_of(page, rows)
    assert expected in names(result.blocks)
    assert {"paragraph", "heading", "lead", "box", "source", "caption"} & set(
        names(result.blocks[1:-1])
    ) <= {
        expected,
        "paragraph",
    }
    assert result.problems == ()


LADDER = [
    ("p", "text equals one two"),
    ("p", "text starts one t"),
    ("p", "text starts one"),
    ("p", "text contains two"),
    ("p", "only child of div.x"),
    ("p", "only child of div"),
    ("p", "child of div#i"),
    ("p", "child of .x"),
    ("p", "child of *"),
    ("p", "in div.x"),
    ("p", "in .x"),
    ("p", "in div"),
    ("p", "in *"),
    ("p", ""),
    ("*", ""),
]


@pytest.mark.parametrize("first", range(len(LADDER)))
def test_of_rows_with_a_context_the_narrowest_counts(first):
    """All rows hold for the tag. Each counts once those above it are removed; there is no tie."""
    operations = ["quote", "box", "lead"]
    rows = tuple(
        TagRow(s, operations[n % 3], (), c, n)
        for n, (s, c) in enumerate(LADDER)
        if n >= first and s == "p"
    )
    rows = (*rows[::-1], TagRow("*", "unwrap", (), "", 99))
    result = made_of('<div class="x" id="i"><p>one  two</p></div>', rows)
    if first < len(LADDER) - 1:
        assert operations[first % 3] in names(result.blocks)
    assert result.problems == ()
