"""Names of a package that are imported when they are asked for.

A command imports only what it runs, and can end quietly while it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def import_lazily(package: str, modules: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` (PEP 562) of a package that offers names of its modules.

    ``modules``: module, relative to the package → its names.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return __getattr__
