"""What stands around the text and the byline of an article, and on each page of a portal, in words
that are the portal's own: reading time, views, tools, notices, banners, a text in the sidebar.
"""

from __future__ import annotations

from datetime import timedelta
from html import escape

from bench.portals.random_sites.made_articles import TODAY, MadeArticle
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary, write_day


class Surroundings:
    """Writes what is the same on all pages but for a number; no reader takes it for text."""

    def __init__(self, traits: Traits, words: Vocabulary, markup: Markup) -> None:
        self._traits, self._words, self._markup = traits, words, markup
        own = Vocabulary(words.code, traits.chance("surroundings"))
        self._label, self._unit = own.phrase(1, 2, rare=1), own.word(is_rare=True)
        self._tools = [own.word(is_rare=True) for _ in range(2)]
        self._notice, self._request = own.paragraph(1, 2), own.phrase(3, 6)
        self._cookies, self._buttons = own.paragraph(2, 3), [own.phrase(1, 2) for _ in range(2)]
        self._about_title, self._about = own.phrase(2, 3), own.paragraph(2, 4)

    def byline_extra(self, article: MadeArticle) -> str:
        """Return what stands beside the day of an article."""
        kind = self._traits["byline-extra"]
        chance = self._traits.chance(f"byline extra {article.number}")
        if kind == "reading-time":
            return self._markup.element("span", "minutes", f"{chance.randint(1, 14)} {self._unit}")
        if kind == "views":
            number = f"{self._label}: {chance.randint(40, 9000)}"
            return self._markup.element("div", "views", number)
        if kind == "updated":
            day = min(TODAY, article.day + timedelta(days=chance.randint(0, 3)))
            shown = write_day(day, self._words.code, self._traits["day-form"])
            return self._markup.element("div", "updated", f"{self._label}: {shown}")
        if kind == "tools":
            links = (
                self._markup.link(f"/print/{article.id}", self._tools[0]),
                self._markup.link(f"/send/{article.id}", self._tools[1]),
            )
            return self._markup.element("div", "tools", " | ".join(links))
        return ""

    def notice(self, place: str) -> str:
        """Return a paragraph that all articles have at their end, or between two paragraphs."""
        kind = self._traits["notice"]
        if kind == "rights" and place == "end":
            return f"<p><small>{escape(self._notice)}</small></p>"
        if kind == "follow" and place == "between":
            link = self._markup.link("https://social.example/portal", self._request)
            return f"<p>{escape(self._notice)} {link}</p>"
        return ""

    def banner(self, place: str) -> str:
        """Return what asks for consent at the top or the bottom of each page."""
        if self._traits["banner"] != place:
            return ""
        buttons = "".join(f"<button>{escape(each)}</button>" for each in self._buttons)
        text = f"<p>{escape(self._cookies)} {self._markup.link('/about', self._label)}</p>"
        return self._markup.element("div", "consent", text + buttons)

    def sidebar(self) -> str:
        """Return a text about the portal that stands beside each page."""
        if self._traits["sidebar"] == "none":
            return ""
        text = f"<h3>{escape(self._about_title)}</h3><p>{escape(self._about)}</p>"
        return self._markup.element(
            "aside" if self._traits["sidebar"] == "aside" else "div", "about", text
        )
