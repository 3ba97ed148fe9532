"""How commands end: the exit codes, and the words for them."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class CommandEnd:
    """``meaning`` is what ``curator --help`` and the documentation say of an exit code, ``state``
    is for the table of portals, ``advice`` for the account of a single run."""

    state: str
    advice: str
    meaning: str


WITH_PROBLEMS = 1
"""The exit code of a command that is done, and names what it left out."""
COMMAND_ENDS = {
    0: CommandEnd(
        "done",
        "done",
        "done; 404/410 articles and pages that a rule rejected are verdicts, not problems",
    ),
    WITH_PROBLEMS: CommandEnd(
        "done, with problems",
        "done, with problems",
        "done, with problems: failed or pending articles, no root, a missing archive page or"
        " continuation, link rules that match nothing, rules that would take much TEI, faults that"
        " no rule notices (titles that are all the same, fields that are always empty, pages that"
        " none follows)",
    ),
    2: CommandEnd(
        "error",
        "ended by an error; the log names it",
        "wrong usage or portal file, or the corpus is locked by another process",
    ),
    3: CommandEnd(
        "stopped by the portal",
        "stopped by the portal; run it again later",
        "stopped by the portal: refused or blocked; run the same command again later",
    ),
    4: CommandEnd(
        "error",
        "ended: the store is damaged or the disk is full",
        "the store is damaged or the disk is full",
    ),
    130: CommandEnd(
        "interrupted",
        "stopped; run it again to continue",
        "interrupted; run the same command again to continue",
    ),
}
"""Exit code → how a command has ended."""
