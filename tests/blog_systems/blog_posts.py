"""Made-up posts of a blog, the same for the same seed: what their text, authors, dates and
sections are is known here, so that what is read from a page can be compared with it.

A theme (``wordpress_classic.py`` …) makes pages of them in the markup of its system.
"""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from html import escape

_WORDS = (
    "harbour window river lantern garden engine letter bridge market winter summer kitchen station"
    " story paper cloud mountain valley painter teacher sailor ticket basket copper silver marble"
    " theatre museum village morning evening pocket shadow bottle carpet island feather orchard"
    " gravel timber ribbon thunder meadow candle mirror saddle barrel cellar tunnel compass anchor"
    " quarry pepper walnut cherry almond pigeon heron badger otter lichen granite pebble current"
).split()
_VERBS = (
    "found carried painted followed remembered measured opened crossed repaired counted".split()
)
_LINKS = "over under beside without against beyond behind before after near".split()
AUTHORS = ("Anna Kővári", "Benedict Ode", "Clara van der Meer", "Dénes Fehér", "Esther O'Neill")
BIOS = {
    "Benedict Ode": "Benedict writes about bridges and what is under them. He lives by a river."
}
SECTIONS = ("Travel", "Food & Drink", "Városi séták", "Workshop")
TAGS = ("bridges", "long walks", "copper", "1920s", "repairs", "Duna")
MENU = ("About this blog", "Contact", "Imprint")


@dataclass(frozen=True)
class Piece:
    """A part of a post. ``kind``: p, lines, h2, list, numbered, quote, table, pre, figure, gallery,
    embed or bookmark. ``texts``: its paragraphs, items, rows (cells separated by tabs) or captions;
    only those of the first eight kinds are text of the post, and ``caption`` never is."""

    kind: str
    texts: tuple[str, ...]
    caption: str = ""

    @property
    def is_text(self) -> bool:
        return self.kind in ("p", "lines", "h2", "list", "numbered", "quote", "table", "pre")


@dataclass(frozen=True)
class Comment:
    author: str
    when: datetime
    text: str


@dataclass(frozen=True)
class Post:
    """``texts`` in pieces have inline markup as ``*emphasis*`` and ``[linked words]``."""

    number: int
    title: str
    slug: str
    published: datetime
    modified: datetime
    authors: tuple[str, ...]
    sections: tuple[str, ...]
    tags: tuple[str, ...]
    pieces: tuple[Piece, ...]
    comments: tuple[Comment, ...] = ()
    extra: dict[str, str] = field(default_factory=dict, compare=False)

    @property
    def words(self) -> list[str]:
        """The words of its text, without captions, embeds and bookmarks."""
        texts = (text for piece in self.pieces if piece.is_text for text in piece.texts)
        return [word for text in texts for word in plain(text).split()]

    @property
    def excerpt(self) -> str:
        first = next(text for piece in self.pieces if piece.kind == "p" for text in piece.texts)
        return " ".join(plain(first).split()[:24]) + " […]"


def plain(text: str) -> str:
    """The text without the marks of inline markup."""
    return re.sub(r"[*\[\]]", "", text)


def inline(text: str) -> str:
    """The text as HTML."""
    text = escape(text, quote=False)
    text = re.sub(r"\[([^\]]+)\]", r'<a href="https://elsewhere.example/\1">\1</a>', text)
    text = re.sub(r'href="[^"]+"', lambda m: m[0].replace(" ", "-"), text)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)


def slug_of(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")


def make_posts(count: int, seed: int, authors: tuple[str, ...] = AUTHORS) -> tuple[Post, ...]:
    """Posts over several years, the newest first."""
    chance = random.Random(f"{seed}")
    posts: list[Post] = []
    when = datetime(2024, 3, 9, 18, 5, tzinfo=timezone.utc)
    for number in range(count, 0, -1):
        posts.append(_make_post(number, when, chance, authors))
        when -= timedelta(days=chance.choice((3, 17, 40, 71)), minutes=chance.randrange(600))
    return tuple(posts)


def _make_post(
    number: int, when: datetime, chance: random.Random, authors: tuple[str, ...]
) -> Post:
    title = _title(number, chance)
    changed = when + timedelta(days=5, hours=2) if number % 3 == 0 else when
    names = tuple(chance.sample(authors, 2 if number % 4 == 1 else 1))
    return Post(
        number=number,
        title=title,
        slug=slug_of(title),
        published=when,
        modified=changed,
        authors=names,
        sections=tuple(chance.sample(SECTIONS, 2 if number % 3 == 1 else 1)),
        tags=tuple(chance.sample(TAGS, number % 4)),
        pieces=_pieces(number, chance),
        comments=tuple(
            Comment(f"Reader {n}", when + timedelta(days=n + 1), _sentences(chance, 2 + n % 3))
            for n in range((number * 5) % 7)
        ),
    )


def _title(number: int, chance: random.Random) -> str:
    first, second, third = chance.sample(_WORDS, 3)
    form = (
        "The {0} {link} the {1}",
        "{0} and {1}: a {2} revisited",
        "Why the {0} {verb} its {1}",
        "{0}",
    )[number % 4 if number % 8 else 0]
    return form.format(
        first.title() if form.startswith("{") else first,
        second,
        third,
        link=chance.choice(_LINKS),
        verb=chance.choice(_VERBS),
    ) + ("" if len(form) > 3 else f" {number}")


def _pieces(number: int, chance: random.Random) -> tuple[Piece, ...]:
    """What a post has by its number: short ones, poems, lists of links at the end, tables …"""
    many = 1 if number % 7 == 3 else 3 + number % 5
    pieces = [_paragraph(chance) for _ in range(many)]
    extras = {
        2: [Piece("h2", (f"On {_title(2, chance)}",)), _paragraph(chance)],
        3: [Piece("figure", ("fig",), f"Caption: {_sentence(chance)}")],
        5: [
            Piece("table", ("Year\tPlace", "1921\tBaja", "1934\tPaks"), "Table of places"),
            Piece("pre", (f"for x in {chance.choice(_WORDS)}:\n    print(x)",)),
        ],
        7: [Piece("gallery", tuple(f"View of the {chance.choice(_WORDS)}" for _ in range(3)))],
        9: [Piece("bookmark", (_title(1, chance), _sentence(chance)), "Elsewhere")],
        10: [Piece("quote", (_sentence(chance), _sentence(chance)))],
    }
    for divisor, more in extras.items():
        if number % divisor == 0:
            pieces[1:1] = more
    if number % 4 == 3:
        pieces.append(Piece("embed", ("https://video.example/watch",), "A film of the river"))
        pieces.append(_paragraph(chance))
    if number % 5 == 2:
        items = tuple(f"{_title(1, chance)} ([{chance.choice(_WORDS)}])" for _ in range(4))
        pieces += [Piece("h2", ("Further reading",)), Piece("list", items)]
    if number % 5 == 4:
        pieces += [Piece("p", ("See you soon,",)), Piece("p", ("— the editors",))]
    if number % 6 == 1:
        pieces.insert(1, Piece("lines", tuple(_verse(chance) for _ in range(4))))
    if number % 6 == 5:
        pieces.insert(1, Piece("numbered", tuple(_verse(chance) for _ in range(3))))
    return tuple(pieces)


def _verse(chance: random.Random) -> str:
    return f"{chance.choice(_LINKS)} the {chance.choice(_WORDS)} and the {chance.choice(_WORDS)}"


def _paragraph(chance: random.Random) -> Piece:
    return Piece("p", (_sentences(chance, chance.randrange(2, 6), marked=True),))


def _sentences(chance: random.Random, count: int, *, marked: bool = False) -> str:
    text = " ".join(_sentence(chance) for _ in range(count))
    if not marked:
        return text
    words = text.split(" ")
    at = chance.randrange(1, len(words) - 3)
    words[at] = f"*{words[at]}*" if words[at].isalpha() else words[at]
    words[at + 1 : at + 3] = [f"[{words[at + 1]} {words[at + 2]}]"]
    return " ".join(words)


def _sentence(chance: random.Random) -> str:
    a, b, c, d = chance.sample(_WORDS, 4)
    link, other = chance.sample(_LINKS, 2)
    text = f"the {a} {chance.choice(_VERBS)} the {b} {link} a {c} {other} the old {d}"
    return f"{text[0].upper()}{text[1:]}{chance.choice('..!?')}"
