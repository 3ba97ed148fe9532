"""How this tool was installed: its version, the command that installs an extra, the older tool.

The distribution has a name of its own, since the registry's ``webarticlecurator`` is an older tool
with the same import name: its command would bring that one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import as_message, make_message

__version__ = "1.0.0"
SCHEMA_ADDRESS = (
    "https://raw.githubusercontent.com/webarticlecurator/webarticlecurator/"
    f"v{__version__}/schemas/portal.schema.json"
)
"""Where the JSON Schema of a portal file of this release lies."""
DISTRIBUTION = "portal-curator"
"""The name under which the registry has this tool."""
OLDER_TOOL = "webarticlecurator"
"""The name under which the registry has the older tool."""
_TOOL_FOLDERS = {
    ("pipx", "venvs"): "pipx install --force",
    ("uv", "tools"): "uv tool install --force",
}
"""Folders around an environment that a program for tools has made → its command."""


def describe_install(extra: str) -> str:
    """Return the command that installs an extra where and as this tool is installed: from the
    registry, a checkout or a wheel, by pip, pipx or uv."""
    origin = _read_origin()
    editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
    return f'{_find_installer()} {editable}"{_describe_source(origin, extra)}"'


def name_requirement(extra: str) -> str:
    """Return the requirement of an extra as the registry knows it, for documentation."""
    return f"{DISTRIBUTION}[{extra}]"


def describe_older_tool() -> str:
    """Return a warning where the older tool is installed in the same environment, else ""."""
    # importlib.metadata takes longer than the whole check of a portal file
    if not any([*folder.glob(f"{OLDER_TOOL}-*.dist-info")] for folder in map(Path, sys.path)):
        return ""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return make_message(
            "an older tool is installed in the same environment: {name} {version} (expected"
            " none, because each of the two overwrites and removes files of the other);"
            " uninstall both, and install {distribution} alone",
            name=OLDER_TOOL,
            version=version(OLDER_TOOL),
            distribution=DISTRIBUTION,
        )
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def _find_installer() -> str:
    import shutil

    environment = Path(sys.prefix)
    for folders, command in _TOOL_FOLDERS.items():
        if environment.parts[-3:-1] == folders:
            return command
    pip = shutil.which("pip")
    # The pip of the PATH may be that of another environment: then the extra would be missing still.
    is_own = pip is not None and Path(pip).parent == Path(sys.executable).parent
    return "pip install" if is_own else f'"{sys.executable}" -m pip install'


@lru_cache(maxsize=1)
def _read_origin() -> dict[str, Any]:
    """Return what pip has noted of an installation from an address (PyPA's *Direct URL Data
    Structure*), empty for one from the registry."""
    # here and below: only messages need these, and each command would wait for them (50 ms)
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        noted = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        noted = None
    return json.loads(noted) if noted else {}


def _describe_source(origin: Mapping[str, Any], extra: str) -> str:
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    url = origin.get("url", "")
    if "dir_info" in origin:
        return f"{url2pathname(urlsplit(url).path)}[{extra}]"
    return f"{name_requirement(extra)} @ {url}" if url else name_requirement(extra)


def is_installed(library: str) -> bool:
    """Return True for a library that can be imported, such as ``pyarrow`` or ``ufal.udpipe``."""
    from importlib.util import find_spec

    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # of the package around it
        return False


def require_extra(extra: str, libraries: Sequence[str], purpose: str) -> None:
    """Raise UsageError where a library of an extra is not installed.

    ``libraries``: the names that are imported. ``purpose``: what needs them, for the message.
    """
    missing = [name for name in libraries if not is_installed(name)]
    if missing:
        if len(missing) == 1:
            problem = make_message(
                "{library} is not installed ({purpose} needs it)",
                library=missing[0],
                purpose=as_message(purpose),
            )
            cure = make_message("Install it: {command}", command=describe_install(extra))
        else:
            problem = make_message(
                "{libraries} are not installed ({purpose} needs them)",
                libraries=", ".join(missing),
                purpose=as_message(purpose),
            )
            cure = make_message("Install them: {command}", command=describe_install(extra))
        raise UsageError(problem, cure)
