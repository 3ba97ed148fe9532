"""The operation column of a tag dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.blocks import NAMES

PLAIN = frozenset(("drop", "unwrap", "flatten", "auto"))


@dataclass(frozen=True)
class Operation:
    """``kind``: drop, unwrap, flatten, auto, or rename with one name, or two (outer, inner). ``keep``: attributes, in the
    order in which they are asked for an address; empty means the usual ones of the name."""

    kind: str
    names: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


UNWRAP = Operation("unwrap")


def compile_operation(text: str, keep: tuple[str, ...] = ()) -> Operation:
    """Raises ValueError with the reason."""
    if text in PLAIN:
        return Operation(text, (), keep)
    names = tuple(part.strip() for part in text.split(">"))
    unknown = [n for n in names if n not in NAMES]
    if unknown or len(names) > 2:
        raise ValueError(f"the operation {text!r} is none of {', '.join(sorted(PLAIN))}, a block name, or outer>inner")
    return Operation("rename", names, keep)
