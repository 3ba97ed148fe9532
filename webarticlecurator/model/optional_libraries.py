"""Libraries of the extras of this package, which not every installation has."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from webarticlecurator.errors import UsageError


def describe_install(extra: str) -> str:
    """Return the command that installs an extra."""
    return f'pip install "webarticlecurator[{extra}]"'


def is_installed(library: str) -> bool:
    """Return True for a library that can be imported, such as ``pyarrow`` or ``ufal.udpipe``."""
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
        verb, them = ("is", "it") if len(missing) == 1 else ("are", "them")
        raise UsageError(
            f"{' and '.join(missing)} {verb} not installed ({purpose} needs {them})",
            f"Install {them}: {describe_install(extra)}",
        )
