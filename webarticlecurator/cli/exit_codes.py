"""The exit codes of all commands and what they mean (docs/commands.md shows the table)."""

from __future__ import annotations

import errno

from webarticlecurator import errors

DONE = 0
PROBLEMS = 1
USAGE = 2
REFUSED = 3
DAMAGED = 4
INTERRUPTED = 130

MEANING: dict[int, str] = {
    DONE: "done; 404/410 articles and pages that a rule rejected are verdicts, not problems",
    PROBLEMS: (
        "done, with problems: failed or pending articles, no root, a missing archive page or"
        " continuation, link rules that match nothing"
    ),
    USAGE: "wrong usage or portal file, or the corpus is locked by another process",
    REFUSED: "stopped by the portal: refused or blocked; run the same command again later",
    DAMAGED: "the store is damaged or the disk is full",
    INTERRUPTED: "interrupted; run the same command again to continue",
}
"""Exit code → its meaning, as ``curator --help`` and the documentation show it."""

_BY_ERROR: tuple[tuple[type[errors.CuratorError], int], ...] = (
    (errors.PortalRefused, REFUSED),
    (errors.StoreDamaged, DAMAGED),
    (errors.DiskFull, DAMAGED),
    (errors.WarcUnreadable, DAMAGED),
    (errors.ManifestDamaged, DAMAGED),
    (errors.CuratorError, USAGE),
)


_NO_SPACE = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def exit_code_of(error: errors.CuratorError | OSError) -> int:
    """Return the exit code of a command that ends with this error."""
    if isinstance(error, OSError):
        return DAMAGED if error.errno in _NO_SPACE else USAGE
    return next(code for kind, code in _BY_ERROR if isinstance(error, kind))


def describe_error(error: errors.CuratorError | OSError) -> str:
    """Return the message of an error; that of the system names the file if there is one."""
    if isinstance(error, OSError):
        prefix = f"{error.filename}: " if error.filename is not None else ""
        return f"{prefix}{error.strerror or error}"
    return str(error)
