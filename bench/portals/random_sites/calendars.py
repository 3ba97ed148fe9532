"""Archives by day, month or year: the pages of each, and what links them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from html import escape

from babel.dates import format_date

from bench.portals.random_sites.made_articles import TODAY, MadeArticle
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary, write_day

_CUT = {"days": 3, "months": 2, "years": 1}


class Calendar:
    """The windows of an archive, the newest first, each with its articles."""

    def __init__(
        self,
        traits: Traits,
        words: Vocabulary,
        markup: Markup,
        articles: Sequence[MadeArticle],
    ) -> None:
        self._traits, self._words, self._markup = traits, words, markup
        self._step = traits["pager"]
        self._parts = _CUT[self._step]
        self._windows: dict[date, list[MadeArticle]] = {}
        for article in articles:
            self._windows.setdefault(self._window_of(article.day), []).append(article)
        self._form = self._make_form(traits["calendar-address"])

    def _make_form(self, form: str) -> str:
        form = form.replace("{:", "{0:")
        if self._parts < 3:
            form = form.replace("/%d", "").replace("-%d", "")
        if self._parts < 2:
            form = form.replace("/%m", "").replace("-%m", "")
        return form

    def _window_of(self, day: date) -> date:
        return date(
            day.year, day.month if self._parts > 1 else 1, day.day if self._parts > 2 else 1
        )

    def windows(self) -> Iterator[tuple[date, list[MadeArticle]]]:
        """Yield each window with articles."""
        yield from self._windows.items()

    def all_windows(self) -> Iterator[date]:
        """Yield each window from the first with articles to today, the newest first."""
        day, first = self._window_of(TODAY), min(self._windows)
        while day >= first:
            yield day
            day = self._window_of(day - timedelta(days=1))

    def path(self, window: date) -> str:
        start = self._traits["start"]
        stem = "/archive" if start in ("/", "/all.html") or "?" in start else start.rstrip("/")
        return stem + self._form.format(window)

    @property
    def newest(self) -> date:
        return max(self._windows)

    @property
    def oldest(self) -> date:
        return min(self._windows)

    def label(self, window: date) -> str:
        """Return a window in the words of the portal."""
        code = self._words.code
        if self._parts == 1:
            return str(window.year)
        if self._parts == 2:
            locale = {"zh": "zh_Hans", "pt": "pt_BR"}.get(code, code)
            return str(format_date(window, "LLLL y", locale=locale))
        return write_day(window, code, "long")

    def beside(self) -> str:
        """Return the links to all windows with articles."""
        links = "".join(
            f"<li>{self._markup.link(self.path(window), self.label(window))}</li>"
            for window in self._windows
        )
        label = escape(self._words.labels["older"])
        return self._markup.element("div", "calendar", f"<h3>{label}</h3><ul>{links}</ul>")

    def neighbours(self, window: date) -> str:
        """Return the links to the windows before and after one."""
        windows = sorted(self._windows)
        place = windows.index(window)
        links = []
        if place:
            before = windows[place - 1]
            links.append(self._markup.link(self.path(before), f"← {self.label(before)}"))
        if place + 1 < len(windows):
            after = windows[place + 1]
            links.append(self._markup.link(self.path(after), f"{self.label(after)} →"))
        return self._markup.element("div", "pager", " ".join(links))
