"""The exit codes of all commands and what they mean (docs/commands.md shows the table)."""

from __future__ import annotations

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


def exit_code_of(error: errors.CuratorError) -> int:
    """Return the exit code of a command that ends with this error."""
    return next(code for kind, code in _BY_ERROR if isinstance(error, kind))
