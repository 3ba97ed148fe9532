"""What the archive walk hands to its shell and gets from it: frozen values, small, storable as
JSON."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields

from webarticlecurator.archive.stop_reasons import REACHED
from webarticlecurator.errors import StoreDamaged
from webarticlecurator.model.stored_words import read_words
from webarticlecurator.model.verdict import Problem


@dataclass(frozen=True)
class PageRead:
    """What the shell learnt from the archive page that the state asked for. ``start`` begins a
    *traversal*, whether it starts at the top or takes an earlier walk up again; what is new and
    what is repeated is counted within the traversal.

    ``url`` the address asked for; ``status`` the final HTTP status, None without an answer;
    ``links`` absolute article addresses, repeats dropped; ``next_page`` what the next rules gave,
    absolute. ``new``: how many of the links this traversal had not listed before (not: this walk
    since it first began, for an archive that grew in the meantime shows old links on later pages).
    ``known``: every link was listed by an earlier traversal that ended complete. ``unseen``: how
    many were listed by no traversal of this walk before. ``beyond``: a page after ``last`` that the
    page links, or "". ``lost_pager``: the page has a pager whose ``current`` selects no number.
    ``repeated`` tells whether this traversal, or one of another window of the span, has requested
    an address; ``url`` itself may be in it, pages that failed should not. ``trouble``: in words why
    a page that was answered could not be read.
    """

    url: str
    status: int | None
    links: tuple[str, ...] = ()
    next_page: str | None = None
    new: int = 0
    known: bool = False
    repeated: Callable[[str], bool] | Collection[str] = frozenset()
    trouble: str = ""
    unseen: int = 0
    beyond: str = ""
    lost_pager: bool = False

    def was_requested(self, address: str) -> bool:
        return self.repeated(address) if callable(self.repeated) else address in self.repeated


@dataclass(frozen=True)
class WalkState:
    """Where the walk of one window stands.

    ``window`` its first day as YYYY-MM-DD, or "". ``address`` the address to request now (None:
    ended), ``page`` its page value ("" if it came from a link). ``previous`` and ``previous_page``:
    the page read before it; ``tail``, ``tail_page``: the last page that had a new link. ``walked``
    pages in this walk, ``since`` pages since it was last taken up, ``tries`` how often that brought
    it no further. ``barren``, ``known``, ``same``: pages running without a new link, with known
    links only, with the links of the page before; ``fertile`` pages that had a new link. ``entry``:
    top · again (unfinished, taken up) · tail (begun at the last page of an earlier walk) · look (at
    the other end of the list). ``early``: an earlier walk was complete, so known pages end this
    one. ``whole``: it began at the top and goes to the end. ``began`` the day, in the portal's
    zone, on which the walk began. ``rules``: digest of the keys that shape the walk.

    For the look at the other end: ``end``, ``end_page``, ``end_next``: the last page that the last
    whole walk listed anything new on, and whether it had a next link; ``tail_next`` and
    ``tail_full`` whether ``tail`` had one, and as many links as the page before; ``size`` links on
    the page before; ``unseen`` pages with links that were never listed before. For a walk to a last
    page that the portal file names: ``missed`` page values that failed in this walk, ``retry``
    those that failed in an earlier one and are to be asked for again, ``aim`` the one that is being
    asked for. ``problems`` are those of the last step alone, ``anew`` says that the step began a
    new traversal; neither is stored.
    """

    column: str
    span: int
    window: str
    page: str
    address: str | None
    began: str
    rules: str
    entry: str = "top"
    early: bool = False
    whole: bool = True
    previous: str | None = None
    previous_page: str = ""
    tail: str | None = None
    tail_page: str = ""
    walked: int = 0
    since: int = 0
    tries: int = 0
    barren: int = 0
    known: int = 0
    same: int = 0
    fertile: int = 0
    listed: str = ""  # digest of the links of the page before
    end: str | None = None
    end_page: str = ""
    end_next: bool = False
    tail_next: bool = False
    tail_full: bool = False
    size: int = 0
    unseen: int = 0
    missed: tuple[str, ...] = ()
    retry: tuple[str, ...] = ()
    aim: str = ""
    ended: str = ""  # a key of reasons.ENDS
    complete: bool = False
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    anew: bool = field(default=False, compare=False)

    @property
    def at_entry(self) -> bool:
        """True as long as no page was read since the walk was started or taken up."""
        return self.since == 0

    @property
    def reached_end(self) -> bool:
        """True if the walk was through its list, also where pages of it failed (``missed``)."""
        return self.complete or (self.ended in REACHED and bool(self.missed))

    def to_json(self) -> dict[str, object]:
        """Return the values that are stored, by their stored words; those that have their default
        are left out."""
        values = {attribute: getattr(self, attribute) for attribute in STORED_WORDS}
        return {
            STORED_WORDS[name]: value for name, value in values.items() if value != _DEFAULTS[name]
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, object]) -> WalkState:
        """Return the state that ``to_json`` stored; keys of other versions are passed over. Raises
        StoreDamaged for anything else."""
        known = {name: stored[word] for name, word in STORED_WORDS.items() if word in stored}
        missing = [
            word
            for name, word in STORED_WORDS.items()
            if name not in known and _DEFAULTS[name] is MISSING
        ]
        if missing:
            cure = "run `curator verify --rebuild`"
            raise StoreDamaged(
                f"a stored archive walk lacks {', '.join(missing)}: {dict(stored)}", cure
            )
        lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
        return cls(**{**known, **lists})  # type: ignore[arg-type]  # what JSON keeps, it gives back with its type


STORED_WORDS = read_words(
    "column span window page address began rules entry early whole previous previous_page tail"
    " tail_page walked since tries barren known same fertile listed end end_page end_next tail_next"
    " tail_full size unseen missed retry aim ended complete"
)
"""Attribute of ``WalkState`` → the word under which the index stores it; ``problems`` and ``anew``
are not stored."""
_DEFAULTS = {f.name: f.default for f in fields(WalkState)}


@dataclass(frozen=True)
class StoredWalk:
    """The stored walk of the same window, finished or not."""

    state: WalkState
