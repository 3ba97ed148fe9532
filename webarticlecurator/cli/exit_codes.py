"""The exit codes of all commands (docs/commands.md shows the table), and those of errors."""

from __future__ import annotations

import errno
import sys

from webarticlecurator.base import errors
from webarticlecurator.base.command_ends import COMMAND_ENDS
from webarticlecurator.base.text.translation import describe_problems, translate

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


_MAX_PATH = 260
"""What Windows takes, which says of a longer path that it is not there."""


def describe_error(error: errors.CuratorError | OSError) -> str:
    """Return the message of an error; that of the system names the file if there is one."""
    if isinstance(error, OSError):
        if sys.platform == "win32" and len(str(error.filename or "")) >= _MAX_PATH:
            return (
                f"{error.filename}: a path of {len(str(error.filename))} characters (expected less"
                f" than {_MAX_PATH}, unless Windows is told to allow long paths); give a shorter"
                " folder"
            )
        prefix = f"{error.filename}: " if error.filename is not None else ""
        return f"{prefix}{error.strerror or error}"
    if isinstance(error, errors.ConfigError):
        return "\n".join(describe_problems(error))
    words, cure = translate(error.message), translate(error.cure)
    return f"{words}\n  {cure}" if cure else words
