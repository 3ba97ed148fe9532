"""The line of an article with its authors and its day, in twenty forms."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from bench.portals.random_sites.made_articles import MadeArticle, Publisher
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary, write_day

NONE, DECLARED_ONLY, AT_THE_END = 14, 15, 18


class Bylines:
    """Writes the byline of each article of a portal; ``form`` is one of twenty."""

    def __init__(
        self, traits: Traits, words: Vocabulary, publisher: Publisher, markup: Markup
    ) -> None:
        self._traits, self._words, self._publisher, self._markup = traits, words, publisher, markup
        self.form = int(traits["byline"])
        self._joiner = traits.chance("byline joiner").choice((", ", " & ", f" {self._and} "))

    @property
    def _and(self) -> str:
        return self._words.labels["and"]

    @property
    def declares_person(self) -> bool:
        """True if the metadata of a page name the authors."""
        return (
            self._traits["declared-author"] == "person"
            and self._traits["metadata"] in ("json-ld", "meta")
            and self.form != NONE
        )

    @property
    def shows_authors(self) -> bool:
        """True if a reader of the page, or of what it declares, knows who wrote it."""
        return self.form not in (NONE, DECLARED_ONLY) or (
            self.form == DECLARED_ONLY and self.declares_person
        )

    def day(self, article: MadeArticle) -> str:
        """Return the day of an article as an element."""
        shown = write_day(article.day, self._words.code, self._traits["day-form"])
        kind = self._traits["day-element"]
        if kind == "plain":
            return self._markup.element("span", "day", shown)
        stamp = {"datetime": article.day.isoformat()} if kind == "time" else {}
        return self._markup.element("time", "day", shown, **stamp)

    def names(self, article: MadeArticle) -> str:
        """Return the names as markup: several are joined as the portal does it."""
        is_linked = self._traits["author-link"] == "yes"
        shown = [
            self._markup.link(f"/author/{self._publisher.writers.index(name) + 1}", name, "author")
            if is_linked
            else escape(name)
            for name in article.authors
        ]
        last = f" {self._and} " if self._joiner == ", " else self._joiner
        if len(shown) == 2:
            return self._joiner.join(shown)
        return last.join((", ".join(shown[:-1]), shown[-1])) if shown[1:] else shown[0]

    def above(self, article: MadeArticle) -> str:
        """Return what is shown between the headline and the text."""
        day, names = self.day(article), self.names(article)
        by, site = self._words.labels["by"], escape(self._publisher.name)
        label = self._words.labels["author"]
        forms: tuple[Callable[[], tuple[str, ...]], ...] = (
            lambda: (f"{by} {names}", day),
            lambda: (f"{by} {names} · {day}",),
            lambda: (f"{day} · {by} {names}",),
            lambda: (f"{names} | {day}",),
            lambda: (self._markup.element("span", "author", names), day),
            lambda: (f"{names}, {day}",),
            lambda: (f"{day}, {names}",),
            lambda: (f"{self._words.labels['text']}: {names}", day),
            lambda: (f"{names} | {site}", day),
            lambda: (f"{by} {names} – {day}",),
            lambda: (f"{self._markup.element('span', 'author', names)} <span>•</span> {day}",),
            lambda: (f"{by} {names}<br>{day}",),
            lambda: (f"<dl><dt>{label}</dt><dd>{names}</dd></dl>", day),
            lambda: (f"{label}: {names} · {escape(article.section)} · {day}",),
            lambda: (day,),
            lambda: (day,),
            lambda: (f"<address>{by} {names}</address>", day),
            lambda: (f"{day} ({names})",),
            lambda: (day,),
            lambda: (f"{names} / {site}, {day}",),
        )
        name = self._traits.chance("byline element").choice(("div", "div", "p", "span"))
        lines = forms[self.form]()
        if any("<dl>" in line or "<address>" in line for line in lines):
            name = "div"
        shown = "".join(self._markup.element(name, "byline", line) for line in lines)
        return f"<div>{shown}</div>" if name == "span" else shown

    def end_line(self, article: MadeArticle) -> str:
        """Return the line below the text that names the authors, as plain text; else nothing."""
        if self.form != AT_THE_END:
            return ""
        return f"{self._words.labels['text']}: {', '.join(article.authors)}"
