"""Short ways to say: this HTML, these rules, these blocks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from body_reading import try_read

from webarticlecurator.extract import BodyResult
from webarticlecurator.model.blocks import Node, find_grammar_errors

Read = Callable[..., BodyResult]


def sketch(node: Node | str) -> str:
    """A tree in one line: ``list[numbered=yes](item(paragraph('a')))``."""
    if isinstance(node, str):
        return repr(node)
    attributes = ",".join(f"{k}={v}" for k, v in node.attributes)
    inside = " ".join(sketch(c) for c in node.children)
    return node.name + (f"[{attributes}]" if attributes else "") + (f"({inside})" if inside else "")


@pytest.fixture
def read() -> Read:
    """HTML → BodyResult whose blocks obey the grammar."""

    def inner(html: str, **more: object) -> BodyResult:
        result = try_read(html, **more)  # type: ignore[arg-type]
        assert isinstance(result, BodyResult), result
        assert find_grammar_errors(Node("body", result.blocks)) == []
        return result

    return inner


@pytest.fixture
def blocks(read: Read) -> Callable[..., list[str]]:
    """HTML → its blocks, sketched."""
    return lambda html, **more: [sketch(b) for b in read(html, **more).blocks]
