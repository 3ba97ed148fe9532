"""Where the installed data folders are: ``site_configs``, ``schemas``, ``tei_templates``, ``examples``."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def data_folder(name: str) -> Path:
    """The folder ``name`` as a path: inside the installed package, or beside it in a checkout that is not installed.

    Raises FileNotFoundError where neither exists (a broken installation).
    """
    try:
        found = Path(str(files(f"webarticlecurator.{name}").joinpath("")))
    except ModuleNotFoundError:
        found = Path(__file__).resolve().parent.parent / name
    if not found.is_dir():
        raise FileNotFoundError(f"data folder {name!r} is missing from this installation; install webarticlecurator again")
    return found
