"""Fixtures that read a piece of HTML and sketch its blocks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from block_grammar import find_grammar_errors
from body_reading import try_read

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.base.model.blocks import Node

Read = Callable[..., BodyResult]


def sketch(node: Node | str) -> str:
    """Return a tree in one line: ``list[numbered=yes](item(paragraph('a')))``."""
    if isinstance(node, str):
        return repr(node)
    attributes = ",".join(f"{k}={v}" for k, v in node.attributes)
    inside = " ".join(sketch(c) for c in node.children)
    return node.name + (f"[{attributes}]" if attributes else "") + (f"({inside})" if inside else "")


@pytest.fixture
def read() -> Read:
    """Return a function: HTML → BodyResult, with a check that its blocks obey the grammar."""

    def inner(html: str, **more: object) -> BodyResult:
        result = try_read(html, **more)  # type: ignore[arg-type]
        assert isinstance(result, BodyResult), result
        assert find_grammar_errors(Node("body", result.blocks)) == []
        return result

    return inner


@pytest.fixture
def blocks(read: Read) -> Callable[..., list[str]]:
    """Return a function: HTML → sketches of its blocks."""
    return lambda html, **more: [sketch(b) for b in read(html, **more).blocks]
