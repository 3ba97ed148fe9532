"""The steps that change or select the values of a rule, each a function."""

from __future__ import annotations

import re
from collections.abc import Callable

from webarticlecurator.base.model.rule import Filter, Rule
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.rule_values import Item
from webarticlecurator.pages.rules.trace import TraceMark

_WHOLE_NUMBER = re.compile("[0-9]{1,18}")


def add_to_numbers(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the whole numbers with ``add`` added; other values are left out.

    A number with leading zeros keeps its length: 009 and 1 are 010.
    """
    if not rule.add:
        return items
    sums = []
    for item in items:
        number = item.text().strip()
        if _WHOLE_NUMBER.fullmatch(number):
            sums.append(item._replace(value=f"{int(number) + rule.add:0{len(number)}d}"))
        else:
            mark.excluded(item.text(), "not a whole number, which `add` needs", item.node)
    mark.step(f"add {rule.add}", list_texts(items), list_texts(sums))
    return sums


def apply_filter(test: Filter, items: list[Item], name: str, mark: TraceMark) -> list[Item]:
    matches = [any(re.search(regex, item.text()) for regex in test.regexes) for item in items]
    excluded = [is_match if name == "exclude" else not is_match for is_match in matches]
    if test.unless_all and all(excluded):
        mark.note(f"{name} would leave out every value: no effect (unless_all)")
        return items
    for item, is_excluded in zip(items, excluded, strict=True):
        if is_excluded:
            mark.excluded(item.text(), name, item.node)
    return [item for item, is_excluded in zip(items, excluded, strict=True) if not is_excluded]


def drop_fragments(items: list[Item]) -> list[Item]:
    """Return the addresses without fragment, as they are requested (RFC 9110, section 7.1)."""
    return [i._replace(value=i.text().partition("#")[0]) for i in items]


def list_texts(items: list[Item]) -> list[str]:
    """Return the values, for the trace."""
    return [item.text() for item in items]


def split_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values split at a regex; the pieces are stripped and empty ones dropped."""
    if rule.split is None:
        return items
    pattern = re.compile(rule.split)
    # "|" would split between all characters, so it means the character itself
    if pattern.fullmatch(""):
        pattern = re.compile(re.escape(rule.split))
    pieces = [(item, piece) for item in items for piece in pattern.split(item.text()) if piece]
    split = [item._replace(value=piece.strip()) for item, piece in pieces if piece.strip()]
    mark.step("split", list_texts(items), list_texts(split))
    return split


def look_up_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values replaced by the ``map`` table.

    Values that are not in the table stay or, with ``only``, are left out.
    """
    if not rule.map:
        return items
    # A large dict is built once: a lookup file may contain tens of thousands of pairs. The pairs
    # are stored with it, so that no other object gets their identity.
    if len(rule.map) < 50:
        table = dict(rule.map)
    elif id(rule.map) in _TABLES:
        table = _TABLES[id(rule.map)][1]
    else:
        table = dict(rule.map)
        _TABLES[id(rule.map)] = (rule.map, table)
    mapped = []
    for item in items:
        if item.text() in table:
            mapped.append(item._replace(value=table[item.text()]))
        elif rule.only:
            mark.excluded(item.text(), "not in the map", item.node)
        else:
            mapped.append(item)
    mark.step("map", list_texts(items), list_texts(mapped))
    return mapped


_TABLES: dict[int, tuple[tuple[tuple[str, str], ...], dict[str, str]]] = {}


def fill_templates(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the template with each value in place of ``{}``."""
    if rule.template is None:
        return items
    filled = [item._replace(value=rule.template.replace("{}", item.text())) for item in items]
    mark.step("template", list_texts(items), list_texts(filled))
    return filled


def make_absolute(base: str, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values as addresses relative to ``base``; those that are not are left out."""
    resolved = []
    for item in items:
        try:
            resolved.append(item._replace(value=resolve(base, item.text())))
        except NotAnAddress as error:
            mark.excluded(item.text(), error.args[0], item.node)
    mark.step("resolve", list_texts(items), list_texts(resolved))
    return resolved


def replace_in_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values after the regex replacements, in their order; empty values are left out."""
    if not rule.replace:
        return items
    replaced = []
    for item in items:
        value = item.text()
        for pattern, replacement in rule.replace:
            value = re.sub(pattern, replacement, value)
        if value.strip():
            replaced.append(item._replace(value=value.strip()))
        else:
            mark.excluded(item.text(), "replaced by an empty text", item.node)
    mark.step("replace", list_texts(items), list_texts(replaced))
    return replaced


def filter_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values that pass ``include`` and ``exclude``."""
    if rule.include is not None:
        items = apply_filter(rule.include, items, "include", mark)
    if rule.exclude is not None:
        items = apply_filter(rule.exclude, items, "exclude", mark)
    return items


def drop_repeats(items: list[Item], key: Callable[[Item], object]) -> list[Item]:
    """Return the first item of each key."""
    kept: dict[object, Item] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())


def pick_value(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the items that ``pick`` selects.

    ``first``, ``last``, ``all`` (the default), or a number: 1 is the first, -1 the last.
    ``earliest`` and ``latest`` take effect where the dates are parsed (extract.metadata).
    """
    if rule.pick in (None, "all", "earliest", "latest") or not items:
        return items
    number = {"first": 1, "last": -1}.get(rule.pick or "", 0) or int(rule.pick or 0)
    index = number - 1 if number > 0 else number
    picked = items[index : index + 1 or None] if -len(items) <= index < len(items) else []
    mark.step(f"pick {rule.pick}", list_texts(items), list_texts(picked))
    return picked
