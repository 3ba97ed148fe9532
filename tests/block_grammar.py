"""Whether a tree of blocks obeys the grammar of the block model."""

from __future__ import annotations

from webarticlecurator.base.model.blocks import ATTRIBUTES, CONTENT, TEXT, Node


def find_grammar_errors(node: Node) -> list[str]:
    """Return the places where ``node`` violates CONTENT or ATTRIBUTES, as ``parent/child``; empty
    for a valid tree."""
    allowed = CONTENT[node.name]
    errors = []
    for child in node.children:
        name = TEXT if isinstance(child, str) else child.name
        is_blank = isinstance(child, str) and not child.strip()
        if name not in allowed and not is_blank:
            errors.append(f"{node.name}/{name}")
        if isinstance(child, Node):
            errors.extend(find_grammar_errors(child))
    known = ATTRIBUTES[node.name]
    errors.extend(f"{node.name}/@{name}" for name, _ in node.attributes if name not in known)
    return errors
