"""The command that lists all articles of a bar, of which a page shows some."""

from __future__ import annotations

import shlex

from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_BY_KEY, LENGTHS
from webarticlecurator.base.text.word_borders import WORDS

_UNKNOWN_LANGUAGE = "und"


def describe_export(config: str, dimension: str, name: str) -> str:
    """Return the command: with the conditions of the bar, or for all articles where no condition
    selects those of the bar. ``config``: how the portal file is named."""
    return shlex.join(["curator", "export", config, *_choose(dimension, name), "--format", "csv"])


def selects_bar(dimension: str, name: str) -> bool:
    """Return True if the command lists the articles of the bar and no others."""
    return bool(_choose(dimension, name))


def _choose(dimension: str, name: str) -> tuple[str, ...]:
    if dimension == "lengths":
        # the longest class has no upper bound
        words, _, unit = name.partition(" ")
        least, counted = int(words), f"word_unit={unit or WORDS}"
        longer = [length for length in LENGTHS if length > least]
        most = ("--where", f"words<={longer[0] - 1}") if longer else ()
        return ("--where", f"words>={least}", *most, "--where", counted)
    if (dimension, name) == ("languages", _UNKNOWN_LANGUAGE):
        name = ""
    found = DIMENSIONS_BY_KEY.get(dimension)
    return ("--where", f"{found.where}={name}") if found is not None and found.where else ()
