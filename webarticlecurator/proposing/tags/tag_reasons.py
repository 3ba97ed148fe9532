"""Reasons for an operation that is suggested for a tag: data in tables, words where they are read.

In a table, a reason is a key and its parts, such as ``links 0.95``; several are separated by
``;``. A part is quoted as in a shell if it has blanks.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from itertools import groupby
from string import Formatter

from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.charts.bar_names import name_operation

TagReason = tuple[str, ...]
"""A key of REASONS, and a part for each value in its words, in their order."""
REASONS = {
    "unknown-element": make_message("its element is not known"),
    "same-signature": make_message("the same signature is “{operation}” in {portals}"),
    "element-and-word": make_message(
        "{tag} with “{word}” in its name is “{operation}” in {portals}"
    ),
    "word": make_message("“{word}” in the name means “{operation}” in {portals}"),
    "base": make_message("the base dictionary has {signature}"),
    "base-nothing": make_message("the base dictionary has nothing"),
    "for-machines": make_message("the property {value} is meant for machines"),
    "usual-meaning": make_message("a name with “{word}” usually means “{operation}”"),
    "inside": make_message("inside {name}, which is “{operation}”"),
    "holds": make_message("holds {name}, which is “{operation}”"),
    "holds-a-time": make_message("nearly each holds one {name}, the time of an entry"),
    "several-articles": make_message("several article elements in one article"),
    "links": make_message("{linked:.0%} of its words are links"),
    "at-the-beginning": make_message("{own:.0f} words at the beginning of the text"),
    "links-at-the-end": make_message("at the end of the text, {linked:.0%} of its words are links"),
    "times": make_message("{clock:.0%} are a line with a time of day, {per_page:.0f} a page"),
    "time-elements": make_message("{per_page:.0f} time elements a page"),
}
"""The keys, and what they say."""
_BETWEEN = ";"


def write_reasons(reasons: Iterable[TagReason]) -> str:
    """Return reasons as a cell of a table has them."""
    return f" {_BETWEEN} ".join(map(shlex.join, reasons))


def say_reasons(cell: str) -> str:
    """Return the reasons in a cell in words, in the language of the reader; another text, such as
    that of a person, as it is."""
    try:
        words = shlex.split(cell)
        reasons = [tuple(parts) for is_end, parts in groupby(words, _BETWEEN.__eq__) if not is_end]
        return "; ".join(_say_reason(*reason) for reason in reasons)
    except (KeyError, ValueError):
        return cell


def _say_reason(key: str, *parts: str) -> str:
    """Return a reason in words. Raises KeyError and ValueError if it is none."""
    fields = [(name, form) for _, name, form, _ in Formatter().parse(REASONS[key]) if name]
    values = {
        name: float(part) if form else _name_part(name, part)
        for (name, form), part in zip(fields, parts, strict=True)
    }
    return translate(str(REASONS[key]), **values)


def _name_part(name: str, part: str) -> str:
    if name == "operation":
        return name_operation(part)
    return part.replace(",", ", ") if name == "portals" else part
