"""The steps that change or select the values of a rule.

Each change is a function from one value to the values in its place; ``change_values`` runs them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from webarticlecurator.base.portal.rule import Filter, Rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.rule_values import Item
from webarticlecurator.pages.rules.trace import TraceMark

_WHOLE_NUMBER = re.compile("[0-9]{1,18}")

Change = Callable[[str], Sequence[str]]
"""Returns the values in place of one value. Raises LeftOut or NotAnAddress for none, with the
reason."""


class LeftOut(ValueError):
    """A step leaves out a value; the message is the reason."""


def change_values(rule: Rule, base: str | None, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the items with their values changed by ``split``, ``map``, ``add`` and ``template``,
    made absolute addresses relative to ``base`` unless it is None, and changed by ``replace``."""
    for name, change in _list_changes(rule, base):
        changed = []
        for item in items:
            try:
                changed += [item._replace(value=value) for value in change(item.text())]
            except (LeftOut, NotAnAddress) as error:
                mark.excluded(item.text(), error.args[0], item.node)
        mark.step(name, list_texts(items), list_texts(changed))
        items = changed
    return items


def list_texts(items: list[Item]) -> list[str]:
    """Return the values, for the trace."""
    return [item.text() for item in items]


def _list_changes(rule: Rule, base: str | None) -> Iterator[tuple[str, Change]]:
    """Yield the changes that a rule makes, with their names, in the order in which they run."""
    if rule.split is not None:
        yield "split", partial(_split, _compile_separator(rule.split))
    if rule.map:
        yield "map", partial(_look_up, _find_table(rule.map), rule.only)
    if rule.add:
        yield f"add {rule.add}", partial(_add, rule.add)
    if rule.template is not None:
        yield "template", partial(_fill, rule.template)
    if base is not None:
        yield "resolve", partial(_resolve, base)
    if rule.replace:
        yield "replace", partial(_replace, rule.replace)


def _compile_separator(regex: str) -> re.Pattern[str]:
    pattern = re.compile(regex)
    # "|" would split between all characters, so it means the character itself
    return re.compile(re.escape(regex)) if pattern.fullmatch("") else pattern


def _split(separator: re.Pattern[str], value: str) -> list[str]:
    """Return the pieces of a value, stripped; empty ones are dropped."""
    pieces = (piece.strip() for piece in separator.split(value) if piece)
    return [piece for piece in pieces if piece]


def _add(summand: int, value: str) -> list[str]:
    """Return a whole number with ``summand`` added; other values are left out.

    A number with leading zeros keeps its length: 009 and 1 are 010.
    """
    number = value.strip()
    if not _WHOLE_NUMBER.fullmatch(number):
        raise LeftOut(make_message("not a whole number, which `add` needs"))
    return [f"{int(number) + summand:0{len(number)}d}"]


def _find_table(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the ``map`` table of a rule. A large one is built once: a lookup file may contain tens
    of thousands of pairs."""
    if len(pairs) < 50:
        return dict(pairs)
    # The pairs are stored with it, so that no other object gets their identity.
    if id(pairs) not in _TABLES:
        _TABLES[id(pairs)] = (pairs, dict(pairs))
    return _TABLES[id(pairs)][1]


_TABLES: dict[int, tuple[tuple[tuple[str, str], ...], dict[str, str]]] = {}


def _look_up(table: dict[str, str], only: bool, value: str) -> list[str]:
    """Return what the table has for a value. One that is not in the table stays or, with ``only``,
    is left out."""
    if only and value not in table:
        raise LeftOut(make_message("not in the map"))
    return [table.get(value, value)]


def _fill(template: str, value: str) -> list[str]:
    return [template.replace("{}", value)]


def _resolve(base: str, value: str) -> list[str]:
    return [resolve(base, value)]


def _replace(pairs: tuple[tuple[str, str], ...], value: str) -> list[str]:
    """Return a value after the regex replacements, in their order; an empty one is left out."""
    for pattern, replacement in pairs:
        value = re.sub(pattern, replacement, value)
    if not value.strip():
        raise LeftOut(make_message("replaced by an empty text"))
    return [value.strip()]


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


def filter_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values that pass ``include`` and ``exclude``."""
    if rule.include is not None:
        items = apply_filter(rule.include, items, "include", mark)
    if rule.exclude is not None:
        items = apply_filter(rule.exclude, items, "exclude", mark)
    return items


def drop_fragments(items: list[Item]) -> list[Item]:
    """Return the addresses without fragment, as they are requested (RFC 9110, section 7.1)."""
    return [i._replace(value=i.text().partition("#")[0]) for i in items]


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
