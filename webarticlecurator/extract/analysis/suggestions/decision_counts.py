"""What the numbers in a row of an inventory show, and what they rule out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webarticlecurator.extract.analysis.inventory.decisions import Line
from webarticlecurator.extract.analysis.inventory.page_tags import MAX_LINE_WORDS

COUNT_WEIGHT = 2.0
"""Weight of what the counts show."""
CONTAINERS = frozenset(
    "article aside center div figure footer form header main nav section span table ul ol".split()
)
"""Elements that may hold anything, so that their names say more than they do."""
_OFTEN, _MOSTLY_LINKS, _FEW, _SEVERAL = 0.5, 0.8, 3, 1.5
_NEARLY_ALL = 0.75
_START, _END, _A_LEAD = 0.05, 0.9, (10, 120)
_LINES = frozenset(
    "feed-time feed-author feed-meta comment-time comment-author comment-meta".split()
)
_ENTRIES = frozenset(("feed-entry", "comment"))
_TELLING = frozenset("time h1 h2 h3 h4 h5 h6 dt".split())
"""Elements that say something without a name, too."""
_MEDIA = frozenset("audio embed iframe img object picture video".split())
_NO_ENTRIES = frozenset("header footer span time p".split())


@dataclass(frozen=True)
class Evidence:
    """One thing that speaks for an operation."""

    operation: str
    weight: float
    reason: str


class RowCounts:
    """The numbers of one row; what is missing shows nothing and rules nothing out."""

    def __init__(self, row: Line, tag: str) -> None:
        self._row = row
        self._tag = tag
        self.words, self.own, self.inside = (
            self._number(name) for name in ("words", "own_words", "descendants")
        )
        pages = self._number("pages")
        self.counted = pages > 0
        self.a_page = self._number("frequency") / pages if pages else 0.0

    def evidence(self) -> Iterator[Evidence]:
        """What shows in an element with a name."""
        repeated, linked = self._number("repeated"), self._number("linked_words")
        if repeated >= _OFTEN and self._number("pages") >= _FEW:
            yield Evidence("drop", COUNT_WEIGHT * repeated, f"{repeated:.0%} have the same text")
        if self._tag == "article" and self.possible("feed-entry") and self.words >= _FEW:
            yield Evidence("feed-entry", COUNT_WEIGHT, "several article elements in one article")
        if self._tag in CONTAINERS and linked >= _MOSTLY_LINKS and self.words >= _FEW:
            yield Evidence(
                "drop", COUNT_WEIGHT * linked / 2, f"{linked:.0%} of its words are links"
            )
        yield from self._of_position(linked)

    def of_times(self, *, named: bool) -> Iterator[Evidence]:
        """Lines with a time of day that stand several times in one article begin the entries of a
        live blog."""
        clock = self._number("clock")
        if (
            not self.counted
            or not self.possible("feed-time")
            or not (named or self._tag in _TELLING)
        ):
            return
        if clock >= (_OFTEN if self.own else _NEARLY_ALL):
            yield Evidence(
                "feed-time",
                2 * COUNT_WEIGHT * clock,
                f"{clock:.0%} are a line with a time of day, {self.a_page:.0f} a page",
            )
        elif self._tag == "time":
            yield Evidence("feed-time", COUNT_WEIGHT, f"{self.a_page:.0f} time elements a page")

    def _of_position(self, linked: float) -> Iterator[Evidence]:
        """A lead stands at the beginning, what leads to other articles at the end."""
        if not self._row.get("position"):
            return
        position = self._number("position")
        if (
            position <= _START
            and self.a_page <= 1.1
            and _A_LEAD[0] <= self.own <= _A_LEAD[1]
            and linked < _OFTEN
        ):
            yield Evidence(
                "lead", COUNT_WEIGHT, f"{self.own:.0f} words at the beginning of the text"
            )
        if position >= _END and linked >= _OFTEN and self.words >= _FEW:
            yield Evidence(
                "drop",
                COUNT_WEIGHT * linked,
                f"stands at the end, {linked:.0%} of its words are links",
            )

    def possible(self, operation: str) -> bool:
        """A page has many entries and comments, and few leads; what says a time or a name has a few
        words, and nearly nothing else inside; what has no words is no piece of text; where nothing
        is, nothing is to be dropped."""
        if not self.counted:
            return True
        if operation == "drop":
            return self.words > 0 or self.inside > 0 or self._tag in _MEDIA
        if operation == "lead":
            return self.a_page < _FEW and self.words > 0
        if operation in _LINES:
            short = self.own > 0 or self.inside <= _FEW or self._tag == "time"
            return self.a_page >= _SEVERAL and 0 < self.words <= MAX_LINE_WORDS and short
        if operation in _ENTRIES:
            return self.a_page >= _SEVERAL and self.words >= _FEW and self._tag not in _NO_ENTRIES
        return operation not in ("caption", "source") or self.words > 0

    def _number(self, column: str) -> float:
        """0 for what is no number; a decimal comma is one."""
        try:
            return float(self._row.get(column).replace(",", "."))
        except ValueError:
            return 0.0
