"""What a walk through an archive remembers: its place, why it ended, and its doubts.

The values that the archive walk exchanges with its caller: frozen, small, storable as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta

from webarticlecurator.archive.windows import is_named_window
from webarticlecurator.dataclasses import MISSING, dataclass, field, fields, replace
from webarticlecurator.errors import StoreDamaged
from webarticlecurator.model.attribute_words import read_words
from webarticlecurator.model.pagination import mode_of
from webarticlecurator.model.portal import DEFAULT_MAX_PAGES, Span
from webarticlecurator.model.verdict import Judgement, Look, Problem, judge_looks
from webarticlecurator.text.translation import make_message


@dataclass(frozen=True)
class RunContext:
    """What a walk needs to know of the run.

    ``today`` is its day in the portal's zone; ``full`` (``--full``): walk everything again;
    ``now``: the time of its start (None: no second look is due); ``confirm``: ``fetch.confirm``;
    ``was_well``: whether in the run of some time another archive page than an address was well;
    """

    today: date
    full: bool = False
    now: datetime | None = None
    confirm: timedelta = timedelta(days=1)
    was_well: Callable[[datetime, str], bool] = lambda _time, _url: False


@dataclass(frozen=True)
class PageRead:
    """What the caller read from the archive page that the state requested.

    Links are counted within a *traversal*, which begins with ``start_walk``, at the top of the
    list or where an earlier walk is resumed.

    - ``url``: the requested address;
    - ``status``: the final HTTP status, None without an answer;
    - ``links``: absolute article addresses, without repetitions;
    - ``next_page``: the absolute address that the ``next`` rules select;
    - ``new_link_count``: links that this traversal had not listed before. (Not: that this walk had
      never listed. An archive that grew in the meantime shows old links on later pages.)
    - ``all_known``: every link was listed by an earlier traversal that was complete;
    - ``requested_before``: tells whether this traversal, or one of another window of the span, has
      requested an address. It may contain ``url`` itself, and should not contain failed pages;
    - ``read_error``: why a page that was answered could not be read, in words;
    - ``unseen_link_count``: links that no traversal of this walk has listed before;
    - ``link_beyond_last``: a linked page after ``pagination.last``, or "";
    - ``pager_without_current``: the page has a pager whose ``current`` selects no number;
    - ``is_mixed``: links that this traversal had listed before come after new ones. (Where a list
      has shifted, they come before them.)
    - ``time``: when the answer came (None: the look is not recorded);
    - ``is_blank``: it lists nothing and is no sound page either (no bytes, a redirect to the home
      page), but comes where a list may end.

    Of a file that is read whole (a sitemap, a feed, an index page):

    - ``named_count``: how many further pages it names;
    - ``damage``: what part of it could not be read, in words;
    - ``body_digest``: the digest of its body.
    """

    url: str
    status: int | None
    links: tuple[str, ...] = ()
    next_page: str | None = None
    new_link_count: int = 0
    all_known: bool = False
    requested_before: Callable[[str], bool] | Collection[str] = frozenset()
    read_error: str = ""
    unseen_link_count: int = 0
    link_beyond_last: str = ""
    pager_without_current: bool = False
    named_count: int = 0
    damage: str = ""
    body_digest: str = ""
    time: datetime | None = None
    is_blank: bool = False
    is_mixed: bool = False

    def was_requested(self, address: str) -> bool:
        """Return True if ``address`` was requested before."""
        if callable(self.requested_before):
            return self.requested_before(address)
        return address in self.requested_before


@dataclass(frozen=True)
class WalkState:
    """The progress of the walk through one window.

    The page to request:

    - ``window``: the first day of the window as YYYY-MM-DD, or "";
    - ``address``: the address to request now, None at the end of the walk; ``page``: its page
      value, "" for a page reached by a link;
    - ``entry``: how the traversal began: top · again (an unfinished walk, resumed) · tail (at the
      last page of an earlier walk) · look (the check of the far end of the list);
    - ``began``: the day in the portal's zone on which the walk began;
    - ``rules_digest``: digest of the keys that shape the walk;
    - ``stops_at_known``: an earlier walk was complete, so known pages end this one;
    - ``is_full_walk``: the walk began at the top and goes to the end.

    The pages read so far:

    - ``previous_address``, ``previous_page``: the page read last; ``previous_link_count`` and
      ``links_digest``: the number and the digest of its links;
    - ``last_new_address``, ``last_new_page``: the last page with a new link;
      ``last_new_has_next``: it has a next link; ``last_new_is_full``: it has at least as many links
      as the page before it;
    - ``pages_walked``: pages of this walk; ``pages_since_entry``: pages since it was last started
      or resumed; ``stalled_resumes``: how often resuming it brought nothing;
    - ``pages_without_new``, ``known_in_a_row``, ``identical_in_a_row``: consecutive pages without a
      new link, with known links only, with the links of the page before;
    - ``pages_with_new``, ``pages_with_unseen``: pages with a new link, with a never listed one.

    The far end of the list: ``far_end_address``, ``far_end_page`` is the last page on which the
    last full walk listed anything new; ``far_end_has_next``: it had a next link.

    For a walk whose last page the portal file names: ``failed_pages``: page values that failed in
    this walk; ``pages_to_retry``: those that failed in an earlier walk and are still to be
    requested; ``retry_target``: the one that the walk is heading for.

    The end: ``stop_reason``: a key of ``STOP_REASONS``, "" while the walk goes on; ``complete``:
    the whole list was read.

    ``body_digest``: the digest of a file that was read whole, without damage.

    Doubts (state.py): ``looks``: when a walk ended at an answer that proves nothing, and its word
    ("TIME WORD"); ``doubtful_pages``: where to look again, each the page before the doubt: its page
    value, or its address where pages have none; ``pages_moved``: pages with links never listed
    before that later walks found, by which the doubts have moved on. Of the walk under way:
    ``doubt``: the word of what it found, ``new_doubts``: where; ``pages_to_look``: where it is
    still to look again;
    ``look_phase``: "looking" while it does that, "found" once it found what was missed;
    ``nothing_in_a_row``: consecutive pages that list nothing; ``was_mixed``: so was the last page.

    Not stored: ``problems`` of the last step alone; ``restarted``: the last step began a new
    traversal.
    """

    column: str
    span: int
    window: str
    page: str
    address: str | None
    began: str
    rules_digest: str
    entry: str = "top"
    stops_at_known: bool = False
    is_full_walk: bool = True
    previous_address: str | None = None
    previous_page: str = ""
    last_new_address: str | None = None
    last_new_page: str = ""
    pages_walked: int = 0
    pages_since_entry: int = 0
    stalled_resumes: int = 0
    pages_without_new: int = 0
    known_in_a_row: int = 0
    identical_in_a_row: int = 0
    pages_with_new: int = 0
    links_digest: str = ""
    far_end_address: str | None = None
    far_end_page: str = ""
    far_end_has_next: bool = False
    last_new_has_next: bool = False
    last_new_is_full: bool = False
    previous_link_count: int = 0
    pages_with_unseen: int = 0
    failed_pages: tuple[str, ...] = ()
    pages_to_retry: tuple[str, ...] = ()
    retry_target: str = ""
    stop_reason: str = ""
    complete: bool = False
    body_digest: str = ""
    looks: tuple[str, ...] = ()
    doubtful_pages: tuple[str, ...] = ()
    pages_moved: int = 0
    doubt: str = ""
    new_doubts: tuple[str, ...] = ()
    pages_to_look: tuple[str, ...] = ()
    look_phase: str = ""
    nothing_in_a_row: int = 0
    was_mixed: bool = False
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    restarted: bool = field(default=False, compare=False)

    @property
    def has_date(self) -> bool:
        """True if the window is one of days, which may well be empty."""
        return bool(self.window) and not is_named_window(self.window)

    @property
    def is_at_entry(self) -> bool:
        """True until a page is read after the walk was started or resumed."""
        return self.pages_since_entry == 0

    @property
    def reached_end(self) -> bool:
        """True if the walk got through its list, even if some of its pages failed."""
        return self.complete or (self.stop_reason in END_REACHED and bool(self.failed_pages))

    def to_json(self) -> dict[str, object]:
        """Return the values to store, by their stored words, without those at their defaults."""
        values = {attribute: getattr(self, attribute) for attribute in STORED_WORDS}
        return {
            STORED_WORDS[name]: value for name, value in values.items() if value != _DEFAULTS[name]
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, object]) -> WalkState:
        """Return the state that ``to_json`` stored; keys of other versions are ignored.

        Raises StoreDamaged where a value without a default is missing.
        """
        values = {name: stored[word] for name, word in STORED_WORDS.items() if word in stored}
        missing = [
            word
            for name, word in STORED_WORDS.items()
            if name not in values and _DEFAULTS[name] is MISSING
        ]
        if missing:
            raise StoreDamaged(
                make_message(
                    "a stored archive walk lacks {keys}: {stored}",
                    keys=", ".join(missing),
                    stored=str(dict(stored)),
                ),
                "run `curator verify --rebuild`",
            )

        tuples = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **tuples})  # type: ignore[arg-type]  # JSON keeps the other types


STORED_WORDS = read_words(
    "column span window page address began rules_digest=rules entry stops_at_known=early"
    " is_full_walk=whole previous_address=previous previous_page last_new_address=tail"
    " last_new_page=tail_page pages_walked=walked pages_since_entry=since stalled_resumes=tries"
    " pages_without_new=barren known_in_a_row=known identical_in_a_row=same pages_with_new=fertile"
    " links_digest=listed far_end_address=end far_end_page=end_page far_end_has_next=end_next"
    " last_new_has_next=tail_next last_new_is_full=tail_full previous_link_count=size"
    " pages_with_unseen=unseen failed_pages=missed pages_to_retry=retry retry_target=aim"
    " stop_reason=ended complete body_digest=digest looks doubtful_pages=doubtful doubt"
    " new_doubts=doubts pages_to_look=look look_phase=looking nothing_in_a_row=nothing"
    " was_mixed=mixed pages_moved=moved"
)
"""Attribute of ``WalkState`` → the word under which the index stores it."""

_DEFAULTS = {f.name: f.default for f in fields(WalkState)}


# Why a walk ended, and why its next page is not known: closed lists, in words for the user.

STOP_REASONS: dict[str, str] = {
    "no-next": make_message("the page has no link to a next page"),
    "last-page": make_message("it was the last page that the portal file names"),
    "empty": make_message("the page lists nothing: the archive ends here"),
    "not-found": make_message("the portal answers 404 or 410: there is no such archive page"),
    "day-empty": make_message("the portal has nothing for this date"),
    "repeated-address": make_message("the next page was already requested in this span"),
    "nothing-new": make_message(
        "the last pages listed nothing that this walk had not listed before"
    ),
    "file-read": make_message("the file was read to its end, and has no next page"),
    "known": make_message(
        "every link of the last two pages was listed by an earlier, complete walk"
    ),
    "other-window": make_message(
        "the next page is the first one of another date, which belongs to another walk or to none"
    ),
    "off-portal": make_message("the next link leaves the portal"),
    "stop-at": make_message("the next page is an address at which the portal file says stop"),
    "max-pages": make_message("the portal file allows no more pages"),
    "page-limit": make_message(
        "without stop.max_pages, a walk ends after {number} pages", number=DEFAULT_MAX_PAGES
    ),
    "listed-stop": make_message("the page lists an address at which the portal file says stop"),
    "pager-current": make_message("the page has a pager, but its `current` selects no number"),
    "same-page": make_message("the next link leads to the page itself"),
    "no-rule": make_message("the portal file has no rule for the next page of this article"),
    "failed": make_message("the page could not be fetched; the next crawl goes on from here"),
}
"""Stop reason of a walk → why there is no next page."""

UNKNOWN_REASONS: dict[str, str] = {
    "column-unknown": make_message(
        "it depends on the column, which the address does not contain; name it with --column"
    ),
    "page-unknown": make_message(
        "the address is not that of a page of the column, so its number is not known"
    ),
    "beyond-last": make_message("the page comes after the last one that the portal file names"),
    "window-unknown": make_message("the address does not contain the date of the page"),
}
"""Reason → why the next page of a page that is read alone is not known, if there is one at all."""


def describe_stop(reason: str) -> str:
    """Return in words why there is no next page, or why it is not known.

    ``reason`` is a key of ``STOP_REASONS`` or ``UNKNOWN_REASONS``.
    """
    if reason in STOP_REASONS:
        return make_message("none ({reason})", reason=STOP_REASONS[reason])
    return make_message("not known ({reason})", reason=UNKNOWN_REASONS[reason])


RESUMABLE = frozenset({"", "failed", "nothing-new", "page-limit", "pager-current"})
"""Reasons after which an incomplete walk resumes where it stopped; after the others it starts again
at the top."""

CONFIGURED_STOPS = frozenset({"stop-at", "max-pages", "listed-stop"})
"""Stops that the portal file asks for, wherever the list ends."""

END_REACHED = frozenset({"last-page", "known", *CONFIGURED_STOPS})
"""Reasons at which a walk got through its list, even if some of its pages failed."""


# Seen once is not final: the looks at an archive that seems to end, or to have nothing.
#
# A walk that ends at an answer that proves nothing (an empty day, a 404, pages that only repeat) is
# complete, but doubtful: its state has the looks at it, and ``model.verdict.judge_looks`` says when
# the next one is due. Then the walk looks again where the doubts are. Once they are confirmed, the
# looks remain as evidence, and nothing is due.

GONE_PAGE, EMPTY_PAGE, GAP = "gone", "empty", "gap"
"""Words of looks: a page that does not exist; one that lists nothing; pages without new links that
are followed by new ones, or links in another order. Others are the reason why the walk ended."""
MAX_LOOKS = 10
"""Looks that are kept. A list that is read at every crawl has no bound; five make it final."""
PAGES_AGAIN = 3
"""Pages of a look: the one before the doubt, and two more."""


def list_looks(state: WalkState, run: RunContext) -> tuple[Look, ...]:
    """Return the looks that a stored walk keeps, oldest first."""
    looks = []
    for look in state.looks:
        written, _, answer = look.partition(" ")
        time = datetime.fromisoformat(written)
        looks.append(Look(time, answer, run.was_well(time, "")))
    return tuple(looks)


def judge_walk(state: WalkState, run: RunContext) -> Judgement | None:
    """Return what the looks of a complete walk prove; None where it left no doubt."""
    return judge_looks(list_looks(state, run), run.confirm) if state.complete else None


def is_look_due(state: WalkState, run: RunContext) -> bool:
    """Return True if a doubtful walk is to be looked at again in this run."""
    if not state.looks or run.now is None:
        return False
    judged = judge_walk(state, run)
    return judged is not None and judged.due is not None and judged.due <= run.now


def add_doubt(span: Span, state: WalkState, word: str, *, at_previous: bool = False) -> WalkState:
    """Return the state with a doubt after the last page that listed something new, or
    ``at_previous``: after the page read last."""
    is_numbered = mode_of(span.pagination).is_numbered
    last_new = state.last_new_page if is_numbered else state.last_new_address
    previous = state.previous_page if is_numbered else state.previous_address
    place = (previous if at_previous else None) or last_new or previous
    places = (*state.new_doubts, place) if place else state.new_doubts
    return replace(state, doubt=state.doubt or word, new_doubts=tuple(dict.fromkeys(places)))


def record_look(state: WalkState, time: datetime | None) -> WalkState:
    """Return the state of a walk that has ended, with the look that it was, or without doubts where
    it looked at them and found none."""
    ended = replace(
        state, doubt="", new_doubts=(), pages_to_look=(), look_phase="", nothing_in_a_row=0
    )
    if state.doubt and time is not None:
        earlier = () if state.look_phase == "found" else state.looks[: MAX_LOOKS - 1]
        looks = (*earlier, f"{time.isoformat()} {state.doubt}")
        return replace(ended, looks=looks, doubtful_pages=state.new_doubts, pages_moved=0)
    was_empty_day = bool(state.looks) and not state.doubtful_pages
    if state.is_full_walk or state.look_phase or was_empty_day:
        return replace(ended, looks=(), doubtful_pages=(), pages_moved=0)
    moved = state.pages_moved + state.pages_with_unseen if state.doubtful_pages else 0
    return replace(ended, pages_moved=moved)
