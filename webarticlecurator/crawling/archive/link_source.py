"""The protocol of a link source: the pages of a span, and the links on each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.proposal.archive_links import Link, NamedPage
from webarticlecurator.crawling.archive.page_counts import ListCount
from webarticlecurator.crawling.archive.pager_links import NO_PAGER, PagerLinks
from webarticlecurator.crawling.archive.windows import NamedWindow, is_named_window
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.trace import Trace


@dataclass(frozen=True)
class PagePlace:
    """The place of a page in the archive: its page value and the key of its window; empty if it
    has none. The window of a page that another one names is its address."""

    value: str = ""
    window: str = ""

    @property
    def is_named(self) -> bool:
        """True for a page that another page of the source names."""
        return is_named_window(self.window)

    @property
    def index_level(self) -> int | None:
        """How deep a named page of an index is, as in ``NamedPage``; None for any other page."""
        return NamedWindow(self.window).index_level

    def leads_on_to(self, page: NamedPage) -> bool:
        """Return True for the next page of the index that a page here is of."""
        return page.index_level == (self.index_level or 0)


NO_PLACE = PagePlace()
"""The place of a page without page value and window."""


class SourceBody:
    """The stored body of a page: its final address, bytes and content type; ``page`` is parsed on
    first use."""

    def __init__(
        self, url: str, content: bytes, parse: Callable[[], Page], content_type: str | None = None
    ) -> None:
        self.url = url
        self.content = content
        self.content_type = content_type
        self._parse = parse

    @cached_property
    def page(self) -> Page:
        """The body as HTML or JSON."""
        return self._parse()


@dataclass(frozen=True)
class SourcePage:
    """What is read from one page of the archive.

    What a link source reads:

    ``links`` are those to articles, ``named`` the further pages of the source, ``next_page`` is the
    address that the ``next`` rules select. ``beyond`` is a linked page after ``last``;
    ``pager_without_current``: ``current`` of the pager selects no number.

    ``pager`` has the links to other pages of the list, whether or not a rule follows them;
    ``title``: that of the page; ``marks``: what it may share with the pages of its list
    (list_identity.py).

    ``skipped`` are links to articles that the rules leave out of elements from which they take one
    (``skipped_links.py``).

    ``trouble`` says why nothing could be read; ``damage`` what part could not be read. ``suspect``
    is the page, if it may be a challenge or the like in place of what was expected.

    What is found out afterwards (``states/archive_listing.py``): ``canonicals`` has the canonical
    address of each link; ``shortened`` are the names of values beside links that are kept in part;
    ``wall`` is a message if the page has no links because it is a challenge or the like;
    ``is_blank``: the trouble is that there is no page at all, no bytes, no text; ``has_end``: it
    ends with ``</html>``, None where it has no HTML.
    """

    links: tuple[Link, ...] = ()
    next_page: str | None = None
    named: tuple[NamedPage, ...] = ()
    beyond: str = ""
    pager_without_current: bool = False
    trouble: str = ""
    damage: str = ""
    suspect: Page | None = None
    pager: PagerLinks = NO_PAGER
    skipped: tuple[str, ...] = ()
    counts: tuple[ListCount, ...] = ()
    title: str = ""
    left_links: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    canonicals: dict[str, str] = field(default_factory=dict)
    shortened: tuple[str, ...] = ()
    wall: str = ""
    is_blank: bool = False
    has_end: bool | None = None


class LinkSource:
    """A kind of link source; by default, one file that is read whole and names no further ones.

    ``names_pages``: its pages name further pages, each of which has a walk of its own. ``proof``:
    what a file that was read whole proves of the list, a key of ``PROOFS`` or ``UNPROVED``.
    """

    names_pages = False
    proof = "file"

    def is_list(self, _place: PagePlace) -> bool:
        """Return True if a page there is an archive page, which the pagination of the span
        continues; False if it is a file that is read whole."""
        return False

    def count_pages(self, _span: Span) -> int | None:
        """Return the maximum number of pages of one window; None where only the walk can tell."""
        return 1

    def is_changed(self, _modified: str, _read_modified: str) -> bool:
        """Return True if a named page that was read completely is to be requested again.

        ``modified`` is what its source says now, ``read_modified`` what it said when it was read.
        """
        return True

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return what the page at ``place`` holds."""
        raise NotImplementedError
