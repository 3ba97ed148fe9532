"""The installed data folders: ``site_configs``, ``schemas``, ``tei_templates``, ``examples``."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """Return the path of the data folder ``name``.

    It is inside the installed package, or beside the package in a checkout. Raises
    FileNotFoundError if it is in neither place (a broken installation).
    """
    # importlib.resources treats folders without a module differently in each version of Python
    installed = _PACKAGE / name
    folder = installed if installed.is_dir() else _PACKAGE.parent / name
    if not folder.is_dir():
        raise FileNotFoundError(
            f"data folder {name!r} is missing from this installation; install the tool again"
        )
    return folder
