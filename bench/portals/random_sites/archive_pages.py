"""What archives of every shape are made of: pages that list articles, and pages that list pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from bench.portals.random_sites.frame import Frame
from bench.portals.random_sites.list_markup import ListMarkup
from bench.portals.random_sites.made_articles import MadeArticle, Publisher
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary

Link = tuple[str, str]
"""A path and the text of the link to it."""
NO_ARTICLES: Sequence[MadeArticle] = ()


@dataclass(frozen=True)
class Answer:
    """What the portal sends for a path; ``headers`` beside type and length."""

    content: bytes
    content_type: str
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class ArchivePages:
    """Writes the pages of an archive; ``add`` takes a path, a page and further headers.

    ``posted``: path and body of a POST → its answer. ``articles``: in the order of the lists.
    """

    traits: Traits
    words: Vocabulary
    publisher: Publisher
    markup: Markup
    frame: Frame
    lists: ListMarkup
    articles: Sequence[MadeArticle]
    add: Callable[..., None]
    answers: dict[str, Answer]
    posted: dict[tuple[str, str], Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.own = Vocabulary(self.words.code, self.traits.chance("archive words"))
        self.size = int(self.traits["page-size"])

    @property
    def start(self) -> str:
        return self.traits["start"]

    @property
    def newest(self) -> Sequence[MadeArticle]:
        return sorted(self.articles, key=lambda each: each.number)

    def stem(self, name: str) -> str:
        """Return the beginning of the paths of an archive that has several."""
        start = self.start
        is_file = start in ("/", "/all.html") or "?" in start
        return f"/{name}" if is_file else f"{start.rstrip('/')}/{name}"

    def parts(self, articles: Sequence[MadeArticle]) -> list[Sequence[MadeArticle]]:
        return [articles[at : at + self.size] for at in range(0, len(articles), self.size)]

    def links(self, links: Iterable[Link], role: str = "calendar") -> str:
        """Return a list of links, in the form that the portal has for such lists."""
        form = self.traits.chance(f"links {role}").choice(("ul", "div", "table"))
        shown = [self.markup.link(path, text) for path, text in links]
        if form == "ul":
            items = "".join(f"<li>{each}</li>" for each in shown)
            return self.markup.element("ul", role, items)
        if form == "table":
            cells = [f"<td>{each}</td>" for each in shown]
            rows = "".join(f"<tr>{''.join(cells[n : n + 4])}</tr>" for n in range(0, len(cells), 4))
            return self.markup.element("table", role, rows)
        return self.markup.element("div", role, " ".join(shown))

    def box(self) -> str:
        """Return what index pages show of articles beside their links."""
        if self.traits["index-box"] == "none":
            return ""
        items = "".join(
            f"<li>{self.markup.link(each.path, each.title)}</li>" for each in self.newest[:4]
        )
        heading = f"<h3>{escape(self.own.labels['popular'])}</h3>"
        return self.markup.element("aside", "popular", f"{heading}<ul>{items}</ul>")

    def index(self, path: str, links: Iterable[Link], role: str = "calendar") -> None:
        """Add a page that leads to lists."""
        self.index_of(path, self.links(links, role))

    def index_of(self, path: str, content: str) -> None:
        """Add a page that leads to lists by some markup."""
        title = self.words.labels["home"]
        heading = f"<h2>{escape(title)}</h2>"
        root = self.markup.element(self.traits["list-root"], "", heading + content)
        self.add(path, self.frame.document(title, root + self.box(), "", is_article=False))

    def listing(
        self, path: str, articles: Sequence[MadeArticle], pager: str = "", beside: str = ""
    ) -> None:
        """Add a page that lists articles."""
        self.add(path, self.lists.page(articles, pager, beside=beside))

    def paged(self, path: str, articles: Sequence[MadeArticle], beside: str = "") -> None:
        """Add the pages of a list with numbers, as many as it needs."""
        parts = self.parts(articles) or [NO_ARTICLES]
        mark = "&" if "?" in path else "?"
        paths = [path, *(f"{path}{mark}page={n}" for n in range(2, len(parts) + 1))]
        for number, (own, part) in enumerate(zip(paths, parts, strict=True)):
            shown = " ".join(
                f"<span>{n + 1}</span>" if n == number else self.markup.link(each, str(n + 1))
                for n, each in enumerate(paths)
            )
            pager = self.markup.element("div", "pager", shown) if len(paths) > 1 else ""
            self.listing(own, part, pager, beside)

    def answer(self, path: str, text: str, content_type: str) -> None:
        """Add an answer that is no page of the frame, in UTF-8."""
        self.answers[path] = Answer(text.encode("utf-8"), f"{content_type}; charset=utf-8")

    def group(self, key: Callable[[MadeArticle], Iterable[str]]) -> dict[str, list[MadeArticle]]:
        """Return key → its articles, each article under all its keys."""
        found: dict[str, list[MadeArticle]] = {}
        for article in self.articles:
            for name in key(article):
                found.setdefault(name, []).append(article)
        return found
