"""Count what of the addresses in a web archive a corpus has, by year, column and reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from webarticlecurator.corpora.coverage import CoveredAddress
from webarticlecurator.corpora.coverage import COVERAGE_REASONS, KNOWN, MISSING, POSSIBLE


NO_COLUMN = "?"
"""In place of the column of addresses whose form is unknown."""


@dataclass
class GroupCount:
    """Articles that the archive knows: those that the corpus has, and those that it has not."""

    known: int = 0
    missing: int = 0

    @property
    def share(self) -> float | None:
        """The share that the corpus has; None without any article."""
        total = self.known + self.missing
        return self.known / total if total else None


@dataclass
class CoverageNumbers:
    """The result of a comparison. ``by_reason`` counts all addresses, also those of no article."""

    addresses: int = 0
    total: GroupCount = field(default_factory=GroupCount)
    by_year: dict[str, GroupCount] = field(default_factory=dict)
    by_column: dict[str, GroupCount] = field(default_factory=dict)
    by_reason: Counter[str] = field(default_factory=Counter)

    def add(self, address: CoveredAddress) -> None:
        """Count an address."""
        self.addresses += 1
        self.by_reason[address.reason.name] += 1
        if address.reason.group not in (KNOWN, MISSING):
            return
        year = self.by_year.setdefault(address.year, GroupCount())
        column = self.by_column.setdefault(address.column or NO_COLUMN, GroupCount())
        for count in (self.total, year, column):
            if address.reason.group == KNOWN:
                count.known += 1
            else:
                count.missing += 1

    def lines(self) -> list[str]:
        """Return the numbers as lines for a person."""
        reasons = [(name, self.by_reason[name]) for name in COVERAGE_REASONS]
        possible = sum(n for name, n in reasons if COVERAGE_REASONS[name].group == POSSIBLE)
        return [
            f"{self.addresses} addresses in the archive;"
            f" of the articles among them {_describe_count(self.total)}"
            + (f"; {possible} more may be articles" if possible else ""),
            *(
                f"year {name}: {_describe_count(each)}"
                for name, each in sorted(self.by_year.items())
            ),
            *(
                f"column {name}: {_describe_count(each)}"
                for name, each in sorted(self.by_column.items())
            ),
            *(_describe_reason(name, count) for name, count in reasons if count),
        ]


def _describe_reason(name: str, count: int) -> str:
    reason = COVERAGE_REASONS[name]
    return f"{name}: {count} ({reason.group}: {reason.meaning})"


def _describe_count(count: GroupCount) -> str:
    share = count.share
    if share is None:
        return "none is known"
    return f"{count.known} of {count.known + count.missing} are in the corpus ({share:.1%})"
