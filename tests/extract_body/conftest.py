"""Short ways to say: this HTML, these rules, these blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from webarticlecurator.config import base_tags
from webarticlecurator.extract import BodyResult, body
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.blocks import Node, grammar_errors
from webarticlecurator.model.portal import BodyRules, TagRow
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page

URL = "https://echo.example/news/one.html"
Read = Callable[..., BodyResult]


def sketch(node: Node | str) -> str:
    """A tree in one line: ``list[numbered=yes](item(paragraph('a')))``."""
    if isinstance(node, str):
        return repr(node)
    attributes = ",".join(f"{k}={v}" for k, v in node.attributes)
    inside = " ".join(sketch(c) for c in node.children)
    return node.name + (f"[{attributes}]" if attributes else "") + (f"({inside})" if inside else "")


def try_read(
    html: str, *, root: Sequence[str] = (), drop: Sequence[str] = (), tags: Sequence[tuple[str, ...]] = (), **more: str
) -> BodyResult | Rejected:
    """``tags``: (signature, operation, context, keep); the line is the place in the list, from 1."""
    rows = tuple(
        TagRow(r[0], r[1], tuple(r[3].split()) if len(r) > 3 else (), r[2] if len(r) > 2 else "", line)
        for line, r in enumerate(tags, 1)
    )
    rules = BodyRules(tuple(Rule("css", r) for r in root), tuple(Rule("css", d) for d in drop), rows)
    return body(Page(URL, html), rules, base_tags(), **more)


@pytest.fixture
def read() -> Read:
    """HTML → BodyResult whose blocks obey the grammar."""

    def inner(html: str, **more: object) -> BodyResult:
        result = try_read(html, **more)  # type: ignore[arg-type]
        assert isinstance(result, BodyResult), result
        assert grammar_errors(Node("body", result.blocks)) == []
        return result

    return inner


@pytest.fixture
def blocks(read: Read) -> Callable[..., list[str]]:
    """HTML → its blocks, sketched."""
    return lambda html, **more: [sketch(b) for b in read(html, **more).blocks]
