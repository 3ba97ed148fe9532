"""The links from one page of a list to the others: addresses, numbers, arrows, words."""

from __future__ import annotations

from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary

_WINDOW = 2


class Pager:
    """Writes the pager of a list of ``count`` pages with ``size`` articles each.

    ``has_trap``: behind the last page a link leads to one that is not there, or empty.
    """

    def __init__(
        self, traits: Traits, words: Vocabulary, markup: Markup, count: int, size: int
    ) -> None:
        self._traits, self._words, self._markup = traits, words, markup
        self._count, self._size = count, size
        kind = traits["pager"]
        has_next = kind in ("arrows", "words", "words-one-class", "next-word", "more")
        self.has_trap = has_next and traits["pager-end"] in ("empty", "404")

    @property
    def _form(self) -> str:
        """Return the form of the addresses: another one where articles have the same."""
        clashes = {"/?p={id}": ("?p={}", "?paged={}"), "/{id}": ("/{}", "/page/{}")}
        taken, other = clashes.get(self._traits["article-address"], ("", ""))
        form = self._traits["pager-address"]
        return other if form == taken and self._traits["start"] == "/" else form

    def address(self, number: int) -> str:
        """Return the path of a page (from 1)."""
        start, form = self._start, self._form
        if number == 1:
            return start
        value = (number - 1) * self._size if form in ("?start={}", "?offset={}") else number
        shown = form.format(value)
        if "?" in start:
            return f"{start}&{shown[1:]}" if shown.startswith("?") else f"{start}&page={value}"
        if shown.startswith("?"):
            return start + shown
        stem = start.removesuffix(".html").rstrip("/")
        if form == ",{}":
            return f"{stem or '/list'},{value}{'.html' if start.endswith('.html') else ''}"
        return stem + shown

    def _first_address(self) -> str:
        """Return how links name the first page."""
        start, form = self._start, self._form
        if self._traits["pager-first-page"] == "numbered" and form in ("?page={}", "?p={}"):
            return f"{start}{'&' if '?' in start else '?'}{form[1:].format(1)}"
        return start

    def aliases(self) -> list[str]:
        """Return other addresses of the first page."""
        return [self._first_address(), self._traits["start"]]

    @property
    def _start(self) -> str:
        """Return the address of the first page, with how it is sorted where links name that."""
        start = self._traits["start"]
        if self._traits["pager-sort"] == "none":
            return start
        return f"{start}{'&' if '?' in start else '?'}sort=new"

    def _link(self, number: int, text: str, role: str = "page", **attributes: str) -> str:
        path = self.address(number) if number > 1 else self._first_address()
        if self._traits["pager-sort"] == "sorted-with-fragment":
            path += "#list-bottom"
        return self._markup.link(path, text, role, **attributes)

    def head(self, number: int) -> str:
        """Return what the head of page ``number`` says about the next one."""
        if self._traits["pager-head"] == "no" or number >= self._count:
            return ""
        return f'<link rel="next" href="{self.address(number + 1)}">'.replace("&", "&amp;")

    def links(self, number: int) -> str:
        """Return the pager of page ``number`` (from 1)."""
        if self._count == 1:
            return ""
        kind = self._traits["pager"]
        shown = {
            "numbers": lambda: self._numbers(number, range(1, self._count + 1)),
            "window": lambda: self._numbers(number, self._window(number)),
            "sliding": lambda: self._numbers(number, self._near(number)),
            "numbers-and-next": lambda: " ".join(
                (
                    self._numbers(number, range(1, self._count + 1)),
                    self._link(number + 1, "»") if number < self._count else "",
                )
            ),
            "arrows": lambda: self._sides(number, "←", "→", "page", "page"),
            "words": lambda: self._word_sides(number, "older", "newer"),
            "words-one-class": lambda: self._word_sides(number, "page", "page"),
            "next-word": lambda: self._one_side(number, "next"),
            "more": lambda: self._one_side(number, "more"),
        }[kind]()
        return self._markup.element("nav" if self._is_nav else "div", "pager", shown)

    @property
    def _is_nav(self) -> bool:
        return self._traits.chance("pager element").random() < 0.5

    def _near(self, number: int) -> list[int]:
        return [n for n in range(number - _WINDOW, number + _WINDOW + 1) if 1 <= n <= self._count]

    def _window(self, number: int) -> list[int]:
        return sorted({1, *(n for n in self._near(number) if abs(n - number) < 2), self._count})

    def _numbers(self, number: int, shown: range | list[int]) -> str:
        parts, before = [], 0
        for each in shown:
            if before and each > before + 1:
                parts.append("<span>…</span>")
            before = each
            current = self._traits["pager-current"]
            if each != number:
                parts.append(self._link(each, str(each)))
            elif current == "link":
                parts.append(self._link(each, str(each), "current"))
            elif current != "absent":
                parts.append(self._markup.element(current, "current", str(each)))
        return " ".join(parts)

    def _is_open(self, number: int) -> bool:
        return number < self._count or self.has_trap

    def _word_sides(self, number: int, older: str, newer: str) -> str:
        labels = self._words.labels
        if self._traits["order"] == "oldest-first":
            return self._sides(number, labels["older"], labels["newer"], newer, older, is_old=True)
        return self._sides(number, labels["newer"], labels["older"], newer, older)

    def _sides(
        self, number: int, back: str, on: str, back_role: str, on_role: str, is_old: bool = False
    ) -> str:
        is_marked = self._traits["pager-rel"] == "yes"
        links = []
        if number > 1:
            links.append(self._link(number - 1, back, back_role, rel="prev" if is_marked else ""))
        if self._is_open(number):
            links.append(self._link(number + 1, on, on_role, rel="next" if is_marked else ""))
        if self._traits["pager-sides"] == "older-first" and not is_old and back != "←":
            links.reverse()
        return " ".join(links)

    def _one_side(self, number: int, label: str) -> str:
        if not self._is_open(number):
            return ""
        rel = "next" if self._traits["pager-rel"] == "yes" else ""
        return self._link(number + 1, self._words.labels[label], "older", rel=rel)
