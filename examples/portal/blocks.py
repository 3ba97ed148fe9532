"""What an article of the made-up portal consists of, and the words that it is written with. Each block
knows its own true text; ``markup`` makes HTML of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar


@dataclass(frozen=True)
class Mark:
    """Formatted running text: ``kind`` is bold, italic, link, super, strike or break; ``href`` for
    links, as on the page."""

    kind: str
    text: str = ""
    href: str = ""


Runs = tuple[str | Mark, ...]


def plain(runs: Runs) -> str:
    """The text without formatting; a line break separates words, every other mark does not."""
    return "".join(r if isinstance(r, str) else " " if r.kind == "break" else r.text for r in runs)


@dataclass(frozen=True)
class Text:
    """A paragraph, heading or lead (``kind``)."""

    kind: str
    runs: Runs

    def texts(self) -> Iterator[str]:
        yield plain(self.runs)


@dataclass(frozen=True)
class Item:
    runs: Runs
    inner: Items | None = None


@dataclass(frozen=True)
class Items:
    """A list, perhaps nested; ``start`` counts only if it is numbered."""

    items: tuple[Item, ...]
    numbered: bool = False
    start: int = 1

    def texts(self) -> Iterator[str]:
        for item in self.items:
            yield plain(item.runs)
            if item.inner:
                yield from item.inner.texts()


@dataclass(frozen=True)
class Cell:
    runs: Runs
    rows: int = 1
    cols: int = 1
    label: bool = False


@dataclass(frozen=True)
class Table:
    heading: str
    rows: tuple[tuple[Cell, ...], ...]

    def texts(self) -> Iterator[str]:
        yield self.heading
        for row in self.rows:
            yield " ".join(plain(cell.runs) for cell in row)


@dataclass(frozen=True)
class Picture:
    """``link`` is the address the picture leads to, or empty; ``alt`` is no part of the text."""

    src: str
    alt: str
    caption: Runs
    credit: str = ""
    link: str = ""

    def texts(self) -> Iterator[str]:
        yield plain(self.caption)
        yield self.credit


@dataclass(frozen=True)
class Gallery:
    pictures: tuple[Picture, ...]

    def texts(self) -> Iterator[str]:
        for picture in self.pictures:
            yield from picture.texts()


@dataclass(frozen=True)
class Frame:
    """Something of another site shown in a frame; it has no text."""

    src: str

    def texts(self) -> Iterator[str]:
        yield from ()


@dataclass(frozen=True)
class SocialPost:
    author: str
    text: str
    href: str
    date: str

    def texts(self) -> Iterator[str]:
        yield self.text
        yield f"— {self.author} {self.date}"


@dataclass(frozen=True)
class Quote:
    paragraphs: tuple[Runs, ...]
    source: str = ""

    def texts(self) -> Iterator[str]:
        yield from map(plain, self.paragraphs)
        yield self.source


@dataclass(frozen=True)
class Box:
    title: str
    paragraphs: tuple[Runs, ...]

    def texts(self) -> Iterator[str]:
        yield self.title
        yield from map(plain, self.paragraphs)


@dataclass(frozen=True)
class Entry:
    """One entry of a live blog. ``time`` as shown (10:32)."""

    id: str
    when: datetime
    author: str
    title: str
    blocks: tuple[Block, ...]

    def texts(self) -> Iterator[str]:
        yield f"{self.when:%H:%M}"
        yield self.author
        yield self.title
        for block in self.blocks:
            yield from block.texts()


Block = Text | Items | Table | Picture | Gallery | Frame | SocialPost | Quote | Box | Entry


@dataclass(frozen=True)
class Comment:
    """A reader's comment with the answers to it."""

    id: str
    when: datetime
    author: str
    text: str
    answers: tuple[Comment, ...] = ()

    def texts(self) -> Iterator[str]:
        yield self.author
        yield f"{self.when:%Y.%m.%d. %H:%M}"
        yield self.text
        for answer in self.answers:
            yield from answer.texts()


def count(comments: tuple[Comment, ...]) -> int:
    """How many comments there are, answers included."""
    return sum(1 + count(comment.answers) for comment in comments)


# The words: fixed lists of Hungarian (and a few English) phrases, put together by chance.

# Chance that is the same everywhere and in every Python: built on ``random()`` alone, the one
# method that never changes.


T = TypeVar("T")


class Dice:
    """A source of choices; two Dice made with the same seed choose the same."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def number(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, choices: Sequence[T]) -> T:
        """One of ``choices``."""
        return choices[self.number(0, len(choices) - 1)]

    def some(self, choices: Sequence[T], count: int) -> tuple[T, ...]:
        """``count`` different ones of ``choices``, in the order drawn."""
        left = list(choices)
        return tuple(left.pop(self.number(0, len(left) - 1)) for _ in range(count))

    def chance(self, percent: int) -> bool:
        """True in ``percent`` of 100 cases."""
        return self._random() * 100 < percent


SUBJECTS = """a városi önkormányzat|a helyi színház igazgatója|a dombhidai könyvtár|az egyetem rektora|a tűzoltóság szóvivője
a kőváradi polgármester|a piac üzemeltetője|az állomásfőnök|a gyógyszerész|a vízművek vezetője|a füzesligeti iskola
a múzeum új kurátora|a vasútmodellezők köre|az úszóegyesület|a nyárszegi kórus|a városvédők egyesülete|a kertészet
a megyei levéltár|a tölgyfalvi pékség|az őrség parancsnoka""".replace("\n", "|").split("|")

PREDICATES = {
    "hirek": """bejelentette az új menetrendet|megnyitotta a felújított hidat|elhalasztotta a csatorna építését
új buszokat vásárolt
lezárta a főutcát|közzétette az éves mérleget|pályázatot írt ki a park felújítására|átadta a bölcsőde új szárnyát
kérdőívet küldött minden háztartásnak""",
    "kultura": """bemutatta az elfeledett operát|kiállítást nyitott a régi térképekből|fesztivált szervezett az őszi szünetre
újra kiadta a legendás mesekönyvet
felolvasóestre hívta a közönséget|restauráltatta az üvegablakokat|megtalálta az elveszett kéziratot
díjat alapított fiatal fordítóknak""",
    "velemeny": """rosszul mérte fel a város türelmét|végre igazat mondott a parkolásról|adós maradt a legfontosabb válasszal
elfelejtette a külső kerületeket
túl sokat ígért a nyárra|jó kérdést tett fel rossz időben|megérdemelne egy második esélyt|nem tanult a múlt heti vitából""",
    "sport": """megnyerte a megyei kupát|új edzőt szerződtetett|két ponttal elveszítette a rangadót|rekordot úszott pillangón
bejutott az elődöntőbe
döntetlent játszott a listavezetővel|hazai pályán ünnepelte az évfordulót|visszavágott a tavalyi vereségért""",
    "friss": """riasztást adott ki a viharra|lezáratta a vasúti átjárót|új időpontot közölt|visszavonta a figyelmeztetést
rendkívüli ülést hívott össze
megerősítette a híresztelést|cáfolta a délelőtti közleményt|élőben közvetíti az ülést""",
}
TIMES = """szerdán délelőtt|a hétvégén|tegnap este|az ünnepek előtt|kora reggel|pénteken dél körül|a nyár végén|a múlt héten
ebben az évben
az első hó után""".replace("\n", "|").split("|")
PLACES = """a dombhidai főtéren|a régi malom mellett|a folyóparti sétányon|a kőváradi vásáron|a nyárszegi művelődési házban
a felújított csarnokban
az állomás várótermében|a tölgyfalvi határban|a rakparton""".replace("\n", "|").split("|")
OPENERS = """Hozzátette, hogy|Közben|Mint ismert,|A közlemény szerint|A szemtanúk úgy tudják, hogy|Más kérdés, hogy
Nem titok, hogy|Korábban
Azt is elmondták, hogy|Ennek ellenére""".replace("\n", "|").split("|")
NAMES = """Kerekes Ágota|Somlai Örs|Dr. Bükkösi Tamás|Hegyvári Ünige|Pásztor-Nagy Előd|Rőti Márton|Vízy Ilka|Lángos Döme
Őszi Bernadett|Zsoldos Kadosa|Fűzfa Piroska|Tiszaháti Géza""".replace("\n", "|").split("|")
READERS = "csobogó|nagybácsi72|Öreg Kofa|lámpás|Tünde_D|gyalogos|régi olvasó|kiskakas".split("|")
AGENCIES = ("Dunatáj Hírszolgálat", "Kővárad Press")
KEYWORDS = """közlekedés|könyvtár|színház|önkormányzat|időjárás|úszás|labdarúgás|múzeum|iskola|felújítás|vita|fesztivál
helytörténet|árvíz|zene
költségvetés""".replace("\n", "|").split("|")
LONG = {
    "önkormányzat": "ön\u00adkor\u00admány\u00adzat",
    "közlemény": "köz\u00adle\u00admény",
    "évfordulót": "év\u00adfor\u00adu\u00adlót",
}

ENGLISH = (
    "the town council", "the old mill museum", "the river choir", "the new librarian", "the bridge committee",
    "opened its doors to visitors", "published a map of forgotten paths", "asked for more time", "found a letter in the wall",
    "won the county prize",
    "last Friday", "after the first snow", "on the main square", "in the waiting room", "early in the morning",
)  # fmt: skip


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def clause(dice: Dice, column: str) -> str:
    """A statement without time and place: what a headline says."""
    return f"{dice.pick(SUBJECTS)} {dice.pick(PREDICATES[column].replace(chr(10), '|').split('|'))}"


def english(dice: Dice) -> str:
    """The same in English."""
    return f"{dice.pick(ENGLISH[:5])} {dice.pick(ENGLISH[5:10])} {dice.pick(ENGLISH[10:])}"


def sentence(dice: Dice, column: str, language: str = "hu") -> str:
    """One full sentence. Some hold a soft hyphen (U+00AD) or a no-break space (U+00A0), as real
    pages do."""
    if language == "en":
        return capital(english(dice)) + "."
    text = clause(dice, column)
    if dice.chance(40):
        text = f"{dice.pick(OPENERS)} {text}"
    elif dice.chance(60):
        text = f"{dice.pick(TIMES)} {text}"
    if dice.chance(50):
        text += f" {dice.pick(PLACES)}"
    if dice.chance(12):
        text += f" {dice.number(2, 90)}\u00a0{dice.number(100, 999)} forintért"
    if dice.chance(15):
        for word, hyphenated in LONG.items():
            text = text.replace(word, hyphenated)
    return capital(text) + dice.pick((".", ".", ".", "!", "…"))


def sentences(dice: Dice, column: str, count: int, language: str = "hu") -> str:
    """``count`` sentences, one space between them."""
    return " ".join(sentence(dice, column, language) for _ in range(count))


# Puts an article's body together: which kinds of blocks it has follows from its number, so that
# every kind occurs often.


MARKS = ("bold", "italic", "link", "strike")
PARTNER = "http://partner.example"


@dataclass(frozen=True)
class Outline:
    """What a body is made from."""

    number: int
    column: str
    when: datetime
    old: bool
    language: str = "hu"


def marked(dice: Dice, text: str, number: int) -> Runs:
    """The text with one word formatted: the whole word, or only its stem, so that the mark ends in
    mid-word."""
    words = text.split(" ")
    place = dice.number(0, len(words) - 1)
    word = words[place]
    stem = word[: max(2, len(word) // 2)] if dice.chance(60) else word
    kind = dice.pick(MARKS)
    mark = Mark(kind, stem, f"/cimke/{number}?rend=uj&lap=1#lista" if kind == "link" else "")
    before, after = (
        " ".join([*words[:place], ""]),
        " ".join([word[len(stem) :], *words[place + 1 :]]),
    )
    return tuple(run for run in (before, mark, after) if run)


def paragraph(dice: Dice, plan: Outline, kind: str = "paragraph") -> Text:
    text = sentences(dice, plan.column, dice.number(1, 4), plan.language)
    if dice.chance(45):
        return Text(kind, marked(dice, text, plan.number))
    if dice.chance(6):
        return Text(kind, (text, Mark("break"), sentence(dice, plan.column, plan.language)))
    if dice.chance(6):
        return Text(kind, (text[:-1] + ", 25 m", Mark("super", "2"), "-en."))
    return Text(kind, (text,))


def heading(dice: Dice, plan: Outline) -> Text:
    return Text(
        "heading", (capital(english(dice) if plan.language == "en" else clause(dice, plan.column)),)
    )


def bullets(dice: Dice, plan: Outline) -> Items:
    inner = Items(tuple(Item((capital(place),)) for place in dice.some(PLACES, 2)))
    items = [
        Item(marked(dice, capital(subject), plan.number))
        for subject in dice.some(SUBJECTS, dice.number(2, 5))
    ]
    if plan.number % 3 == 0:
        items[-1] = Item(items[-1].runs, inner)
    return Items(
        tuple(items), numbered=plan.number % 2 == 0, start=3 if plan.number % 10 == 0 else 1
    )


def table(dice: Dice, plan: Outline) -> Table:
    head = (Cell(("Helyszín",), label=True, rows=2), Cell(("Eredmény",), label=True, cols=2))
    second = (Cell(("tavaly",), label=True), Cell(("idén",), label=True))
    rows = [
        (Cell((capital(place),)), *(Cell((str(dice.number(1, 90)),)) for _ in range(2)))
        for place in dice.some(PLACES, 3)
    ]
    total = (Cell(("Összesen",), label=True), Cell(("n. a.",), cols=2))
    return Table(capital(clause(dice, plan.column)), (head, second, *rows, total))


def picture(dice: Dice, plan: Outline, n: int = 1) -> Picture:
    src = f"/kepek/{plan.number:04d}-{n}.jpg"
    caption = capital(f"{dice.pick(SUBJECTS)} {dice.pick(PLACES)}")
    link = f"/nagyitas{src}" if n == 1 and plan.number % 3 == 0 else ""
    return Picture(src, f"Fénykép: {caption}", (caption,), f"Fotó: {dice.pick(NAMES)}", link)


def gallery(dice: Dice, plan: Outline) -> Gallery:
    return Gallery(tuple(picture(dice, plan, n) for n in range(2, 5)))


def frame(_: Dice, plan: Outline) -> Frame:
    return Frame(f"{PARTNER}/lejatszo?v={plan.number:04d}&auto=0")


def social(dice: Dice, plan: Outline) -> SocialPost:
    text = sentence(dice, plan.column) + (" ♥ 😀" if not plan.old else "")
    return SocialPost(
        dice.pick(NAMES), text, f"{PARTNER}/poszt/{plan.number}", f"{plan.when:%Y.%m.%d.}"
    )


def quote(dice: Dice, plan: Outline) -> Quote:
    told = tuple(
        (f"„{sentence(dice, plan.column, plan.language)}”",) for _ in range(dice.number(1, 2))
    )
    return Quote(told, dice.pick(NAMES) if plan.number % 4 == 0 else "")


def box(dice: Dice, plan: Outline) -> Box:
    return Box(
        "Keretes írásunk",
        tuple((sentences(dice, plan.column, 2, plan.language),) for _ in range(dice.number(1, 2))),
    )


EXTRAS: tuple[tuple[int, bool, Callable[[Dice, Outline], Block]], ...] = (
    # every how-many-th article has it, also in the old layout?
    (2, True, picture), (3, True, heading), (5, True, bullets), (7, True, table), (6, True, quote), (8, True, box),
    (9, True, frame), (10, False, gallery), (11, False, social),
)  # fmt: skip


def page(dice: Dice, plan: Outline, first: bool) -> tuple[Block, ...]:
    """The blocks of one page; only the first has a lead."""
    blocks: list[Block] = [paragraph(dice, plan) for _ in range(dice.number(3, 6))]
    for every, old_too, make in EXTRAS:
        if plan.number % every == 0 and (old_too or not plan.old):
            blocks.insert(dice.number(1, len(blocks)), make(dice, plan))
    return (
        (Text("lead", (sentence(dice, plan.column, plan.language),)), *blocks)
        if first
        else tuple(blocks)
    )


def live_blog(dice: Dice, plan: Outline) -> tuple[Block, ...]:
    """A lead and some twenty dated entries, newest first."""
    times = [
        plan.when + timedelta(minutes=7 * n + dice.number(0, 5)) for n in range(dice.number(16, 24))
    ]
    entries = []
    for n, when in reversed(list(enumerate(times))):
        extra = (bullets(dice, plan),) if n % 9 == 4 else (frame(dice, plan),) if n % 9 == 7 else ()
        author = dice.pick(NAMES) if n % 2 else ""
        title = capital(clause(dice, plan.column)) if n % 3 == 0 else ""
        entries.append(Entry(f"b{n}", when, author, title, (paragraph(dice, plan), *extra)))
    return (Text("lead", (sentence(dice, plan.column),)), *entries)


def comments(dice: Dice, plan: Outline, count: int, level: int = 0) -> tuple[Comment, ...]:
    """Readers' comments; some are answered, and some answers too."""
    made = []
    for n in range(count):
        when = plan.when + timedelta(minutes=31 * (n + 1) + 240 * level + dice.number(0, 20))
        answers = (
            comments(dice, plan, dice.number(1, 2), level + 1)
            if level < 2 and dice.chance(35)
            else ()
        )
        made.append(
            Comment(
                f"k{plan.number}-{dice.number(1000, 9999)}-{level}{n}",
                when,
                dice.pick(READERS),
                sentences(dice, plan.column, 1),
                answers,
            )
        )
    return tuple(made)
