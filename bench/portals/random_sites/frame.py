"""What is on every page of a portal: its head, header, menu, box of most read and footer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bench.portals.random_sites.made_articles import MadeArticle, Publisher
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.surroundings import Surroundings
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary


class Frame:
    """Writes whole pages around their content."""

    def __init__(
        self,
        traits: Traits,
        words: Vocabulary,
        publisher: Publisher,
        markup: Markup,
        articles: Sequence[MadeArticle],
    ) -> None:
        self._traits, self._words, self._publisher = traits, words, publisher
        self._markup = markup
        self.surroundings = Surroundings(traits, words, markup)
        popular = traits.chance("popular").sample(list(articles), min(5, len(articles)))
        self._popular = [(each.path, each.title) for each in popular]
        self._about = words.paragraph(1, 2)
        tags = dict.fromkeys(tag for each in articles for tag in each.tags)
        self._tag_places = {tag: place for place, tag in enumerate(tags, 1)}

    @property
    def base(self) -> str:
        return self._publisher.base

    def section_path(self, section: str) -> str:
        return f"/section/{self._publisher.sections.index(section) + 1}"

    def author_path(self, name: str) -> str:
        return f"/author/{self._publisher.writers.index(name) + 1}"

    def tag_path(self, tag: str) -> str:
        return f"/tag/{self._tag_places[tag]}"

    def document(self, title: str, content: str, declared: str, *, is_article: bool) -> str:
        """Return a whole page."""
        suffix = self._traits["title-suffix"]
        name = escape(self._publisher.name, quote=False)
        shown = escape(title, quote=False)
        head_title = shown if suffix == "none" else f"{shown}{suffix}{name}"
        charset = ""
        if self._traits["charset-in"] in ("meta", "both"):
            charset = '<meta charset="CHARSET">'
        base = '<base href="/">' if self._traits["base-element"] == "root" else ""
        feed = ""
        if self._traits["feed"] == "linked" or self._traits["archive"] == "feed-only":
            feed = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
        direction = ' dir="rtl"' if self._words.is_rtl else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{self._words.code}"{direction}><head>{charset}'
            f"{base}<title>{head_title}</title>{declared}{feed}</head><body>"
            f"{self.surroundings.banner('top')}{self._header(is_article)}"
            f"{self._markup.element('div', 'wrap', content + self._aside())}{self._footer()}"
            f"{self.surroundings.banner('bottom')}</body></html>"
        )

    def _header(self, is_article: bool) -> str:
        labels = self._words.labels
        name = self._markup.link("/", self._publisher.name)
        is_heading = not is_article or self._traits["headline"] == "site-in-h1"
        logo = self._markup.element("h1" if is_heading else "div", "logo", name)
        items = [("/", labels["home"])]
        items += [(self.section_path(each), each) for each in self._publisher.sections]
        items += [("/about", labels["about"]), ("/contact", labels["contact"])]
        links = "".join(f"<li>{self._markup.link(*item)}</li>" for item in items)
        menu = self._markup.element("nav", "nav", f"<ul>{links}</ul>")
        return self._markup.element("header", "header", logo + menu)

    def _aside(self) -> str:
        kind, about = self._traits["popular"], self.surroundings.sidebar()
        if kind == "none":
            return about
        items = "".join(f"<li>{self._markup.link(*each)}</li>" for each in self._popular)
        label = escape(self._words.labels["popular"])
        return about + self._markup.element(kind, "popular", f"<h3>{label}</h3><ol>{items}</ol>")

    def _footer(self) -> str:
        links = " ".join(
            self._markup.link(path, self._words.labels[name])
            for path, name in (("/about", "about"), ("/contact", "contact"))
        )
        text = f"<p>© {escape(self._publisher.name)}. {escape(self._about)}</p><p>{links}</p>"
        return self._markup.element("footer", "footer", text)
