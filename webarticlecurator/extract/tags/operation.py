"""Parse the operation column of a tag dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.blocks import NAMES
from webarticlecurator.rules.tag_context import OPERATIONS, block_names


@dataclass(frozen=True)
class Operation:
    """What becomes of an element.

    ``kind``: drop, unwrap, flatten, auto or rename. ``names``: the new name, or two of them (outer,
    inner). ``keep``: attributes that may hold an address, best first; empty for the default ones of
    the name.
    """

    kind: str
    names: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


UNWRAP = Operation("unwrap")
"""Keep the content of an element without its tag."""


def compile_operation(text: str, keep: tuple[str, ...] = ()) -> Operation:
    """Return the operation that a row describes; raises ValueError with the reason."""
    names = block_names(text)
    if not names:
        return Operation(text, (), keep)
    unknown = [n for n in names if n not in NAMES]
    if unknown or len(names) > 2:
        raise ValueError(
            f"the operation {text!r} is none of {', '.join(sorted(OPERATIONS))}, a block name, or"
            " outer>inner"
        )
    return Operation("rename", names, keep)
