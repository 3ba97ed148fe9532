"""The articles of a portal made at random: what they say, and where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from urllib.parse import quote

from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary

TODAY = date(2024, 5, 2)
"""The day on which portals are crawled (``FixedClock`` of the tests)."""
LATER = date(2024, 5, 20)
"""The day on which portals that have resumed are crawled again."""
LATER_ARTICLES = 3
_ENDED = date(2022, 4, 11)


@dataclass(frozen=True)
class Piece:
    """A piece of text: ``kind`` is p, h, quote, list, table or live; ``lines`` its texts."""

    kind: str
    lines: tuple[str, ...]


@dataclass
class MadeArticle:
    """An article. ``pages``: the pieces of each of its pages; ``addresses``: the path of each."""

    number: int
    title: str
    day: date
    authors: tuple[str, ...]
    section: str
    tags: tuple[str, ...]
    teaser: str
    lead: str
    pages: list[list[Piece]]
    id: int = 0
    slug: str = ""
    native: str = ""
    addresses: list[str] = field(default_factory=list)
    part: int = 0
    of_parts: int = 0

    @property
    def path(self) -> str:
        return self.addresses[0]

    def texts(self, page: int) -> list[str]:
        """Return the lines of text of a page (from 0)."""
        return [line for piece in self.pages[page] for line in piece.lines]


@dataclass(frozen=True)
class Publisher:
    """The portal behind the articles."""

    name: str
    host: str
    sections: tuple[str, ...]
    writers: tuple[str, ...]

    @property
    def base(self) -> str:
        return f"http://{self.host}"


def make_publisher(traits: Traits, words: Vocabulary) -> Publisher:
    chance = traits.chance("publisher")
    sections = tuple(dict.fromkeys(words.topic() for _ in range(chance.randint(3, 6))))
    writers = tuple(dict.fromkeys(words.person() for _ in range(chance.randint(3, 9))))
    name = words.phrase(2, 2, rare=2)
    return Publisher(name, f"p{traits.seed}-{traits.number}.example", sections, writers)


def make_articles(traits: Traits, words: Vocabulary, publisher: Publisher) -> list[MadeArticle]:
    """Return the articles of a portal, the newest first."""
    count = int(traits["articles"])
    days = _make_days(traits, count)
    tags = [words.topic() for _ in range(max(6, count // 2))]
    made = [_make_article(traits, words, publisher, tags, n, day) for n, day in enumerate(days)]
    _make_series(traits, words, made)
    _make_addresses(traits, words, made)
    return made


def _make_days(traits: Traits, count: int) -> list[date]:
    """Return a day for each article, the newest first."""
    chance = traits.chance("days")
    paces = {"days": (0, 0, 0, 1, 1, 2), "months": (1, 2, 4, 7, 9), "years": (14, 30, 45)}
    pace = paces.get(traits["pager"], chance.choice(((0, 0, 1), (0, 1, 2), (2, 3, 9), (14, 40))))
    # an archive by day is read until yesterday
    ago = chance.randint(0, 2) + (traits["pager"] == "days")
    last = _ENDED if traits["ended"] != "no" else TODAY - timedelta(days=ago)
    days = [last]
    while len(days) < count:
        days.append(days[-1] - timedelta(days=chance.choice(pace)))
    if traits["pause"] == "a-year":  # behind the middle
        place, length = count // 2, timedelta(days=365)
        days = [*days[:place], *(day - length for day in days[place:])]
    if is_resumed(traits):
        newer = [LATER - timedelta(days=1 + each) for each in range(LATER_ARTICLES)]
        days = [*newer, *days[:-LATER_ARTICLES]]
    return days


def is_resumed(traits: Traits) -> bool:
    """Return True if a portal that had ended has new articles after the first crawl."""
    return traits["resumes"] == "later" and traits["ended"] != "no"


def _make_article(
    traits: Traits, words: Vocabulary, publisher: Publisher, tags: list[str], number: int, day: date
) -> MadeArticle:
    chance = traits.chance(f"article {number}")
    share = {"none": 0.0, "some": 0.25, "most": 0.7}[traits["article-pages"]]
    pages = chance.choice((2, 2, 3, 4)) if chance.random() < share else 1
    authors = 1
    if traits["co-authors"] == "some" and chance.random() < 0.3:
        authors = chance.choice((2, 2, 3))
    return MadeArticle(
        number=number,
        title=words.title(),
        day=day,
        authors=tuple(chance.sample(publisher.writers, min(authors, len(publisher.writers)))),
        section=chance.choice(publisher.sections),
        tags=tuple(dict.fromkeys(chance.sample(tags, chance.randint(1, 4)))),
        teaser=words.sentence() if traits["teaser"] == "short" else words.paragraph(),
        lead=words.paragraph(1, 2),
        pages=[_make_pieces(traits, words, chance.random) for _ in range(pages)],
    )


def _make_pieces(traits: Traits, words: Vocabulary, draw: Callable[[], float]) -> list[Piece]:
    is_live = traits["live"] == "some" and draw() < 0.25
    pieces = []
    for number in range(4 + int(draw() * 5)):
        if is_live:
            minutes = 1200 - 37 * number - int(draw() * 30)
            pieces.append(Piece("live", (f"{minutes // 60:02}:{minutes % 60:02}",)))
        elif number and traits["subheads"] == "some" and draw() < 0.25:
            pieces.append(Piece("h", (words.phrase(2, 5),)))
        pieces.append(Piece("p", (words.paragraph(),)))
        if number and traits["quotes"] == "some" and draw() < 0.15:
            pieces.append(Piece("quote", (words.paragraph(1, 2),)))
        if number and traits["lists"] == "some" and draw() < 0.12:
            items = tuple(words.phrase(4, 9) for _ in range(2 + int(draw() * 4)))
            pieces.append(Piece("list", items))
        if number and traits["tables"] == "some" and draw() < 0.06:
            cells = tuple(words.phrase(1, 4) for _ in range(2 * (2 + int(draw() * 4))))
            pieces.append(Piece("table", cells))
    return pieces


def _make_series(traits: Traits, words: Vocabulary, made: list[MadeArticle]) -> None:
    """Give some articles the title of a series with the number of a part; the oldest is the
    first."""
    if traits["series"] == "none":
        return
    chance = traits.chance("series")
    for start in range(0, len(made) - 4, 12):
        title, parts = words.phrase(2, 4), chance.choice((2, 3))
        for part in range(parts):
            article = made[start + parts - part]
            article.part, article.of_parts = part + 1, parts
            article.title = f"{title}, {words.labels['part']} {part + 1}"


def _make_addresses(traits: Traits, words: Vocabulary, made: list[MadeArticle]) -> None:
    chance = traits.chance("addresses")
    form = traits["article-address"]
    number = chance.randint(1200, 90000) + 9 * len(made)
    slugs: set[str] = set()
    sections: dict[str, str] = {}
    for article in made:
        number -= chance.randint(1, 9)
        article.id, article.slug, article.native = number, words.slug(), words.native_slug()
        while article.slug in slugs:
            article.slug = words.slug()
        slugs.add(article.slug)
        section = sections.setdefault(article.section, words.slug().split("-")[0])
        path = form.format(
            day=article.day,
            slug=article.slug,
            id=number,
            section=section,
            native=quote(article.native),
        )
        article.addresses = [path, *_page_addresses(traits, path, len(article.pages))]


_PAGE_FORMS = {
    "?": ("{path}&page={n}", "{path}&seite={n}", "{path}&pg={n}", "{path}&start={n}"),
    ".html": (
        "{stem}-{n}.html", "{stem},{n}.html", "{stem}_{n}.html", "{path}/seite-{n}",
        "{path}?page={n}", "{stem}/{n}.html",
    ),
    "/": ("{path}{n}/", "{path}page/{n}/", "{path}?page={n}", "{path}seite-{n}/"),
    "": ("{path}/{n}", "{path}?page={n}", "{path},{n}", "{path}_{n}", "{path}/page/{n}", "{path}-{n}"),
}  # fmt: skip
"""How an address ends → the addresses of the later pages."""


def _page_addresses(traits: Traits, path: str, pages: int) -> Iterator[str]:
    if "?" in path:
        ending = "?"
    elif path.endswith(".html"):
        ending = ".html"
    else:
        ending = "/" if path.endswith("/") else ""
    forms = _PAGE_FORMS[ending]
    form = forms[int(traits["article-page-address"]) % len(forms)]
    for n in range(2, pages + 1):
        yield form.format(path=path, stem=path.removesuffix(".html"), n=n)
