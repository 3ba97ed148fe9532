"""The command that lists all articles of a bar, of which a page shows some."""

from __future__ import annotations

import shlex

from webarticlecurator.model.corpus_dimensions import LENGTHS

_UNKNOWN_LANGUAGE = "und"
_FIELDS = {
    "years": "year",
    "months": "month",
    "columns": "column",
    "sections": "section",
    "authors": "authors",
    "languages": "language",
    "detected_languages": "detected_language",
    "access": "access",
}
"""Dimension → the field of ``--where`` that has the names of its bars; the empty name stands for no
value in both."""


def describe_export(config: str, dimension: str, name: str) -> str:
    """Return the command: with the conditions of the bar, or for all articles where no condition
    selects those of the bar. ``config``: how the portal file is named."""
    options = _choose(dimension, name)
    words = ["curator", "export", config, *options, "--format", "csv"]
    return shlex.join(words)


def selects_bar(dimension: str, name: str) -> bool:
    """Return True if the command lists the articles of the bar and no others."""
    return bool(_choose(dimension, name))


def _choose(dimension: str, name: str) -> tuple[str, ...]:
    if dimension == "lengths":
        return _choose_length(int(name))
    if (dimension, name) == ("languages", _UNKNOWN_LANGUAGE):
        name = ""
    if dimension in _FIELDS:
        return ("--where", f"{_FIELDS[dimension]}={name}")
    return ()


def _choose_length(least: int) -> tuple[str, ...]:
    """Return the conditions of a class of length; the longest has no upper bound."""
    longer = [length for length in LENGTHS if length > least]
    most = ("--where", f"words<={longer[0] - 1}") if longer else ()
    return ("--where", f"words>={least}", *most)
