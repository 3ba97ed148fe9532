"""Both designs in one portal file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import run_supervised
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_value, set_value
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.repair.design_differences import choose_condition
from webarticlecurator.proposing.repair.list_rules import (
    LIST_STEPS,
    KeyPath,
    KnownList,
    choose_links,
    choose_next,
    compare_list,
    read_listing,
)


def add_archive_rules(
    portal: Portal, text: str, lists: Sequence[KnownList]
) -> tuple[str, list[str]]:
    """Return the text of a portal file with further rules for the links and the next page, where
    the present ones do not find the same in the new design, and remarks. Raises UsageError where
    the rules are in no place of this file."""
    groups = group_values((find_place(text, each.span, ("links",)), each) for each in lists)
    remarks: list[str] = []
    for path, group in groups.items():
        read = [run_supervised(portal, e.new.url, read_listing, e.new, e.span) for e in group]
        compared = [*map(compare_list, group, read)]
        is_wrong = any(each.missing or each.added for each in compared)
        selectors = choose_links(portal, group) if is_wrong else ()
        has_next = any(each.span.pagination.mode == "next-link" for each in group)
        is_wrong = has_next and any(each.next_page for each in compared)
        following = choose_next(portal, group) if is_wrong else []
        if not (selectors or following):
            continue
        condition = choose_condition(
            portal, selectors, [each.new for each in group], [each.old for each in group]
        )
        if condition is None:
            remarks.append(make_message("archive pages: nothing tells the designs from each other"))
            continue
        if selectors:
            new: list[Mapping[str, YamlValue]] = [{"css": css} for css in selectors]
            text = _put_beside(text, path, "union", condition, new)
        if following:
            place = find_place(text, group[0].span, ("pagination", "next"))
            new = [_as_mapping(to_rule_yaml(rule)) for rule in following]
            text = _put_beside(text, place, "first_of", condition, new)
    return text, remarks


def _as_mapping(rule: YamlValue) -> Mapping[str, YamlValue]:
    return rule if isinstance(rule, Mapping) else {"css": rule}


def _put_beside(
    text: str,
    path: KeyPath,
    many: str,
    condition: YamlValue,
    new: Sequence[Mapping[str, YamlValue]],
) -> str:
    """Return the text with new rules at a place, for pages that meet a condition, before those of
    other pages."""
    old = find_value(text, path)
    assert old is not None
    rules = list(old) if isinstance(old, (list, tuple)) else [old]
    kept: list[YamlValue] = []
    for rule in rules:
        value = _as_mapping(rule)
        if "unless" in value:
            value = {many: [rule]}
        kept.append({**value, "unless": condition})
    only = rules[0] if len(rules) == 1 and isinstance(rules[0], Mapping) else {}
    steps = {key: only[key] for key in LIST_STEPS if key in only}
    return set_value(text, path, [*({**each, **steps, "when": condition} for each in new), *kept])


def find_place(text: str, span: Span, keys: KeyPath) -> KeyPath:
    """Return where the file has a value of a span: in it, its column or the archive. Raises
    UsageError."""
    column = ("archive", "columns", span.column)
    places = ((*column, "spans", str(span.number)), column, ("archive",))
    for place in places:
        if find_value(text, (*place, *keys)) is not None:
            return (*place, *keys)
    raise UsageError(
        f"{'.'.join(keys)} of column {span.column}: not in this file, but in one that it names",
        "Write the rule into the portal file first.",
    )
