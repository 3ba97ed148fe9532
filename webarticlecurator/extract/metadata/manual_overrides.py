"""What a person has decided about single articles (``model/overrides.py``), applied: it wins over
all rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from webarticlecurator.extract.dates.read_date import DateContext, read_date
from webarticlecurator.extract.join.identity import IN_FRAGMENT, article_id, canonical_address
from webarticlecurator.extract.metadata.language import normalize_language
from webarticlecurator.model.article import DATES, FIELDS, LISTS, Metadata, Value
from webarticlecurator.model.overrides import ARTICLE_ID, ManualOverrides, Override
from webarticlecurator.model.portal import AddressRules, Portal


@dataclass(frozen=True)
class _Table:
    """The same by article id. A decision about any address of an article is one about the
    article."""

    overrides: dict[str, tuple[Override, ...]]
    excluded: dict[str, str]


def article_id_of(named: str, rules: AddressRules, *, divided: bool = False) -> str:
    """The id of the article that a row names by its id or by an address; the address as ``rules``
    make it canonical. ``divided``: pages of the portal hold several articles, and a fragment names
    one of them."""
    if ARTICLE_ID.fullmatch(named):
        return named
    return article_id(
        part_address(named, rules) if divided and "#" in named else canonical_address(named, rules)
    )


def part_address(named: str, rules: AddressRules) -> str:
    """The canonical address of one of several articles on a page: that of the page, and the
    fragment."""
    page, _, fragment = named.strip().partition("#")
    return f"{canonical_address(page, rules)}#{quote(fragment, safe=IN_FRAGMENT + '%')}"


@lru_cache(maxsize=8)
def _table(by_hand: ManualOverrides, rules: AddressRules, divided: bool) -> _Table:
    overrides: dict[str, tuple[Override, ...]] = {}
    for named, rows in by_hand.overrides.items():
        key = article_id_of(named, rules, divided=divided)
        overrides[key] = (*overrides.get(key, ()), *rows)
    excluded = {
        article_id_of(named, rules, divided=divided): reason
        for named, reason in by_hand.excluded.items()
    }
    return _Table(overrides, excluded)


def find_exclusion(portal: Portal, addresses: Iterable[str]) -> str | None:
    """Why an article with these addresses (canonical, as listed, aliases) is on the portal's
    exclude list; None if it is not."""
    if not portal.by_hand.excluded:
        return None
    excluded = _table(portal.by_hand, portal.address, portal.divided).excluded
    return next((excluded[id_] for id_ in _ids(portal, addresses) if id_ in excluded), None)


def _ids(portal: Portal, addresses: Iterable[str]) -> tuple[str, ...]:
    """Under which ids decisions about an article may stand, the nearest first. What is decided
    about a page that holds several articles holds for each of them."""
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
    """``metadata`` with what was decided by hand for the article of these addresses: such values
    have the source ``override:REASON`` and as original what the rules had found. The second value
    says which fields were emptied: ``no-FIELD`` → reason. Of rows under several of the addresses,
    those of the first that has any for a field count."""
    if not portal.by_hand.overrides:
        return metadata, {}
    table = _table(portal.by_hand, portal.address, portal.divided).overrides
    rows: list[Override] = []
    for id_ in _ids(portal, (canonical_address, *aliases)):
        said = {row.field for row in rows}
        rows += [row for row in table.get(id_, ()) if row.field not in said]
    if not rows:
        return metadata, {}
    fields = {name: _decided(portal, name, rows, metadata.all(name)) for name, _, _ in FIELDS}
    emptied = {
        f"no-{row.field}": row.reason for row in rows if not row.value and not fields[row.field]
    }
    return Metadata(tuple((name, values) for name, values in fields.items() if values)), emptied


def _decided(
    portal: Portal, name: str, rows: list[Override], found: tuple[Value, ...]
) -> tuple[Value, ...]:
    mine = [row for row in rows if row.field == name]
    if not mine:
        return found
    stood = "; ".join(dict.fromkeys(value.original for value in found))
    values = tuple(
        Value(_normal(portal, row), f"override:{row.reason}", stood) for row in mine if row.value
    )
    return values if name in LISTS else values[:1]


def _normal(portal: Portal, row: Override) -> str:
    if row.field in DATES:  # its form was checked by config
        return (
            read_date(row.value, (), DateContext(portal.stated_zone, portal.language)).value
            or row.value
        )
    if row.field == "language":
        return normalize_language(row.value) or row.value
    return row.value
