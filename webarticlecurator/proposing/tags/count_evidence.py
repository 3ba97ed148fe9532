"""Evidence in the counts of an inventory row: what the numbers say of a tag."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.tags.inventory_table import Line
from webarticlecurator.proposing.tags.tag_evidence import MAX_LINE_WORDS
from webarticlecurator.proposing.tags.tag_reasons import TagReason

# Limits of what counts mean: shares (often, nearly all), places in the text (start, end) and
# numbers a page.
COUNT_WEIGHT = 2.0
"""Weight of evidence in the counts."""
CONTAINERS = frozenset(
    "article aside center div figure footer form header main nav section span table ul ol".split()
)
"""Elements that may hold anything, so that their names mean more than they do."""
_OFTEN, _MOSTLY_LINKS, _FEW, _SEVERAL = 0.5, 0.8, 3, 1.5
_NEARLY_ALL = 0.75
_START, _END, _LEAD_WORDS = 0.05, 0.9, (10, 120)
_LINE_COUNTS = frozenset(
    "feed-time feed-author feed-meta comment-time comment-author comment-meta".split()
)
_ENTRIES = frozenset(("feed-entry", "comment"))
_TIME_TAGS = frozenset("time h1 h2 h3 h4 h5 h6 dt".split())
"""Elements that may be the time of an entry even without a name."""
_MEDIA = frozenset("audio embed iframe img object picture video".split())
_NO_ENTRIES = frozenset("header footer span time p".split())


@dataclass(frozen=True)
class Evidence:
    """A reason for an operation."""

    operation: str
    weight: float
    reason: TagReason


class RowCounts:
    """The counts of one row; a missing count suggests nothing and rules nothing out."""

    def __init__(self, row: Line, tag: str) -> None:
        self._row = row
        self._tag = tag
        self.words = self._number("words")
        self.own = self._number("own_words")
        self.inside = self._number("descendants")
        pages = self._number("pages")
        self.counted = pages > 0
        self.per_page = self._number("frequency") / pages if pages else 0.0

    def evidence(self) -> Iterator[Evidence]:
        """Yield the evidence that counts for elements with a name."""
        linked = self._number("linked_words")
        if self._tag == "article" and self.possible("feed-entry") and self.words >= _FEW:
            yield Evidence("feed-entry", COUNT_WEIGHT, ("several-articles",))
        if self._tag in CONTAINERS and linked >= _MOSTLY_LINKS and self.words >= _FEW:
            yield Evidence("drop", COUNT_WEIGHT * linked / 2, ("links", f"{linked:.2f}"))

        # A lead is at the beginning, links to other articles are at the end.
        if not self._row.get("position"):
            return
        position = self._number("position")
        shortest, longest = _LEAD_WORDS
        if (
            position <= _START
            and self.per_page <= 1.1
            and shortest <= self.own <= longest
            and linked < _OFTEN
        ):
            yield Evidence("lead", COUNT_WEIGHT, ("at-the-beginning", f"{self.own:.0f}"))
        if position >= _END and linked >= _OFTEN and self.words >= _FEW:
            yield Evidence("drop", COUNT_WEIGHT * linked, ("links-at-the-end", f"{linked:.2f}"))

    def time_evidence(self, *, named: bool) -> Iterator[Evidence]:
        """Yield the evidence that an element is the time of an entry of a live blog.

        Such elements are lines with a time of day, several of them in one article.
        """
        may_be_time = named or self._tag in _TIME_TAGS
        if not may_be_time or not self.counted or not self.possible("feed-time"):
            return
        clock = self._number("clock")
        if clock >= (_OFTEN if self.own else _NEARLY_ALL):
            reason = ("times", f"{clock:.2f}", f"{self.per_page:.0f}")
            yield Evidence("feed-time", 2 * COUNT_WEIGHT * clock, reason)
        elif self._tag == "time":
            yield Evidence("feed-time", COUNT_WEIGHT, ("time-elements", f"{self.per_page:.0f}"))

    def possible(self, operation: str) -> bool:
        """False if the counts rule an operation out.

        A page has many entries and comments, and few leads. A time or a name has a few words, and
        hardly anything else inside. A piece of text has words. What is empty need not be dropped.
        """
        # A table without counts rules nothing out.
        if not self.counted:
            return True
        if operation == "drop":
            return self.words > 0 or self.inside > 0 or self._tag in _MEDIA
        if operation == "lead":
            return self.per_page < _FEW and self.words > 0
        if operation in _LINE_COUNTS:
            short = self.own > 0 or self.inside <= _FEW or self._tag == "time"
            return self.per_page >= _SEVERAL and 0 < self.words <= MAX_LINE_WORDS and short
        if operation in _ENTRIES:
            return self.per_page >= _SEVERAL and self.words >= _FEW and self._tag not in _NO_ENTRIES
        return operation not in ("caption", "source") or self.words > 0

    def _number(self, column: str) -> float:
        return parse_cell(self._row.get(column))


def parse_cell(text: str) -> float:
    """Return a number of a table, with a decimal point or comma; 0 if it is not a number."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0.0
