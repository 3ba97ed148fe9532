"""What the address of a table of articles says, so that it can be kept and sent: which articles are
shown, in which order, with which columns."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.corpus.corpora.article_rows import RowPlace
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS
from webarticlecurator.storage.texts.fact_rows import ORDERS, RowOrder
from webarticlecurator.studio.metadata.cleaned_values import escape_pattern

USUAL_COLUMNS = (
    "title",
    "authors",
    "published",
    "section",
    "words",
    "access",
    "confidence",
    "problems",
)
COLUMNS = tuple(each.name for each in ARTICLE_FIELDS if each.name not in ("text", "characters"))
"""The columns that can be chosen."""


@dataclass(frozen=True)
class ShownTable:
    """What the address of the view says: the conditions, the order, the columns, and where the page
    begins: behind the article ``beside``, or right before it. With ``words``, a query, it is the
    lines that have them in place of the articles, from ``line`` on."""

    where: tuple[str, ...] = ()
    order: RowOrder = RowOrder()
    columns: tuple[str, ...] = USUAL_COLUMNS
    beside: RowPlace | None = None
    is_before: bool = False
    words: str = ""
    line: int = 0

    def address(self, view: str) -> str:
        """Return the address that shows it in a view, whose own address is ``view``."""
        query = [
            *(("where", condition) for condition in self.where),
            *([("sort", self.order.field)] if self.order != RowOrder() else []),
            *([("falling", "1")] if self.order.is_descending else []),
            *(("column", each) for each in self.columns if self.columns != USUAL_COLUMNS),
            *([("words", self.words)] if self.words else []),
            *([("line", str(self.line))] if self.line else []),
        ]
        if self.beside:
            place = f"{self.beside.portal}:{self.beside.number}"
            query.append(("before" if self.is_before else "behind", place))
        return f"{view}{'?' * bool(query)}{urlencode(query)}"

    def first(self) -> ShownTable:
        """Return the same from its first page on."""
        return replace(self, beside=None, is_before=False, line=0)

    def narrow(self, condition: str) -> ShownTable:
        """Return the table with one more condition."""
        return replace(self.first(), where=tuple(dict.fromkeys((*self.where, condition))))

    def widen(self, condition: str) -> ShownTable:
        """Return the table without a condition."""
        return replace(self.first(), where=tuple(each for each in self.where if each != condition))


def read_shown_table(query: str) -> ShownTable:
    """Return what a query string says; what it names wrongly is left out."""
    pairs = parse_qsl(query)
    where = tuple(value.strip() for name, value in pairs if name == "where" and value.strip())
    title = next((value.strip() for name, value in pairs if name == "title" and value.strip()), "")
    if title:
        where = (*where, f"title~{escape_pattern(title)}")
    chosen = tuple(dict.fromkeys(v for name, v in pairs if name == "column" and v in COLUMNS))
    single = dict(pairs)
    field = single.get("sort", "")
    order = RowOrder(field if field in ORDERS else RowOrder().field, "falling" in single)
    is_before = "before" in single
    place = single.get("before" if is_before else "behind", "").rpartition(":")
    row_place = RowPlace(place[0], int(place[2])) if place[2].isdecimal() else None
    line = single.get("line", "")
    return ShownTable(
        tuple(dict.fromkeys(where)),
        order,
        chosen or USUAL_COLUMNS,
        row_place,
        is_before,
        single.get("words", "").strip(),
        int(line) if line.isascii() and line.isdecimal() else 0,
    )
