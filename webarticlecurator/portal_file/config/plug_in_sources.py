"""Link sources of other packages in a span: ``word: address``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PlugInError
from webarticlecurator.base.portal.plug_in import (
    LINK_SOURCE,
    FileSource,
    PlugIn,
    find_plug_in,
    load_plug_in,
)
from webarticlecurator.base.portal.portal import AddressTemplate, SourceSettings
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import BROKEN, LoadContext, locate_node
from webarticlecurator.portal_file.config.plug_in_keys import add_plug_in_problem
from webarticlecurator.portal_file.config.section import read_scalar
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.keys.source_kinds import EXCLUDE, INCLUDE, KINDS, SourceKind
from webarticlecurator.portal_file.values.expressions import SCALARS
from webarticlecurator.portal_file.yaml_file.yaml_tree import Tree

_KNOWN_BEFORE = make_message(
    "files of a plug-in: the articles that they list are known once they are read"
)


@dataclass(frozen=True)
class SourceUse:
    """A link source of another package, and the address that a span gives it."""

    kind: SourceKind
    address: AddressTemplate


@lru_cache(maxsize=64)
def plug_in_kind(plug_in: PlugIn) -> SourceKind:
    """Return the row of a link source of another package. Raises PlugInError."""
    source = load_plug_in(plug_in, FileSource)
    return SourceKind(
        Key(plug_in.name, "plug-in link source", "", "A link source of another package."),
        ("dates", "settle"),
        _KNOWN_BEFORE,
        more_keys=(INCLUDE, EXCLUDE),
        listed=source.listed,
        address=lambda use, _home: use.address,
        plug_in=plug_in,
    )


def read_plug_in_source(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the ``SourceUse`` of a key that ``plug_in_keys`` has found."""
    where = locate_node(tree, path)
    try:
        plug_in = find_plug_in(LINK_SOURCE, where.key)
        assert plug_in is not None
        kind = plug_in_kind(plug_in)
    except PlugInError as error:
        return add_plug_in_problem(context, where, error)
    address = read_scalar(context, tree, SCALARS["archive address"], path)
    return BROKEN if address is BROKEN else SourceUse(kind, address)


def names_of_values(source: SourceSettings) -> tuple[str, ...]:
    """Return the names of the values that the pages of a source have beside each link; none for a
    plug-in that cannot be used."""
    if source.plug_in is not None:
        return plug_in_kind(source.plug_in).listed
    return KINDS[source.kind].listed if source.kind in KINDS else ()


def describe_pages_before(source: str) -> str:
    """Return what is known of the pages of a kind of source before the first request."""
    return KINDS[source].known_before if source in KINDS else _KNOWN_BEFORE
