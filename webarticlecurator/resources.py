"""Where the installed data folders are: ``site_configs``, ``schemas``, ``tei_templates``,
``examples``."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``name`` as a path: inside the installed package, or beside it in a checkout.

    Raises FileNotFoundError where neither exists (a broken installation).
    """
    # not importlib.resources: folders without a module in them give, in each version of Python,
    # something else
    inside = _PACKAGE / name
    found = inside if inside.is_dir() else _PACKAGE.parent / name
    if not found.is_dir():
        raise FileNotFoundError(
            f"data folder {name!r} is missing from this installation; install webarticlecurator"
            " again"
        )
    return found
