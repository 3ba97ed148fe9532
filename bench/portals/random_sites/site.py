"""A whole portal: its pages by path, and the truth about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from bench.portals.random_sites.archive_machines import add_feed_archive, add_sitemap_index, urlset
from bench.portals.random_sites.archive_pages import Answer, ArchivePages
from bench.portals.random_sites.archives import ARCHIVES
from bench.portals.random_sites.article_markup import ArticleMarkup
from bench.portals.random_sites.calendars import Calendar
from bench.portals.random_sites.frame import Frame
from bench.portals.random_sites.list_markup import ListMarkup, print_path
from bench.portals.random_sites.made_articles import (
    LATER_ARTICLES,
    MadeArticle,
    is_resumed,
    make_articles,
    make_publisher,
)
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.pagers import Pager
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary


@dataclass
class RandomSite:
    """A portal. ``answers``: path with query → answer; ``posted``: path and body of a POST → its
    answer; ``start``: where its list begins. ``is_later``: as it is when it has resumed.
    """

    traits: Traits
    is_later: bool = False
    start: str = ""
    answers: dict[str, Answer] = field(default_factory=dict)
    posted: dict[tuple[str, str], Answer] = field(default_factory=dict)
    articles: list[MadeArticle] = field(default_factory=list)

    def __post_init__(self) -> None:
        traits = self.traits
        self.words = Vocabulary(traits["language"], traits.chance("words"))
        self.publisher = make_publisher(traits, self.words)
        self.articles = make_articles(traits, self.words, self.publisher)
        if is_resumed(traits) and not self.is_later:
            self.articles = self.articles[LATER_ARTICLES:]
        self._markup = Markup(traits)
        frame = Frame(traits, self.words, self.publisher, self._markup, self.articles)
        self.pages = ArticleMarkup(
            traits, self.words, self.publisher, self._markup, frame, self.articles
        )
        self._lists = ListMarkup(traits, self.words, self._markup, frame, self.pages.bylines)
        self._frame = frame
        self._encoding = self.words.encoding if traits["charset"] == "national" else "utf-8"
        self._add_articles()
        self._add_lists()
        self._add_other_pages()

    @property
    def start_url(self) -> str:
        return self.publisher.base + self.start

    def _add(self, path: str, page: str, headers: Sequence[tuple[str, str]] = ()) -> None:
        content_type = "text/html"
        if self.traits["charset-in"] != "meta":
            content_type += f"; charset={self._encoding}"
        content = page.replace('charset="CHARSET"', f'charset="{self._encoding}"')
        encoded = content.encode(self._encoding, "xmlcharrefreplace")
        self.answers[path] = Answer(encoded, content_type, headers=tuple(headers))

    def _add_articles(self) -> None:
        for article in self.articles:
            for number, path in enumerate(article.addresses):
                self._add(path, self.pages.page(article, number))
            if self.traits["print-link"] != "none":
                self._add(print_path(article), self.pages.printed(article))

    def _ordered(self) -> list[MadeArticle]:
        is_newest = self.traits["order"] == "newest-first"
        return self.articles if is_newest else self.articles[::-1]

    def _archive(self) -> ArchivePages:
        return ArchivePages(
            self.traits, self.words, self.publisher, self._markup, self._frame, self._lists,
            self._ordered(), self._add, self.answers, self.posted,
        )  # fmt: skip

    def _add_lists(self) -> None:
        if self.traits["archive"] != "pages":
            self.start = ARCHIVES[self.traits["archive"]](self._archive())
        elif self.traits["list"] == "json":
            self._add_data()
        elif self.traits["pager"] in ("days", "months", "years"):
            self._add_calendar()
        else:
            self._add_numbered()

    def _split(self, articles: Sequence[MadeArticle]) -> list[Sequence[MadeArticle]]:
        size = int(self.traits["page-size"])
        if self.traits["pager"] == "none":
            size = len(articles)
        return [articles[at : at + size] for at in range(0, len(articles), size)]

    def _add_data(self) -> None:
        self.start = self.traits["start"]
        path = "/api/articles?page="
        self._add(self.start, self._lists.data_page(path))
        pages = [*self._split(self._ordered()), ()]
        for number, part in enumerate(pages, 1):
            content = self._lists.data(part).encode("utf-8")
            self.answers[f"{path}{number}"] = Answer(content, "application/json; charset=utf-8")

    def _add_numbered(self) -> None:
        ordered = self._ordered()
        featured = self.traits["featured"]
        shown = ordered[:2] if featured != "none" else []
        rest = ordered[2:] if featured == "apart" else ordered
        parts = self._split(rest)
        size = int(self.traits["page-size"])
        pager = Pager(self.traits, self.words, self._markup, len(parts), size)
        sticky = [ordered[len(ordered) // 2]]
        self.start = self.traits["start"]
        for number, part in enumerate(parts, 1):
            listed = list(part)
            where = self.traits["sticky"]
            if where == "all-pages" or (where == "first-page" and number == 1):
                listed = [*sticky, *(each for each in part if each not in sticky)]
            page = self._lists.page(
                listed,
                pager.links(number),
                shown if number == 1 else (),
                pager.head(number),
            )
            for path in pager.aliases() if number == 1 else ():
                self._add(path, page)
            self._add(pager.address(number), page)
        end = self.traits["pager-end"]
        if end == "empty":
            self._add(pager.address(len(parts) + 1), self._lists.page((), ""))
        elif end == "repeated":
            for number in (1, 2):
                self._add(pager.address(len(parts) + number), page)

    def _add_calendar(self) -> None:
        calendar = Calendar(self.traits, self.words, self._markup, self.articles)
        kind = self.traits["calendar"]
        beside = calendar.beside() if kind == "beside" else ""
        for window, listed in calendar.windows():
            if self.traits["order"] == "oldest-first":
                listed = listed[::-1]
            pager = calendar.neighbours(window) if kind == "neighbours" else ""
            self._add(calendar.path(window), self._lists.page(listed, pager, beside=beside))
        if self.traits["calendar-void"] == "empty":
            for window in calendar.all_windows():
                if calendar.path(window) not in self.answers:
                    self._add(calendar.path(window), self._lists.page((), "", beside=beside))
        is_newest = self.traits["order"] == "newest-first" or kind != "neighbours"
        self.start = calendar.path(calendar.newest if is_newest else calendar.oldest)
        if kind == "beside":
            self.start = self.traits["start"]
            newest = self.articles[: int(self.traits["page-size"])]
            self._add(self.start, self._lists.page(newest, "", beside=beside))

    def _add_other_pages(self) -> None:
        newest = self.articles[: int(self.traits["page-size"])]
        others: dict[str, Sequence[MadeArticle]] = {"/": newest}
        for section in self.publisher.sections:
            others[self._frame.section_path(section)] = [
                each for each in self.articles if each.section == section
            ][:10]
        for article in self.articles:
            for tag in article.tags:
                path = self._frame.tag_path(tag)
                others[path] = [*others.get(path, ()), article][:10]
            for name in article.authors:
                path = f"/author/{self.publisher.writers.index(name) + 1}"
                others[path] = [*others.get(path, ()), article][:10]
        for path, listed in others.items():
            if path not in self.answers:
                self._add(path, self._lists.page(listed, ""))
        for path in ("/about", "/contact"):
            text = f"<h2>{escape(self.words.labels[path[1:]])}</h2><p>{self.words.paragraph()}</p>"
            self._add(path, self._frame.document(path[1:], text, "", is_article=False))
        self._add_machine_files()

    def _add_machine_files(self) -> None:
        base = self.publisher.base
        if self.traits["sitemap"] != "none" and "/sitemap.xml" not in self.answers:
            self._add_sitemap()
        if "/robots.txt" in self.answers:
            pass  # of the archive
        elif self.traits["robots"] != "none" or self.traits["sitemap"] == "robots":
            lines = "User-agent: *\nDisallow: /admin/\n"
            if self.traits["sitemap"] == "robots":
                lines += f"Sitemap: {base}/sitemap.xml\n"
            self.answers["/robots.txt"] = Answer(lines.encode(), "text/plain")
        if "/feed.xml" in self.answers:
            return  # of the archive
        if self.traits["feed"] == "linked" and self.traits["feed-form"] == "archived":
            add_feed_archive(self._archive())
        elif self.traits["feed"] == "linked":
            items = "".join(
                f"<item><title>{escape(each.title)}</title><link>{escape(base + each.path)}</link>"
                f"<pubDate>{each.day:%a, %d %b %Y} 10:00:00 +0000</pubDate></item>"
                for each in self.articles[:10]
            )
            text = (
                '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
                f"<title>{escape(self.publisher.name)}</title><link>{base}/</link>{items}"
                "</channel></rss>"
            )
            self.answers["/feed.xml"] = Answer(text.encode(), "application/rss+xml")

    def _add_sitemap(self) -> None:
        form = self.traits["sitemap-form"]
        if form == "index":
            add_sitemap_index(self._archive(), self.articles)
            return
        lacking = self.articles[2::9] if form == "lacks-some" else []
        urls = (self.publisher.base + each.path for each in self.articles if each not in lacking)
        self.answers["/sitemap.xml"] = Answer(urlset(urls).encode(), "application/xml")
