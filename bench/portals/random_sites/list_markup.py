"""Lists of articles in the form of a portal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from bench.portals.random_sites.bylines import Bylines
from bench.portals.random_sites.frame import Frame
from bench.portals.random_sites.made_articles import MadeArticle
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary


def print_path(article: MadeArticle) -> str:
    """Return the path of an article as it is printed."""
    return f"/print/{article.id}"


class ListMarkup:
    """Writes pages that list articles."""

    def __init__(
        self, traits: Traits, words: Vocabulary, markup: Markup, frame: Frame, bylines: Bylines
    ) -> None:
        self._traits, self._words, self._markup, self._frame = traits, words, markup, frame
        self._bylines = bylines
        self._heading = traits.chance("list heading").choice(("h2", "h3"))
        own = Vocabulary(words.code, traits.chance("list advertisements"))
        self._ads = [own.title() for _ in range(12)]
        self._own_words = [own.phrase(1, 2, rare=1) for _ in range(3)]

    def page(
        self,
        articles: Sequence[MadeArticle],
        pager: str,
        featured: Sequence[MadeArticle] = (),
        head: str = "",
        beside: str = "",
    ) -> str:
        """Return a page with a list and its pager; ``beside`` is what is shown beside the list."""
        items = self.items(articles, pager if self._is_pager_within else "")
        if self._is_pager_within and articles:
            pager = ""
        place = self._traits["pager-place"]
        above, below = (pager if place in ("both", "above") else ""), pager
        if place == "above":
            below = ""
        content = self._featured(featured) + above + items + below
        root = self._markup.element(self._traits["list-root"], "", content)
        title = self._words.labels["home"]
        return self._frame.document(title, root + beside, head, is_article=False)

    def data_page(self, data_path: str) -> str:
        """Return a page whose list a script loads from ``data_path`` and a number."""
        script = (
            f'<script>let n=1;const more=()=>fetch("{data_path}"+n++).then(r=>r.json()).then(show);'
            "more();</script>"
        )
        root = self._markup.element(self._traits["list-root"], "items", "")
        button = f'<button type="button">{escape(self._words.labels["more"])}</button>'
        title = self._words.labels["home"]
        return self._frame.document(title, root + button + script, "", is_article=False)

    def data(self, articles: Sequence[MadeArticle]) -> str:
        """Return articles as the JSON that a script loads."""
        items = [
            {
                "id": each.id,
                "title": each.title,
                "url": each.path,
                "date": each.day.isoformat(),
                "summary": each.teaser,
            }
            for each in articles
        ]
        return json.dumps({"items": items, "count": len(items)}, ensure_ascii=False)

    def _featured(self, articles: Sequence[MadeArticle]) -> str:
        if not articles:
            return ""
        items = "".join(
            self._markup.element(
                "div", "featured", f"<h2>{self._markup.link(self._address(each), each.title)}</h2>"
            )
            for each in articles
        )
        return f"<section>{items}</section>"

    @property
    def _is_pager_within(self) -> bool:
        return self._traits["pager-within"] == "in-the-list"

    def items(self, articles: Sequence[MadeArticle], within: str = "") -> str:
        """Return the list; ``within`` is a pager that stands in the element of the list."""
        form = self._traits["list"]
        if self._traits["list-shape"] == "columns":
            return self._columns(articles) + within
        items = [self._item(each) + self._extra(each) for each in articles]
        if form == "table":
            rows = "".join(
                f"<tr><td>{self._listed_day(each)}</td><td>{item}</td></tr>"
                for each, item in zip(articles, items, strict=True)
            )
            rows += f'<tr><td colspan="2">{within}</td></tr>' if within else ""
            return self._markup.element("table", "items", rows)
        if form == "list":
            rows = "".join(self._markup.element("li", "item", item) for item in items)
            rows += f"<li>{within}</li>" if within else ""
            return self._markup.element("ul", "items", rows)
        if form == "definitions":
            rows = "".join(
                f"<dt>{self._listed_day(each)}</dt><dd>{item}</dd>"
                for each, item in zip(articles, items, strict=True)
            )
            return self._markup.element("dl", "items", rows) + within
        if form == "headlines":
            return self._markup.element("div", "items", self._join(articles, items) + within)
        name = "article" if self._is_article else "div"
        cards = [self._markup.element(name, "item", item) for item in items]
        return self._markup.element("div", "items", self._join(articles, cards) + within)

    def _columns(self, articles: Sequence[MadeArticle]) -> str:
        """Return two columns of numbered titles."""
        cells = [
            f"<td><b>{number:02}</b> {self._markup.link(self._address(each), self._title(each))}</td>"
            for number, each in enumerate(articles, 1)
        ]
        rows = "".join(f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
        return self._markup.element("table", "items", rows)

    def _print_link(self, article: MadeArticle) -> str:
        """Return the link beside an item to its article as it is printed."""
        kind, path = self._traits["print-link"], print_path(article)
        if kind == "none":
            return ""
        if kind == "picture":
            image = '<img src="/img/print.gif" alt="">'
            return self._markup.element("a", "tools", image, href=path)
        text = self._title(article) if kind == "same-title" else self._own_words[0]
        return self._markup.link(path, text, "tools")

    def _join(self, articles: Sequence[MadeArticle], rows: Sequence[str]) -> str:
        """Return the items with what stands between them: days above their articles, and
        advertisements."""
        parts, day = [], ""
        for number, (article, row) in enumerate(zip(articles, rows, strict=True)):
            shown = self._bylines.day(article)
            if self._traits["list-days"] == "headings" and shown != day:
                parts.append(self._markup.element("h4", "day", shown))
                day = shown
            parts.append(row)
            if self._traits["list-ads"] == "linked" and number % 4 == 2:
                parts.append(self._list_ad(article))
        return "".join(parts)

    def _list_ad(self, article: MadeArticle) -> str:
        """Return an advertisement in the form of an item."""
        chance = self._traits.chance(f"list ad {article.number}")
        text = chance.choice(self._ads)
        link = self._markup.link(f"https://shop.example/{chance.randint(1, 400)}", text)
        heading = self._markup.element(self._heading, "item-link", link)
        return self._markup.element("div", "ad", heading)

    def _address(self, article: MadeArticle) -> str:
        """Return the address of an article as it is written in the list."""
        form, path = self._traits["list-addresses"], article.path
        if form == "whole":
            return self._frame.base + path
        if form == "relative":  # to where the list pages are
            return path if path.startswith("/?") else f"{'../' * 6}{path[1:]}"
        if form == "tracked":
            return f"{path}{'&' if '?' in path else '?'}utm_source=list&utm_medium=portal"
        return path

    def _title(self, article: MadeArticle) -> str:
        """Return the title as the list has it."""
        words = article.title.split(" ")
        if self._traits["list-title"] == "whole" or len(words) < 6:
            return article.title
        return f"{' '.join(words[:5])}…"

    def _extra(self, article: MadeArticle) -> str:
        """Return further links of an item: to the comments or the tags of its article."""
        return self._kind_of_extra(article) + self._several(article) + self._print_link(article)

    def _several(self, article: MadeArticle) -> str:
        """Return the links that an item has to its section, its author and its comments."""
        if self._traits["list-shape"] != "several-links":
            return ""
        links = (
            self._markup.link(self._frame.section_path(article.section), article.section),
            self._markup.link(self._frame.author_path(article.authors[0]), article.authors[0]),
            self._markup.link(f"{article.path}#respond", self._own_words[1]),
        )
        return self._markup.element("p", "byline", " | ".join(links))

    def _kind_of_extra(self, article: MadeArticle) -> str:
        kind = self._traits["list-extra"]
        if kind == "comments":
            number = self._traits.chance(f"list comments {article.number}").randint(0, 40)
            link = self._markup.link(f"{article.path}#comments", str(number))
            return self._markup.element("div", "comment", link)
        if kind == "tags":
            links = (
                self._markup.link(self._frame.tag_path(tag), tag, "tag") for tag in article.tags
            )
            return self._markup.element("div", "tags", " ".join(links))
        return ""

    @property
    def _is_article(self) -> bool:
        return self._traits.chance("list item").random() < 0.5

    def _item(self, article: MadeArticle) -> str:
        form, linking = self._traits["list"], self._traits["list-link"]
        title = escape(self._title(article), quote=False)
        if self._traits["list-shape"] == "more-link-only":
            heading = self._markup.element(self._heading, "item-link", title)
            link = self._markup.link(self._address(article), self._own_words[2], "more")
            return heading + self._listed_day(article) + link
        if form == "headlines":
            heading = self._markup.link(self._address(article), self._title(article))
            return self._markup.element(self._heading, "item-link", heading)
        day = "" if form in ("table", "definitions") else self._listed_day(article)
        teaser = ""
        if self._traits["teaser"] != "none" and form in ("cards", "definitions", "list"):
            teaser = self._markup.element("p", "teaser", escape(article.teaser))
        meta = self._listed_meta(article)
        if form == "table":
            return self._markup.link(self._address(article), self._title(article), "item-link")
        if linking == "card" and form == "cards":
            heading = self._markup.element(self._heading, "item-link", title)
            content = heading + day + teaser
            return self._markup.element("a", "more", content, href=self._address(article))
        link = self._markup.link(self._address(article), self._title(article))
        if form == "cards":
            heading = self._markup.element(self._heading, "item-link", link)
        else:
            heading = self._markup.link(self._address(article), self._title(article), "item-link")
        picture = ""
        if linking == "headline-and-picture":
            image = f'<img src="/img/{article.id}.jpg" alt="">'
            picture = self._markup.element("a", "figure", image, href=self._address(article))
        more = ""
        if linking == "more-link-too" and teaser:
            more = self._markup.link(self._address(article), self._words.labels["more"], "more")
        return picture + heading + meta + day + teaser + more

    def _listed_day(self, article: MadeArticle) -> str:
        has_place = self._traits["list"] in ("table", "definitions")
        is_left_out = self._traits["list-day"] == "none" and not has_place
        return "" if is_left_out else self._bylines.day(article)

    def _listed_meta(self, article: MadeArticle) -> str:
        kind, parts = self._traits["list-meta"], []
        if "author" in kind and self._bylines.shows_authors:
            parts.append(self._bylines.names(article))
        if "section" in kind:
            parts.append(
                self._markup.link(self._frame.section_path(article.section), article.section)
            )
        return self._markup.element("span", "byline", " · ".join(parts)) if parts else ""
