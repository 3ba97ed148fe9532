"""What a walk through an archive remembers: its place, why it ended, and its doubts.

The values that the archive walk exchanges with its caller: frozen, small, storable as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from webarticlecurator.base.dataclasses import MISSING, dataclass, field, fields, replace
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.model.attribute_words import read_words
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_counts import CountedPart, ListCount
from webarticlecurator.crawling.archive.stop_reasons import END_REACHED
from webarticlecurator.crawling.archive.windows import is_named_window

NO_GAP = "none"
"""In place of the value of a page: what came behind a short page of this walk was known."""


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
    - ``was_requested``: tells whether this traversal, or one of another window of the span, has
      requested an address. It may contain ``url`` itself, and should not contain failed pages;
    - ``read_error``: why a page that was answered could not be read, in words;
    - ``unseen_link_count``: links that no traversal of this walk has listed before;
    - ``is_grown_inside``: they are between others, as an advertisement is, or have the headline
      of a known one, as an article has that moved;
    - ``link_beyond_last``: a linked page after ``pagination.last``, or "";
    - ``pager_without_current``: the page has a pager whose ``current`` selects no number;
    - ``is_shuffled``: links of different earlier pages of this traversal are between new ones;
    - ``first_new``: the place, from 0, of the first link that this traversal had not listed before;
    - ``known_from``: the place from which on all links were listed by a complete traversal;
    - ``places``: the page of each link that this traversal has listed before, and its place there;
    - ``pager``: addresses on the page that have the form of pages of this list, whether or not a
      rule follows them;
    - ``periods``: years and months that it links (YYYY, YYYY-MM);
    - ``was_walked``: tells whether a walk of the span has ever requested an address, or was
      answered with it;
    - ``skipped``: links to articles that the rules leave out (skipped_links.py);
    - ``counts``: what it counts of its list (page_counts.py);
    - ``left_links``: what looks like an article of a date and is not taken, each with its place;
    - ``marks``: what pages of one list have in common (list_identity.py);
    - ``known_articles``: how many all lists of the portal have;
    - ``time``: when the answer came (None: the look is not recorded);
    - ``has_end``: it ends with ``</html>``; None for an answer without a page;
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
    was_requested: Callable[[str], bool] = frozenset[str]().__contains__
    read_error: str = ""
    unseen_link_count: int = 0
    is_grown_inside: bool = False
    link_beyond_last: str = ""
    pager_without_current: bool = False
    named_count: int = 0
    damage: str = ""
    body_digest: str = ""
    time: datetime | None = None
    is_blank: bool = False
    has_end: bool | None = None
    is_shuffled: bool = False
    first_new: int = 0
    known_from: int = 0
    places: tuple[tuple[str, int], ...] = ()
    pager: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    counts: tuple[ListCount, ...] = ()
    left_links: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    known_articles: int = 0
    was_walked: Callable[[str], bool] = frozenset[str]().__contains__


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
    - ``pages_with_new``, ``pages_with_unseen``: pages with a new link, with a never listed one;
    - ``top_link_count``: the number of links of the first page when it last listed something new.

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
    ``look_phase``: "looking" while it does that, "again" at the last page that it has just read,
    "found" once it found what was missed;
    ``nothing_in_a_row``: consecutive pages that list nothing; ``was_strange``: the last
    page repeats others (list_identity.py); ``repeated``: hashes of the places of what it repeats,
    ``pinned``: of those that the page before it repeats, too; ``sizes``: how many articles of their
    own the last two pages had; ``short_pages``: where pages had fewer than the ones before them.

    The proof (walk_proofs.py): ``unwalked``: pages of the list that its pages link, and that were
    not read; ``has_pager``: they link others; ``leads_back``: so did the last page that listed
    something, to one before it; ``leads_on``: to one that was not read; ``periods``: years and
    months that the pages link; ``proof``: what proves that the last complete walk has read all of
    the list; ``ends_html``: a page of the list ended with ``</html>``; ``is_cut``: one of this walk
    did not; ``odd``: since when the list of a window is not like that of others, and a digest of it
    ("TIME DIGEST"); ``skips_links``: the rules leave out articles of a page of this walk;
    ``counts``: what its pages count of the list, ``page_counts.ListCount`` as JSON;
    ``counted_page``: the place of the last one that lists something, from 1; ``listed_count``: the
    articles that this traversal has listed, with those of the full walk before a rerun;
    ``shuffled_pages``: those on which links of earlier ones are among new ones; ``left_links``:
    those of the page of a date that lists nothing; ``counted``: how much of the list its last full
    walk has read, as its pages say, a ``page_counts.CountedPart`` or (); ``gap``: the value of what
    lies between two pages while it is asked for, or NO_GAP; ``has_gap``: a page between others
    lists nothing new; ``marks``: what all pages of the list have in common (list_identity.py);
    ``empty_marks``: what the page of a date has on which nothing is listed;
    ``ever_listed``: how many articles its traversals have listed; ``followed``: numbers that may be
    its total, ``growing_totals.FollowedNumber`` as JSON.

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
    top_link_count: int = 0
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
    was_strange: int = 0
    repeated: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()
    short_pages: tuple[str, ...] = ()
    unwalked: tuple[str, ...] = ()
    has_pager: bool = False
    leads_back: bool = False
    leads_on: bool = False
    periods: tuple[str, ...] = ()
    proof: str = ""
    ends_html: bool = False
    is_cut: bool = False
    odd: str = ""
    skips_links: bool = False
    counts: tuple[str, ...] = ()
    counted_page: int = 0
    listed_count: int = 0
    shuffled_pages: int = 0
    left_links: tuple[str, ...] = ()
    counted: CountedPart | tuple[()] = ()
    gap: str = ""
    has_gap: bool = False
    marks: tuple[str, ...] = ()
    empty_marks: tuple[str, ...] = ()
    ever_listed: int = 0
    followed: tuple[str, ...] = ()
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
    def asks_gap(self) -> bool:
        """True while what lies between two pages is asked for."""
        return self.gap not in ("", NO_GAP)

    @property
    def reached_end(self) -> bool:
        """True if the walk got through its list, even if some of its pages failed."""
        return self.complete or (self.stop_reason in END_REACHED and bool(self.failed_pages))

    def add_problem(self, kind: str, where: str, sentence: str = "", **values: Any) -> WalkState:
        """Return the state with one more problem; the arguments are those of ``make_problem``."""
        problem = make_problem(kind, where, sentence, **values)
        return replace(self, problems=(*self.problems, problem))

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
    " was_strange=strange repeated=again pinned"
    " sizes short_pages=short pages_moved=moved top_link_count=top unwalked"
    " has_pager=pager leads_back=back leads_on=on periods proof"
    " ends_html=html is_cut=cut odd skips_links=skips"
    " counts counted_page=place listed_count=articles shuffled_pages=shuffled"
    " left_links=left counted gap has_gap=hole marks empty_marks=empty"
    " ever_listed=ever followed"
)
"""Attribute of ``WalkState`` → the word under which the index stores it."""

_DEFAULTS = {f.name: f.default for f in fields(WalkState)}
