"""Edits of the archive of a portal file: what accepted proposals write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.pagination import BROWSER_LIST
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.portal_file.keys.source_kinds import OTHER_SOURCES
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.portal_file.yaml_file.yaml_edit import (
    add_value,
    find_value,
    remove_value,
    set_value,
)
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, YamlValue
from webarticlecurator.proposing.list_pages.paging import ListAddress

ARCHIVE = "archive"
_FIRST = 1
"""The first page number unless the file says another."""


def set_links(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for links, of the column if that has its own. Raises
    UsageError."""
    return set_value(text, _find_place(text, column, "links"), to_rule_yaml(rule))


def add_exclusion(text: str, regex: str, column: str | None) -> str:
    """Return the text with a regex for addresses that the rules for links leave out; beside what
    other sources list where there are none. Raises UsageError."""
    place = _find_place(text, column, "links")
    rules = find_value(text, place)
    if rules is None:
        place = _find_place(text, column, "exclude")
        return set_value(text, place, _join_regexes(find_value(text, place), regex))
    if isinstance(rules, Sequence) and not isinstance(rules, str):
        return set_value(text, place, [_exclude(each, regex) for each in rules])
    return set_value(text, place, _exclude(rules, regex))


def add_rejection(text: str, regex: str) -> str:
    """Return the text with a rule that rejects the pages at such addresses. Raises UsageError."""
    return add_value(text, ["article", "reject"], {"url": regex, "reason": "not-article"})


def _exclude(rule: YamlValue, regex: str) -> YamlValue:
    whole: dict[str, YamlValue] = {**rule} if isinstance(rule, Mapping) else {"css": rule}
    return {**whole, "exclude": _join_regexes(whole.get("exclude"), regex)}


def _join_regexes(present: YamlValue | None, regex: str) -> YamlValue:
    """Return what ``exclude`` says with a regex more."""
    if isinstance(present, Mapping):
        return {**present, "regex": _join_regexes(present.get("regex"), regex)}
    if present is None:
        return regex
    known = [present] if isinstance(present, str) else [*present]  # type: ignore[misc]
    return [*known, regex]


def set_next(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for the next page. Raises UsageError."""
    value: YamlValue = {"mode": "next-link", "next": to_rule_yaml(rule)}
    return set_value(text, _find_place(text, column, "pagination"), value)


def set_click(text: str, css: str, column: str | None) -> str:
    """Return the text with the button that a browser presses for more of the list. Raises
    UsageError."""
    value: YamlValue = {"mode": BROWSER_LIST.name, "click": css}
    return set_value(text, _find_place(text, column, "pagination"), value)


def set_whole(text: str, column_names: Iterable[str]) -> str:
    """Return the text with ``pagination: none`` where links should lead on, or nothing is said: no
    page follows that which is known. Raises UsageError."""
    place = [ARCHIVE, "pagination"]
    if find_value(text, place) is None:
        text = set_value(text, place, Keyword("none"))
    columns = [[ARCHIVE, "columns", name, "pagination"] for name in column_names]
    for each in (place, *columns):
        if find_value(text, [*each, "mode"]) == "next-link":
            text = set_value(text, each, Keyword("none"))
    return text


def is_whole(text: str, portal: Portal) -> bool:
    """Return True if the portal file says how many pages the list has; one that says nothing of
    ``pagination`` was not asked, and a link may always lead on."""
    return find_value(text, [ARCHIVE, "pagination"]) is not None and not is_led_on_by_links(portal)


def is_led_on_by_links(portal: Portal) -> bool:
    """Return True where only a link leads on, in one span at least."""
    return any(
        span.dates is None and span.pagination.mode == "next-link" for span in portal.spans.values()
    )


def set_address(text: str, address: ListAddress) -> str:
    """Return the text with the address of the archive, its dates and a pagination that fits.

    Raises UsageError if the archive has columns, which have addresses of their own.
    """
    if find_value(text, [ARCHIVE, "columns"]) is not None:
        raise UsageError("the archive has columns", "Write the address of each column in the file.")
    text = set_value(text, [ARCHIVE, "url"], address.template)
    if address.columns:
        text = set_value(text, [ARCHIVE, "columns"], address.columns)
    for source in OTHER_SOURCES:
        text = _remove(text, [ARCHIVE, source])
    if address.first_day is not None:
        dates: YamlValue = {"from": address.first_day, "step": address.step}
        text = set_value(text, [ARCHIVE, "dates"], dates)
    else:
        text = _remove(text, [ARCHIVE, "dates"])
    return _set_pagination(text, address)


def _set_pagination(text: str, address: ListAddress) -> str:
    """Return the text with a pagination for an address, or with its own if that fits."""
    place = [ARCHIVE, "pagination"]
    mode = find_value(text, [*place, "mode"]) or find_value(text, place)
    has_page = "{page}" in address.template
    known = MODES.get(str(mode or "none"))
    if known is not None and (known.reads_page_field if has_page else not known.counts_pages):
        return text
    if not has_page:  # whether it is the whole list is still to be asked
        return _remove(text, place)
    first = _FIRST if address.first_page is None else address.first_page
    value: YamlValue = {"mode": "infinite-scroll", **({"first": first} if first < _FIRST else {})}
    return set_value(text, place, value)


def _find_place(text: str, column: str | None, key: str) -> list[str]:
    """Return the path of a key: in the column where that has its own, else in the archive."""
    own = [ARCHIVE, "columns", column or "", key]
    return own if column and find_value(text, own) is not None else [ARCHIVE, key]


def _remove(text: str, path: list[str]) -> str:
    return text if find_value(text, path) is None else remove_value(text, path)
