"""What the archive walk hands to its shell and gets from it: frozen values, small, storable as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field, fields

from webarticlecurator.errors import StoreDamaged
from webarticlecurator.model.verdict import Problem


@dataclass(frozen=True)
class PageRead:
    """What the shell learnt from the archive page that the state asked for.

    ``url`` the address asked for; ``status`` the final HTTP status, None without an answer; ``links`` absolute article
    addresses, repeats dropped; ``next_page`` what the next rules gave, absolute. ``new`` counts the links not listed
    before *since this walk was last started or taken up* (not since it first began: an archive that grew meanwhile shows
    old links on later pages). ``known``: every link was listed by an earlier *complete* walk of this span. ``repeated`` tells
    whether an address was already requested in this span *in this run*; ``url`` itself may be in it.
    """

    url: str
    status: int | None
    links: tuple[str, ...] = ()
    next_page: str | None = None
    new: int = 0
    known: bool = False
    repeated: Callable[[str], bool] | Collection[str] = frozenset()

    def was_requested(self, address: str) -> bool:
        return self.repeated(address) if callable(self.repeated) else address in self.repeated


@dataclass(frozen=True)
class WalkState:
    """Where the walk of one window stands.

    ``window`` its first day as YYYY-MM-DD, or "". ``address`` the address to request now (None: ended), ``page`` its page
    value ("" if it came from a link). ``previous`` and ``previous_page``: the page read before it; ``tail``, ``tail_page``:
    the last page that had a new link.
    ``walked`` pages in this walk, ``since`` pages since it was last taken up. ``barren``, ``known``, ``same``: pages
    running without a new link, with known links only, with the links of the page before; ``fertile`` pages that had a new link.
    ``entry``: top · again (unfinished, taken up) · tail (begun at the last page of an earlier walk). ``early``: an earlier
    walk was complete, so known pages end this one. ``began`` the day, in the portal's zone, on which the walk began.
    ``rules``: digest of the keys that shape the walk. ``gaps``: a page of a list failed.
    ``problems`` are those of the last step alone; they are not stored.
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
    previous: str | None = None
    previous_page: str = ""
    tail: str | None = None
    tail_page: str = ""
    walked: int = 0
    since: int = 0
    barren: int = 0
    known: int = 0
    same: int = 0
    fertile: int = 0
    listed: str = ""  # digest of the links of the page before
    gaps: bool = False
    ended: str = ""  # a key of reasons.ENDS
    complete: bool = False
    problems: tuple[Problem, ...] = field(default=(), compare=False)

    @property
    def at_entry(self) -> bool:
        """True as long as no page was read since the walk was started or taken up."""
        return self.since == 0

    def to_json(self) -> str:
        """One line of JSON, keys sorted."""
        return json.dumps({k: v for k, v in asdict(self).items() if k != "problems"}, sort_keys=True, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> WalkState:
        """The state that ``to_json`` wrote; keys of other versions are passed over. Raises StoreDamaged for anything else."""
        names = {f.name for f in fields(cls)} - {"problems"}
        try:
            return cls(**{k: v for k, v in json.loads(text).items() if k in names})
        except (ValueError, TypeError, AttributeError) as error:
            raise StoreDamaged(
                f"the stored state of an archive walk cannot be read: {error}", "run `curator verify --rebuild`"
            ) from error


@dataclass(frozen=True)
class Earlier:
    """The stored walk of the same window, finished or not."""

    state: WalkState
