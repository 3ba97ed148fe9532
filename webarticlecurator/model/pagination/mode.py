"""The row of a pagination mode: the keys it reads and needs, the first and the next page, what ends
it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from webarticlecurator.model.archive_rules import Pagination


@dataclass(frozen=True)
class NextPage:
    """Where the walk goes after a page: a page value, an address, or a key of ``STOP_REASONS``."""

    page: str = ""
    address: str | None = None
    stop_reason: str = ""


class PageCounts(Protocol):
    """How many pages a walk read: with a new link, and in a row without one or with the links of
    the page before."""

    @property
    def pages_with_new(self) -> int: ...
    @property
    def pages_without_new(self) -> int: ...
    @property
    def identical_in_a_row(self) -> int: ...


def has_nothing_new(counts: PageCounts) -> bool:
    """Return True after three consecutive pages with the same links, or five without a link that is
    new to the walk."""
    return counts.identical_in_a_row >= 2 or counts.pages_without_new >= 5


def name_no_last_page(_pagination: Pagination) -> bool:
    """Return False: the portal file cannot name the last page."""
    return False


@dataclass(frozen=True)
class Mode:
    """One pagination mode.

    - ``name``, ``meaning``: the value of ``pagination.mode``, and what it does, for the reference;
    - ``reads``: the keys of ``pagination`` that it reads; ``needs``: those that must be there;
    - ``needs_page_field``: the address must have ``{page}``; ``page_field_key``: a key that has
      an effect only where the address has it, or "";
    - ``first_page``: the page value of the first address; ``next_page``: the page after one with a
      page value, which links the given address (None: no next link);
    - ``count_pages``: the maximum number of pages of a walk, None where only the walk can tell;
    - ``names_last_page``: the portal file names the last page, at which a first walk must end;
    - ``is_exhausted``: pages without new links have gone on for too long;
    - ``is_numbered``: the pages come by number, so a missing or empty page is the end of the list,
      not a broken link;
    - ``passes_empty_first``: an empty first page does not end the walk.
    """

    name: str
    meaning: str
    first_page: Callable[[Pagination], str]
    next_page: Callable[[Pagination, str, str | None], NextPage]
    count_pages: Callable[[Pagination], int | None]
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    needs_page_field: bool = False
    page_field_key: str = ""
    names_last_page: Callable[[Pagination], bool] = name_no_last_page
    is_exhausted: Callable[[PageCounts], bool] = has_nothing_new
    is_numbered: bool = False
    passes_empty_first: bool = False

    @property
    def reads_page_field(self) -> bool:
        """True if it fills ``{page}`` of the address."""
        return self.needs_page_field or bool(self.page_field_key)

    def __post_init__(self) -> None:
        unread = {*self.needs, self.page_field_key} - {*self.reads, ""}
        if unread:
            raise TypeError(f"pagination mode {self.name} does not read {', '.join(unread)}")
