"""The selection of articles: by date, by column, by conditions on their fields, as a sample.

All commands that choose articles by what is known of them use it (``cli/selection_options.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import Enum, auto

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME, ReadField
from webarticlecurator.corpus.export.field_conditions import FieldCondition, parse_condition
from webarticlecurator.corpus.export.field_names import check_field_name
from webarticlecurator.corpus.export.sampling import Sample
from webarticlecurator.corpus.export.stored_article import FindDuplicate, IsUnlisted

PUBLISHED = "published"


class Choice(Enum):
    """Whether an article is selected. ``UNDATED``: it has no date to compare with the date
    range."""

    SELECTED = auto()
    LEFT_OUT = auto()
    UNDATED = auto()


@dataclass(frozen=True)
class SelectionBounds:
    """The first and the last day of publication, both included, and the column of the portal; None
    means no limit."""

    since: date | None = None
    until: date | None = None
    column: str | None = None


@dataclass(frozen=True)
class Selection(SelectionBounds):
    """Which articles to select.

    The days are in ``timezone`` (an IANA name). All of ``conditions`` must hold. ``sample`` is
    taken of what is left. ``portal`` is the id of the portal whose articles they are, and
    ``timezone`` its zone. ``find_duplicate``, ``is_unlisted`` and ``portal_language``: see
    ``StoredArticle``.
    """

    timezone: str = "UTC"
    conditions: tuple[FieldCondition, ...] = ()
    sample: Sample | None = None
    portal: str = ""
    find_duplicate: FindDuplicate | None = None
    is_unlisted: IsUnlisted | None = None
    portal_language: str = ""

    @property
    def is_everything(self) -> bool:
        """True if no article is left out."""
        is_limited = self.has_date_range or self.column is not None or self.sample is not None
        return not (is_limited or self.conditions)

    @property
    def has_date_range(self) -> bool:
        """True if articles are selected by date."""
        return self.since is not None or self.until is not None

    def overlaps(self, first: date, last: date) -> bool:
        """Return True if a day from ``first`` to ``last`` is in the date range."""
        return (self.since is None or last >= self.since) and (
            self.until is None or first <= self.until
        )

    def choose(self, read: ReadField) -> Choice:
        """Return whether an article is selected, or may be one of the sample, by its fields."""
        if self.column is not None and self.column not in read("column"):
            return Choice.LEFT_OUT
        if not all(condition.holds(read, self.timezone) for condition in self.conditions):
            return Choice.LEFT_OUT
        if not self.has_date_range:
            return Choice.SELECTED
        days = parse_days(next(map(str, read(PUBLISHED)), None), self.timezone)
        if days is None:
            return Choice.UNDATED
        return Choice.SELECTED if self.overlaps(*days) else Choice.LEFT_OUT

    def with_conditions(self, conditions: Sequence[FieldCondition]) -> Selection:
        """Return the selection with further conditions.

        Those on the date of publication narrow the date range, by which folders are left out
        unread.
        """
        since, until, others = self.since, self.until, list(self.conditions)
        for condition in conditions:
            days = condition.read_range(self.timezone) if condition.field == PUBLISHED else None
            if days is None:
                others.append(condition)
                continue
            first, last = days
            if condition.operator != "<=":
                since = first if since is None else max(since, first)
            if condition.operator != ">=":
                until = last if until is None else min(until, last)
        return replace(self, since=since, until=until, conditions=tuple(others))


@dataclass(frozen=True)
class SelectionOptions(SelectionBounds):
    """The options by which a user selects articles, of one or several portals.

    ``where``: conditions as text. ``sample``, ``by``: see ``Sample``.
    """

    where: tuple[str, ...] = ()
    sample: int | None = None
    by: str = ""

    @property
    def is_everything(self) -> bool:
        """True if no article is left out."""
        return self == SelectionOptions()


def make_selections(
    options: SelectionOptions, portals: Sequence[Portal], named: str = "--where"
) -> list[Selection]:
    """Return the selection of the articles of each portal; ``named`` is the option that has the
    conditions. Raises UsageError for options that no article can meet, or that name no field."""
    columns = dict.fromkeys(column.name for portal in portals for column in portal.columns)
    if options.column not in (None, *columns):
        ids = " and ".join(portal.id for portal in portals)
        verb = "has" if len(portals) == 1 else "have"
        raise UsageError(
            f"{ids} {verb} no column {options.column!r} (expected {', '.join(columns) or 'none'})",
            "Give one of them, or leave --column out.",
        )
    if options.since and options.until and options.since > options.until:
        raise UsageError(
            f"--from {options.since} is after --until {options.until}",
            "Give the earlier day with --from.",
        )
    conditions = tuple(parse_condition(each, named) for each in options.where)
    if options.by:
        check_field_name(options.by, ARTICLE_FIELDS_BY_NAME, "--by")
        if options.sample is None:
            raise UsageError(
                f"--by {options.by} has no effect without --sample",
                "Give the number of articles with --sample N.",
            )
    sample = None if options.sample is None else Sample(options.sample, options.by)
    return [
        Selection(
            options.since,
            options.until,
            options.column,
            portal.timezone,
            sample=sample,
            portal=portal.id,
            portal_language=portal.language,
        ).with_conditions(conditions)
        for portal in portals
    ]
