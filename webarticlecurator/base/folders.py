"""Where the files lie that come with this tool, and the folders of its user.

Data folders are ``site_configs``, ``schemas``, ``tei_templates``, ``examples``, ``words``,
``translations`` and ``trained``.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_INSIDE = {
    "words": "base/words",
    "translations": "base/translations",
    "trained": "articles/trained",
}
"""Data folders in a wing of the package; the others lie at the top of a checkout."""


def data_folder(name: str) -> Path:
    """Return the path of the data folder ``name``.

    It is inside the installed package, or beside the package in a checkout. Raises
    FileNotFoundError if it is in neither place (a broken installation).
    """
    # importlib.resources treats folders without a module differently in each version of Python
    installed = _PACKAGE / _INSIDE.get(name, name)
    folder = installed if installed.is_dir() else _PACKAGE.parent / name
    if not folder.is_dir():
        raise FileNotFoundError(
            f"data folder {name!r} is missing from this installation; install the tool again"
        )
    return folder


_USER_FOLDERS = {
    "settings": {
        "win32": ("APPDATA", "AppData/Roaming"),
        "darwin": ("", "Library/Application Support"),
        "": ("XDG_CONFIG_HOME", ".config"),
    },
    "state": {
        "win32": ("LOCALAPPDATA", "AppData/Local"),
        "darwin": ("", "Library/Application Support"),
        "": ("XDG_STATE_HOME", ".local/state"),
    },
}
"""What is kept for a user → system → the variable that names its folder, and the one below home."""


def user_folder(kind: str = "settings") -> Path | None:
    """Return the folder of this user's ``settings`` or ``state`` for curator; None if the system
    names no home."""
    of_systems = _USER_FOLDERS[kind]
    variable, below_home = of_systems.get(sys.platform, of_systems[""])
    configured = os.environ.get(variable, "") if variable else ""
    if configured and Path(configured).is_absolute():
        return Path(configured) / "webarticlecurator"
    with suppress(RuntimeError):
        return Path.home() / below_home / "webarticlecurator"
    return None
