"""Names of a package that are imported when they are asked for.

A command imports only what it runs: it starts at once, and can end quietly while it does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def import_lazily(package: str) -> Callable[[str], Any]:
    """Return the ``__getattr__`` (PEP 562) of a package that offers names of its modules.

    The names are those that its ``__init__`` imports for type checkers, ``if TYPE_CHECKING:``.
    """
    homes: dict[str, str] = {}

    def __getattr__(name: str) -> Any:  # noqa: N807
        if not homes:
            homes.update(_read_names(package))
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return __getattr__


def _read_names(package: str) -> dict[str, str]:
    """Return name → module of the imports for type checkers in the source of a package."""
    import ast  # .01 s, which ``curator --version`` need not wait for

    spec = sys.modules[package].__spec__
    source = spec.loader.get_source(package) if spec and spec.loader else None  # type: ignore[attr-defined]
    return {
        alias.name: statement.module
        for block in ast.parse(source or "").body
        if isinstance(block, ast.If)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names
    }
