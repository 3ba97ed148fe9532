"""The steps that change or choose values, each a function of the whole list. They run in the order
of this file."""

from __future__ import annotations

import re
from collections.abc import Callable

from webarticlecurator.model.rule import Filter, Rule
from webarticlecurator.rules.item import Item
from webarticlecurator.rules.resolve import NotAnAddress, resolve
from webarticlecurator.rules.trace import TraceMark


def split_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Each value cut at a regex; the pieces are stripped and empty ones dropped."""
    if rule.split is None:
        return items
    pattern = re.compile(rule.split)
    # "|": it would cut between all characters, so it is meant as it stands
    if pattern.fullmatch(""):
        pattern = re.compile(re.escape(rule.split))
    cut = [(i, piece.strip()) for i in items for piece in pattern.split(i.text()) if piece]
    done = [i._replace(value=piece) for i, piece in cut if piece]
    mark.step("split", read_texts(items), read_texts(done))
    return done


def look_up_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Each value by the table; values that are not in it pass, or are left out with ``only``."""
    if not rule.map:
        return items
    table = _table(rule)
    done = []
    for item in items:
        if item.text() in table:
            done.append(item._replace(value=table[item.text()]))
        elif rule.only:
            mark.excluded(item.text(), "not in the map")
        else:
            done.append(item)
    mark.step("map", read_texts(items), read_texts(done))
    return done


_TABLES: dict[int, tuple[tuple[tuple[str, str], ...], dict[str, str]]] = {}


def _table(rule: Rule) -> dict[str, str]:
    """The pairs of a rule as a dict, made once: a lookup file may hold tens of thousands. The pairs
    are kept with it, so that their identity stays theirs."""
    if len(rule.map) < 50:
        return dict(rule.map)
    kept = _TABLES.get(id(rule.map))
    if kept is None:
        kept = _TABLES[id(rule.map)] = (rule.map, dict(rule.map))
    return kept[1]


def fill_templates(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Each value put into ``{}``."""
    if rule.template is None:
        return items
    done = [i._replace(value=rule.template.replace("{}", i.text())) for i in items]
    mark.step("template", read_texts(items), read_texts(done))
    return done


def make_absolute(base: str, items: list[Item], mark: TraceMark) -> list[Item]:
    """Each value as an address relative to ``base``; what is no address of a page is left out."""
    done = []
    for item in items:
        try:
            done.append(item._replace(value=resolve(base, item.text())))
        except NotAnAddress as error:
            mark.excluded(item.text(), str(error))
    mark.step("resolve", read_texts(items), read_texts(done))
    return done


def replace_in_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Ordered regex replacements; a value that becomes empty is left out."""
    if not rule.replace:
        return items
    done = []
    for item in items:
        value = item.text()
        for pattern, into in rule.replace:
            value = re.sub(pattern, into, value)
        if value.strip():
            done.append(item._replace(value=value.strip()))
        else:
            mark.excluded(item.text(), "replaced by nothing")
    mark.step("replace", read_texts(items), read_texts(done))
    return done


def filter_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """``include`` and ``exclude``."""
    if rule.include is not None:
        items = _filtered(rule.include, items, "include", mark)
    if rule.exclude is not None:
        items = _filtered(rule.exclude, items, "exclude", mark)
    return items


def _filtered(test: Filter, items: list[Item], name: str, mark: TraceMark) -> list[Item]:
    hits = [any(re.search(r, item.text()) for r in test.regexes) for item in items]
    left_out = [hit if name == "exclude" else not hit for hit in hits]
    if test.unless_all and all(left_out):
        mark.note(f"{name} would leave out every value: no effect (unless_all)")
        return items
    for item, out in zip(items, left_out, strict=True):
        if out:
            mark.excluded(item.text(), name)
    return [item for item, out in zip(items, left_out, strict=True) if not out]


def keep_requestable(items: list[Item]) -> list[Item]:
    """Addresses as they are requested: without fragment (RFC 9110, section 7.1)."""
    return [i._replace(value=i.text().partition("#")[0]) for i in items]


def drop_repeats(items: list[Item], key: Callable[[Item], object]) -> list[Item]:
    """Repeats dropped, the first stays."""
    kept: dict[object, Item] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())


def pick_value(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """``first``, ``last``, ``all`` (the default), or a number: 1 is the first, -1 the last.
    ``earliest`` and ``latest`` are chosen where the dates are read (extract.metadata)."""
    if rule.pick in (None, "all", "earliest", "latest") or not items:
        return items
    names = {"first": 1, "last": -1}
    number = names.get(rule.pick or "", 0) or int(rule.pick or 0)
    index = number - 1 if number > 0 else number
    done = items[index : index + 1 or None] if -len(items) <= index < len(items) else []
    mark.step(f"pick {rule.pick}", read_texts(items), read_texts(done))
    return done


def read_texts(items: list[Item]) -> list[str]:
    """The values, for the trace."""
    return [item.text() for item in items]
