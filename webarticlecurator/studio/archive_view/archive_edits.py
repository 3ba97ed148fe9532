"""Edits of the archive of a portal file: what accepted proposals write."""

from __future__ import annotations

from webarticlecurator.archive.discovery.list_addresses import ListAddress
from webarticlecurator.config.proposed_file import to_rule_yaml
from webarticlecurator.config.yaml_edit import (
    Keyword,
    YamlValue,
    find_value,
    remove_value,
    set_value,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.model.pagination import MODES
from webarticlecurator.model.rule import Rule

ARCHIVE = "archive"
_OTHER_SOURCES = ("index", "sitemap", "feed")
"""What a span has in place of ``url``."""
_FIRST = 1
"""The first page number unless the file says another."""


def set_links(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for links, of the column if that has its own. Raises
    UsageError."""
    return set_value(text, _find_place(text, column, "links"), to_rule_yaml(rule))


def set_next(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for the next page. Raises UsageError."""
    value: YamlValue = {"mode": "next-link", "next": to_rule_yaml(rule)}
    return set_value(text, _find_place(text, column, "pagination"), value)


def set_address(text: str, address: ListAddress) -> str:
    """Return the text with the address of the archive, its dates and a pagination that fits.

    Raises UsageError if the archive has columns, which have addresses of their own.
    """
    if find_value(text, [ARCHIVE, "columns"]) is not None:
        raise UsageError("the archive has columns", "Write the address of each column in the file.")
    text = set_value(text, [ARCHIVE, "url"], address.template)
    if address.columns:
        text = set_value(text, [ARCHIVE, "columns"], address.columns)
    for source in _OTHER_SOURCES:
        text = _remove(text, [ARCHIVE, source])
    if address.first_day is not None:
        dates: YamlValue = {"from": address.first_day, "step": address.step}
        text = set_value(text, [ARCHIVE, "dates"], dates)
    else:
        text = _remove(text, [ARCHIVE, "dates"])
    pagination = _choose_pagination(find_value(text, [ARCHIVE, "pagination", "mode"]), address)
    return text if pagination is None else set_value(text, [ARCHIVE, "pagination"], pagination)


def _choose_pagination(mode: YamlValue | None, address: ListAddress) -> YamlValue | None:
    """Return the pagination for an address, or None if that of the file fits."""
    has_page = "{page}" in address.template
    known = MODES.get(str(mode))
    if known is not None and (known.reads_page_field if has_page else not known.needs_page_field):
        return None
    if not has_page:
        return {"mode": Keyword("none")}
    first = _FIRST if address.first_page is None else address.first_page
    return {"mode": "infinite-scroll", **({"first": first} if first < _FIRST else {})}


def _find_place(text: str, column: str | None, key: str) -> list[str]:
    """Return the path of a key: in the column where that has its own, else in the archive."""
    own = [ARCHIVE, "columns", column or "", key]
    return own if column and find_value(text, own) is not None else [ARCHIVE, key]


def _remove(text: str, path: list[str]) -> str:
    return text if find_value(text, path) is None else remove_value(text, path)
