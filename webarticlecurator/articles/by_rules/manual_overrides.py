"""Apply the manual overrides for single articles (``base/portal/overrides.py``), which have
precedence over all rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from webarticlecurator.articles.blocks.page_language import normalize_language
from webarticlecurator.articles.by_rules.identity import IN_FRAGMENT, article_id, canonical_address
from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import FIELDS, FieldKind
from webarticlecurator.base.portal.overrides import ARTICLE_ID, ManualOverrides, Override
from webarticlecurator.base.portal.portal import AddressRules, Portal
from webarticlecurator.base.text.dates import DateContext, read_date_or_month


def article_id_of(id_or_address: str, rules: AddressRules, *, has_split_pages: bool = False) -> str:
    """Return the id of the article that a row names by its id or by an address.

    ``rules``: how the address is made canonical. ``has_split_pages``: pages of the portal have
    several articles, and the fragment of an address names one of them.
    """
    if ARTICLE_ID.fullmatch(id_or_address):
        return id_or_address
    if has_split_pages and "#" in id_or_address:
        return article_id(part_address(id_or_address, rules))
    return article_id(canonical_address(id_or_address, rules))


def part_address(address: str, rules: AddressRules) -> str:
    """Return the canonical address of one of several articles on a page: that of the page, and the
    fragment."""
    page, _, fragment = address.strip().partition("#")
    return f"{canonical_address(page, rules)}#{quote(fragment, safe=IN_FRAGMENT + '%')}"


@lru_cache(maxsize=8)
def _index_by_id(
    manual: ManualOverrides, rules: AddressRules, has_split_pages: bool
) -> tuple[dict[str, tuple[Override, ...]], dict[str, str]]:
    """Return the overrides and the excluded articles by article id: one for any address of an
    article is one for the article."""
    overrides: dict[str, tuple[Override, ...]] = {}
    for id_or_address, rows in manual.overrides.items():
        key = article_id_of(id_or_address, rules, has_split_pages=has_split_pages)
        overrides[key] = (*overrides.get(key, ()), *rows)
    excluded = {
        article_id_of(id_or_address, rules, has_split_pages=has_split_pages): reason
        for id_or_address, reason in manual.excluded.items()
    }
    return overrides, excluded


def find_exclusion(portal: Portal, addresses: Iterable[str]) -> str | None:
    """Return the reason why an article with these addresses (canonical, as listed, aliases) is on
    the portal's exclude list; None if it is not."""
    if not portal.manual_overrides.excluded:
        return None
    _, excluded = _index_by_id(portal.manual_overrides, portal.address, portal.has_split_pages)
    return next(
        (excluded[id_] for id_ in _possible_ids(portal, addresses) if id_ in excluded), None
    )


def _possible_ids(portal: Portal, addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the ids under which an article can be overridden, the most specific first. An override
    for a page with several articles is one for each of them."""
    return tuple(
        dict.fromkeys(
            article_id(each)
            for url in addresses
            for each in (url, canonical_address(url, portal.address))
        )
    )


def apply_overrides(
    portal: Portal, metadata: Metadata, canonical_address: str, aliases: Iterable[str] = ()
) -> tuple[Metadata, dict[str, str]]:
    """Return ``metadata`` with the manual overrides for the article of these addresses, and the
    fields that they empty: ``no-FIELD`` → reason.

    Overridden values have the source ``override:REASON``, and as original what the rules found. Of
    rows for several of the addresses, those of the first address with any for a field count.
    """
    if not portal.manual_overrides.overrides:
        return metadata, {}
    overrides, _ = _index_by_id(portal.manual_overrides, portal.address, portal.has_split_pages)
    rows: list[Override] = []
    for id_ in _possible_ids(portal, (canonical_address, *aliases)):
        overridden = {row.field for row in rows}
        rows += [row for row in overrides.get(id_, ()) if row.field not in overridden]
    if not rows:
        return metadata, {}

    fields = {}
    for field in FIELDS:
        found = fields[field.name] = metadata.all(field.name)
        field_rows = [row for row in rows if row.field == field.name]
        if field_rows:
            normalize = _NORMALIZERS[field.kind]
            original = "; ".join(dict.fromkeys(value.original for value in found))
            values = tuple(
                Value(normalize(row.value, portal) or row.value, f"override:{row.reason}", original)
                for row in field_rows
                if row.value
            )
            fields[field.name] = values if field.is_list else values[:1]
    emptied = {
        f"no-{row.field}": row.reason for row in rows if not row.value and not fields[row.field]
    }
    return Metadata(tuple((name, values) for name, values in fields.items() if values)), emptied


def _keep_value(value: str, _: Portal) -> str:
    return value


def _normalize_date(value: str, portal: Portal) -> str | None:
    return read_date_or_month(value, (), DateContext(portal.stated_zone, portal.language)).value


_NORMALIZERS = require_every_word(
    FieldKind,
    {
        FieldKind.TEXT: _keep_value,
        FieldKind.PERSON: _keep_value,
        FieldKind.ORGANISATION: _keep_value,
        FieldKind.ACCESS: _keep_value,
        FieldKind.YEAR: _keep_value,
        FieldKind.LANGUAGE: lambda value, _: normalize_language(value),
        FieldKind.DATE: _normalize_date,
    },
    "_NORMALIZERS of articles/by_rules/manual_overrides.py",
)
"""Kind of a field → a function from a value whose form config has checked to the normalized one."""
