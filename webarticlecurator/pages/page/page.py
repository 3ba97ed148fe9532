"""One parsed page, the input of every rule."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import date
from functools import cached_property, wraps
from typing import Any, TypeVar
from urllib.parse import urljoin

from lxml import html

from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.pages.page.file_kind import find_file_kind
from webarticlecurator.pages.page.link_header import list_header_links
from webarticlecurator.pages.page.page_elements import PageElements
from webarticlecurator.pages.page.page_size_limits import find_excess
from webarticlecurator.pages.page.tree import ParsedTree, link_next, parse_tree

T = TypeVar("T")

_LENIENT_JSON = json.JSONDecoder(strict=False)
_JSON_START = re.compile(r"\s*[{\[]")


class Page:
    """A page at its address. Everything but the arguments is computed once, on first use.

    - ``url``: the absolute address from which it was fetched;
    - ``encoding``, ``evidence``, ``replaced``, ``ignored``: see ``Decoded``;
    - ``column``: the column whose walk found it;
    - ``captured``: the day of the capture;
    - ``listed``: (name, value) pairs that the archive page showed with the link to this page;
    - ``base``: the base address of a piece of HTML inside another page;
    - ``utf8``: ``text`` in UTF-8, if available;
    - ``file_kind``: what it is instead of text (``PDF``), or "";
    - ``headers``: the HTTP headers of the answer; () for a piece of HTML inside another page;
    - ``kind``: what kind of page it is, as the portal file says; "" if it does not;
    - ``first_url``: the address of the first page of its article, "" if that is not known.
    """

    def __init__(
        self,
        url: str,
        text: str,
        *,
        encoding: str = "utf-8",
        evidence: str = "",
        replaced: int = 0,
        column: str | None = None,
        captured: date | None = None,
        listed: tuple[tuple[str, str], ...] = (),
        base: str | None = None,
        utf8: bytes | None = None,
        ignored: tuple[str, ...] = (),
        file_kind: str = "",
        headers: tuple[tuple[str, str], ...] = (),
        kind: str = "",
        first_url: str = "",
    ) -> None:
        self.url = url
        self.text = text
        self.encoding = encoding
        self.evidence = evidence
        self.replaced = replaced
        self.ignored = ignored
        self.file_kind = file_kind
        self.headers = headers
        self.kind = kind
        self.first_url = first_url
        self.column = column
        self.captured = captured
        self.listed = listed
        self._base = base
        self._utf8 = utf8
        self._derived: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"Page({self.url!r})"

    @property
    def root(self) -> html.HtmlElement:
        """The ``html`` element."""
        return self.tree.root

    @property
    def elements(self) -> PageElements:
        """The elements of the tree, which must not be changed any more."""
        return self.tree.elements

    @cached_property
    def tree(self) -> ParsedTree:
        """The parsed tree and its differences; empty for a page that is too large or not text. What
        the header ``Link`` names as the next page is linked at its end."""
        skipped = self.excess or self.file_kind
        tree = parse_tree("") if skipped else parse_tree(self.text, self._utf8)
        named = dict(list_header_links(self.headers, self.url, "next"))
        return link_next(tree, [*named]) if named else tree

    @cached_property
    def excess(self) -> str:
        """Why the page is too large to be parsed, or ""."""
        return find_excess(self.text)

    @property
    def is_fragment(self) -> bool:
        """True for a piece of HTML inside another page."""
        return self._base is not None

    @cached_property
    def base(self) -> str:
        """The absolute base of relative links: the first ``<base href>``, else ``url``."""
        if self._base is not None:
            return self._base
        if _JSON_START.match(self.text):
            return self.url

        hrefs = (element.get("href") for element in self.elements.with_tag("base"))
        href = next((each for each in hrefs if each is not None), "")
        with suppress(ValueError):
            return urljoin(self.url, href.strip())
        return self.url

    @cached_property
    def json(self) -> Any:
        """The body parsed as JSON, or None if it is not JSON (see ``json_fault``)."""
        return self._json[0]

    @cached_property
    def json_fault(self) -> str:
        """Why the body is not JSON, or ""."""
        return self._json[1]

    @cached_property
    def _json(self) -> tuple[Any, str]:
        if self.excess:
            return None, f"the answer is too large: {self.excess}"
        try:
            return _LENIENT_JSON.decode(self.text), ""
        except (ValueError, RecursionError) as error:
            return None, f"the answer is not JSON: {error}"

    def inner(self, text: str) -> Page:
        """Return a piece of HTML inside this page (a JSON value, a script literal) as a page.

        It has the address and the base of this page.
        """
        return Page(
            self.url,
            text,
            encoding=self.encoding,
            evidence=self.evidence,
            column=self.column,
            captured=self.captured,
            listed=self.listed,
            base=self.base,
            kind=self.kind,
            first_url=self.first_url,
        )

    def derived(self, key: str, make: Callable[[Page], T]) -> T:
        """Return ``make(self)``, computed once per ``key``.

        Higher layers store with a page what they compute from it.
        """
        if key not in self._derived:
            self._derived[key] = make(self)
        result: T = self._derived[key]
        return result


def once_per_page(key: str) -> Callable[[Callable[[Page], T]], Callable[[Page], T]]:
    """Return a decorator: the result of a function is computed once for each page."""

    def decorate(make: Callable[[Page], T]) -> Callable[[Page], T]:
        @wraps(make)
        def find(page: Page) -> T:
            return page.derived(key, make)

        return find

    return decorate


def read_page(
    url: str,
    content: bytes,
    content_type: str | None = None,
    *,
    encoding: str | None = None,
    language: str = "",
    column: str | None = None,
    captured: date | None = None,
    listed: tuple[tuple[str, str], ...] = (),
    headers: tuple[tuple[str, str], ...] = (),
    kind: str = "",
    first_url: str = "",
    other_encodings: Collection[str] = (),
) -> Page:
    """Return the page of a stored body, without transfer and content codings.

    ``content_type``: the value of the HTTP header; ``encoding``: the encoding in the portal file,
    for pages that do not declare one; ``other_encodings``: as ``decode`` has them; ``language``:
    that of the portal, for pages that declare neither. Never raises.
    """
    decoded = decode(content, content_type, encoding, language, other_encodings)
    return Page(
        url,
        decoded.text,
        encoding=decoded.encoding,
        evidence=decoded.evidence,
        replaced=decoded.replaced,
        utf8=decoded.utf8,
        ignored=decoded.ignored,
        file_kind=find_file_kind(content),
        column=column,
        captured=captured,
        listed=listed,
        headers=headers,
        kind=kind,
        first_url=first_url,
    )
