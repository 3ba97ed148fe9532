"""One tree of typed errors. Each says what happened, where, and what to do about it.

Library code raises these; only ``cli/`` prints them and turns them into exit codes
(``cli/exit_codes.py``).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ConfigProblem:
    """One thing that is wrong in a portal file (or a file it names).

    ``file`` as the user gave it; ``line`` and ``column`` count from 1; ``path`` is the key's path
    (``archive.columns.news.url``); ``key`` the key itself; ``found`` what was read; ``allowed``
    what is allowed there; ``nearest`` the nearest known name or None.
    """

    file: str
    line: int
    column: int
    path: str
    key: str
    found: str
    allowed: str
    nearest: str | None
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class CuratorError(Exception):
    """Anything the user should be told. ``cure`` is a sentence that says what to do."""

    def __init__(self, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.message}\n  {self.cure}" if self.cure else self.message


class UsageError(CuratorError):
    """The command was called in a way that cannot be carried out."""


class ConfigError(CuratorError):
    """The portal file is wrong; ``problems`` holds all of them, in file order."""

    def __init__(self, problems: tuple[ConfigProblem, ...]) -> None:
        self.problems = problems
        count = len(problems)
        super().__init__(
            "\n".join(str(p) for p in problems) + f"\n{count} problem{'s' if count != 1 else ''}"
        )


class PageUnreadable(CuratorError):
    """A page could not be read this time: a rule ran out of time, or the process that read it was
    ended. The message names the rule; ``reason`` is one of ``verdict.BUILD_FAILURES``."""

    def __init__(
        self,
        message: str,
        cure: str = "Mend the rule, then run the same command again.",
        reason: str = "rule-timeout",
    ) -> None:
        super().__init__(message, cure)
        self.reason = reason


class RulesTooSlow(CuratorError):
    """One page after the other ran out of time: the rule is at fault, not the pages."""


class CorpusLocked(CuratorError):
    """Another process is working on this corpus."""


class CorpusMismatch(UsageError):
    """The corpus folder belongs to another portal, or is not a corpus."""


class StoreDamaged(CuratorError):
    """A WARC or the index cannot be read where it must be readable."""


class DiskFull(CuratorError):
    """The disk took no more bytes; what was stored before is intact."""


class PortalRefused(CuratorError):
    """The portal refuses to be crawled (breaker, robots 503); the crawl stopped and can be
    resumed."""


class WarcUnreadable(CuratorError):
    """A WARC given with ``--warc`` cannot be read; names the file, the offset and the cure."""
