"""The typed errors of the package: what happened, where, and how to fix it.

Library code raises them; only ``cli/`` prints them and turns them into exit codes
(``cli/output.py``).
"""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class ConfigProblem:
    """One mistake in a portal file or in a file it names.

    Attributes:
        file: the path as the user wrote it.
        line, column: the position, counted from 1.
        path: the path of the key (``archive.columns.news.url``).
        key: the key itself.
        found: the value in the file.
        allowed: what is allowed there.
        nearest: the nearest known name, or None.
        message: the text for the user.
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
    """Base class of all errors shown to the user.

    ``message`` says what is wrong, ``cure`` is a sentence that says what to do about it.
    """

    def __init__(self, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.message}\n  {self.cure}" if self.cure else self.message


class UsageError(CuratorError):
    """The command cannot be carried out as it was called."""


class PortalUnreachable(UsageError):
    """Nothing answers at the address of a portal: no such host, no connection, no TLS."""


class PlugInError(UsageError):
    """A plug-in of another package cannot be imported, clashes with another one, or fails."""


class ConfigError(CuratorError):
    """The portal file is wrong; ``problems`` lists all mistakes in file order."""

    def __init__(self, problems: tuple[ConfigProblem, ...]) -> None:
        self.problems = problems
        count = len(problems)
        super().__init__(
            "\n".join(str(p) for p in problems) + f"\n{count} problem{'s' if count != 1 else ''}"
        )


def require_no_problems(problems: Iterable[ConfigProblem]) -> None:
    """Raise ConfigError with all problems, if there are any."""
    if found := tuple(problems):
        raise ConfigError(found)


class PageUnreadable(CuratorError):
    """A page could not be read in this run.

    A rule ran out of time, or the worker process was killed. The message names the rule;
    ``reason`` is one of ``verdict.BUILD_FAILURES``.
    """

    def __init__(
        self,
        message: str,
        cure: str = "Correct the rule, then run the same command again.",
        reason: str = "rule-timeout",
    ) -> None:
        super().__init__(message, cure)
        self.reason = reason


class RulesTooSlow(CuratorError):
    """Several pages in a row ran out of time: the rule is at fault, not the pages."""


class TeiAtRisk(CuratorError):
    """Changed rules would take the TEI of many articles, and nothing was done."""


class CorpusLocked(CuratorError):
    """Another process is working on this corpus."""


class CorpusMismatch(UsageError):
    """The folder holds the corpus of another portal, or something else."""


class StoreDamaged(CuratorError):
    """A WARC file or the index of a corpus cannot be read."""


class DiskFull(CuratorError):
    """The disk is full; everything stored before is intact."""


class PortalRefused(CuratorError):
    """The portal refuses to be crawled (circuit breaker, robots.txt with status 503).

    The crawl has stopped and can be resumed.
    """


class RepositoryRefused(CuratorError):
    """A repository does not answer, or refuses a request. The upload can be resumed."""


class WarcUnreadable(CuratorError):
    """A WARC file that is not part of a corpus cannot be read; names file, offset and cure."""


class ManifestDamaged(CuratorError):
    """A manifest is not as it was written; names file, line and cure."""
