"""``curator tags suggest``: who is asked for advice. The dictionaries of the shipped portal files,
and the base dictionary."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from webarticlecurator.config import base_tags, load_portal
from webarticlecurator.errors import ConfigError
from webarticlecurator.extract.analysis.suggestions.portal_decisions import (
    DecisionIndex,
    PortalDecisions,
    read_portal_decisions,
)
from webarticlecurator.extract.analysis.suggestions.suggest import TagSuggester
from webarticlecurator.resources import data_folder

_NOT_PORTALS = (".tests", ".learned")


def build_suggester(
    own: PortalDecisions | None = None,
    without: Collection[str] = (),
    shipped: Iterable[PortalDecisions] | None = None,
) -> TagSuggester:
    """All shipped portals but those ``without`` (ids), and ``own``, the decisions that are made
    already. Portals that share their dictionary are one voice. ``shipped``: what shipped_voices()
    gave, if it was asked before."""
    every = [own] if own is not None else []
    every += [
        voice
        for voice in (read_shipped_decisions() if shipped is None else shipped)
        if voice.portal not in without and voice.portal != (own and own.portal)
    ]
    voices = {voice.rows: voice for voice in reversed(every)}.values()
    return TagSuggester(DecisionIndex(voices), base_tags())


def read_shipped_decisions() -> Iterator[PortalDecisions]:
    """The decisions of every shipped portal file, by name; one that cannot be read says nothing."""
    for path in sorted(data_folder("site_configs").glob("*.yaml")):
        voice = None if path.stem.endswith(_NOT_PORTALS) else _voice(path)
        if voice is not None and voice.rows:
            yield voice


def _voice(path: Path) -> PortalDecisions | None:
    try:
        return read_portal_decisions(load_portal(path))
    except ConfigError:
        return None
