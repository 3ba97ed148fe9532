"""The keys of a portal file that other packages add: selectors of rules, link sources of spans."""

from __future__ import annotations

from webarticlecurator.base.errors import PlugInError
from webarticlecurator.base.portal.plug_in import LINK_SOURCE, SELECTOR, list_plug_ins
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Location, Mark
from webarticlecurator.portal_file.keys.keys import TABLES
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.keys.keys_rule import SELECTORS
from webarticlecurator.portal_file.keys.source_kinds import ADDRESSES
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping

_KEYS = {SELECTOR: SELECTORS[0], LINK_SOURCE: ADDRESSES.key}
"""What a plug-in is → a key that every mapping has in which such a plug-in may be a key."""


def plug_in_keys(tree: Mapping, table: str) -> dict[str, Key]:
    """Return the keys of a mapping that are plug-ins, by name.

    Their type is ``plug-in selector`` or ``plug-in link source``. Packages are asked only if a key
    is not in the table.
    """
    keys = TABLES[table]
    unknown = {name.text for name, _ in tree.entries} - {key.name for key in keys}
    roles = [role for role, key in _KEYS.items() if key in keys]
    if not unknown or not roles:
        return {}
    return {
        plug_in.name: Key(plug_in.name, f"plug-in {role}", "", f"A {role} of another package.")
        for role in roles
        for plug_in in list_plug_ins(role)
        if plug_in.name in unknown
    }


def add_plug_in_problem(context: LoadContext, where: Location, error: PlugInError) -> Mark:
    """Add the problem that the plug-in at ``where`` cannot be used, and return BROKEN."""
    message = make_message(
        "{problem}. {cure}", problem=as_message(error.message), cure=as_message(error.cure)
    )
    return context.add_problem(where, message, found=where.key, allowed="an installed plug-in")
