"""The link source of a span: exactly one, from the deepest part of the file that names one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.base.portal.portal import AddressTemplate, SourceSettings
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Section
from webarticlecurator.portal_file.config.plug_in_sources import SourceUse
from webarticlecurator.portal_file.config.section_merge import merge_sections
from webarticlecurator.portal_file.keys.keys import key_names
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.keys.source_kinds import (
    ADDRESSES,
    EXCLUDE,
    INCLUDE,
    KINDS,
    LIST_KEYS,
    OTHER_SOURCES,
    SourceKind,
)
from webarticlecurator.portal_file.values.value_fault import quote_value

_NAMES = ", ".join(KINDS)
_OTHERS = f"{', '.join(OTHER_SOURCES[:-1])} or {OTHER_SOURCES[-1]}"
_KEYS = frozenset(name for table in ("archive", "column", "span") for name in key_names(table))


def kinds_of(section: Section) -> dict[str, SourceKind]:
    """Return the kinds of link sources that a section may name: ours, and plug-ins that it names.

    One that cannot be used reads every key, so that there is one problem.
    """
    plug_ins = {name: entry.value for name, entry in section.entries.items() if name not in _KEYS}
    return KINDS | {
        name: use.kind
        if isinstance(use, SourceUse)
        else SourceKind(Key(name, "", "", ""), LIST_KEYS, more_keys=(INCLUDE, EXCLUDE))
        for name, use in plug_ins.items()
    }


def merge_span(above: Section, over: Section) -> Section:
    """Return ``over`` merged over ``above``; a link source replaces one of another kind."""
    named = [name for name in kinds_of(over) if over.has(name)]
    if named:
        sources = kinds_of(above).keys() - named
        kept = {key: entry for key, entry in above.entries.items() if key not in sources}
        above = Section(above.name, kept, above.at, above.parent_broken)
    return merge_sections(above, over)


def find_source(context: LoadContext, section: Section) -> SourceKind:
    """Return the kind of the link source of a span; report a missing or a second one."""
    kinds = kinds_of(section)
    named = [name for name in kinds if section.has(name)]
    if not named:
        context.add_problem(
            section.at,
            make_message(
                'missing key: "url" (the address of the archive pages; or'
                " {others}); add it here, or to archive",
                others=_OTHERS,
            ),
            key="url",
            allowed="url: an http(s) address",
        )
        return ADDRESSES
    first, *others = sorted(named, key=lambda name: section.where(name).place.line)
    for name in others:
        context.add_problem(
            section.where(name),
            make_message(
                "a second link source: {name}, beside {first} on line {line}"
                " (expected one of {names}); remove one, or give each a column or a"
                " span of its own",
                name=quote_value(name),
                first=quote_value(first),
                line=section.where(first).place.line,
                names=_NAMES,
            ),
            found=name,
            allowed=f"one of {_NAMES}",
        )
    return kinds[first]


def without_unread_keys(context: LoadContext, section: Section, kind: SourceKind) -> Section:
    """Return the section with the keys that its link source reads.

    Keys that are inherited from above the source are left out; a key written beside or below it is
    a problem.
    """
    if not section.has(kind.name):
        return section
    depth = section.where(kind.name).path.count(".")
    read = {*kind.keys_beside, *kinds_of(section)}
    entries = {}
    for name, entry in section.entries.items():
        is_inherited = entry.at.path.count(".") < depth
        if name in read:
            entries[name] = entry
        elif not is_inherited and section.has(name) and entry.at not in context.seen:
            context.seen.add(entry.at)
            users = ", ".join(other.name for other in KINDS.values() if name in other.keys_beside)
            message = make_message(
                "`{name}` has no effect beside {name2} (it is read with {users}); remove it",
                name=name,
                name2=quote_value(kind.name),
                users=users,
            )
            allowed = ", ".join(kind.keys_beside) or "nothing beside it"
            context.add_problem(entry.at, message, found=name, allowed=allowed)
    return Section(section.name, entries, section.at, section.parent_broken)


def check_needed_keys(context: LoadContext, section: Section, kind: SourceKind) -> None:
    """Report keys that the mapping of a link source lacks."""
    inner = section.get(kind.name, None)
    if not isinstance(inner, Section) or section.is_broken(kind.name):
        return
    keys = {key.name: key for key in kind.sections[kind.name]}
    for name in (name for name in kind.needs if not inner.has(name)):
        message = make_message(
            "missing key: {name} ({meaning}); add it",
            name=quote_value(name),
            meaning=keys[name].lower_clause,
        )
        context.add_problem(inner.at, message, key=name, allowed=name)


def read_source(
    section: Section, kind: SourceKind, home: str
) -> tuple[AddressTemplate, SourceSettings]:
    """Return the address of the first pages of a link source, and its settings."""
    value = section.get(kind.name, None)
    url = AddressTemplate("", ()) if value is None else kind.address(value, home)
    inside = _list_options(value) if isinstance(value, Section) else ()
    beside = ((key.name, section.get(key.name, ())) for key in kind.more_keys)
    options = tuple((name, given) for name, given in (*inside, *beside) if given)
    return url, SourceSettings(kind.name, options, kind.plug_in)


def _list_options(section: Section) -> Iterator[tuple[str, Any]]:
    """Yield the values of the mapping of a link source, without its address, by their paths."""
    for name in key_names(section.name):
        value = section.get(name, ())
        if isinstance(value, Section):
            yield from ((f"{name}.{below}", each) for below, each in _list_options(value))
        elif name != "url":
            yield name, value


def check_named_pages(
    context: LoadContext, section: Section, kind: SourceKind, url: AddressTemplate
) -> None:
    """Report page numbers in a span whose pages are found, not counted."""
    where = section.where(kind.name)
    if url.has("page"):
        message = make_message(
            "the address has the field {field}, but its pages are not counted; remove it",
            field="{page}",
        )
        context.add_problem(where, message, found=url.text, allowed="an address without {page}")
    paging = section.section("pagination")
    if paging.is_broken("mode"):
        return
    mode = MODES[paging.get("mode", "none")]
    if mode.counts_pages:
        context.add_problem(
            paging.at,
            make_message(
                "mode {name} counts pages, but archive pages that an index names"
                " have addresses of their own; follow their links to the next page,"
                " or leave pagination out",
                name=mode.name,
            ),
            found=mode.name,
            allowed="none, next-link",
        )
    elif mode.page_field_key and paging.has(mode.page_field_key):
        context.add_problem(
            paging.where(mode.page_field_key),
            make_message(
                "`{page_field_key}` has no effect without {{page}} in an address; remove it",
                page_field_key=mode.page_field_key,
            ),
            found=mode.page_field_key,
        )
