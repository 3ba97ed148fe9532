"""The command that lists all articles of a bar, of which a page shows some."""

from __future__ import annotations

import calendar
import shlex

_YEAR, _MONTH = len("2019"), len("2019-03")


def describe_export(config: str, dimension: str, name: str) -> str:
    """Return the command: with the days or the column of the bar, or for all articles where no
    option of ``export`` chooses those of the bar. ``config``: how the portal file is named."""
    options = _choose(dimension, name)
    words = ["curator", "export", config, *options, "--format", "csv"]
    return shlex.join(words)


def selects_bar(dimension: str, name: str) -> bool:
    """Return True if the command lists the articles of the bar and no others."""
    return bool(_choose(dimension, name))


def _choose(dimension: str, name: str) -> tuple[str, ...]:
    if dimension == "columns" and name:
        return ("--column", name)
    if dimension == "years" and len(name) == _YEAR:
        return ("--from", f"{name}-01-01", "--until", f"{name}-12-31")
    if dimension == "months" and len(name) == _MONTH:
        last = calendar.monthrange(int(name[:4]), int(name[5:]))[1]
        return ("--from", f"{name}-01", "--until", f"{name}-{last:02}")
    return ()
