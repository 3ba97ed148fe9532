"""The exit codes of all commands (docs/commands.md shows the table), and those of errors."""

from __future__ import annotations

import errno

from webarticlecurator import errors
from webarticlecurator.model.command_ends import COMMAND_ENDS

DONE, PROBLEMS, USAGE, REFUSED, DAMAGED, INTERRUPTED = COMMAND_ENDS

_BY_ERROR: tuple[tuple[type[errors.CuratorError], int], ...] = (
    (errors.PortalRefused, REFUSED),
    (errors.RepositoryRefused, REFUSED),
    (errors.StoreDamaged, DAMAGED),
    (errors.DiskFull, DAMAGED),
    (errors.WarcUnreadable, DAMAGED),
    (errors.ManifestDamaged, DAMAGED),
    (errors.TeiAtRisk, PROBLEMS),
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
