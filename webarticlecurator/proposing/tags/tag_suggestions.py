"""``curator tags suggest``: the tag dictionaries from which suggestions are made.

They are those of the shipped portal files, and the base dictionary.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.tags.portal_decisions import (
    DecisionIndex,
    PortalDecisions,
    read_portal_decisions,
)
from webarticlecurator.proposing.tags.suggest import TagSuggester

_NOT_PORTALS = (".tests", ".learned")


def build_suggester(
    own: PortalDecisions | None = None,
    without: Collection[str] = (),
    shipped: Iterable[PortalDecisions] | None = None,
) -> TagSuggester:
    """Return a suggester that knows the decisions of all shipped portals and of ``own``.

    ``own`` are the decisions made so far; ``without`` are ids of portals to leave out. Portals that
    share their dictionary count as one. ``shipped`` is the result of ``read_shipped_decisions`` if
    the caller has it.
    """
    portals = [own] if own is not None else []
    portals += [
        decisions
        for decisions in (read_shipped_decisions() if shipped is None else shipped)
        if decisions.portal not in without and decisions.portal != (own and own.portal)
    ]
    distinct = {decisions.rows: decisions for decisions in reversed(portals)}.values()
    return TagSuggester(DecisionIndex(distinct), base_tags())


def read_shipped_decisions() -> Iterator[PortalDecisions]:
    """Yield the decisions of the shipped portal files, by name.

    A file that cannot be read, or has no decisions, is left out.
    """
    for path in sorted(data_folder("site_configs").glob("*.yaml")):
        if path.stem.endswith(_NOT_PORTALS):
            continue
        try:
            decisions = read_portal_decisions(load_portal(path))
        except ConfigError:
            continue
        if decisions.rows:
            yield decisions
