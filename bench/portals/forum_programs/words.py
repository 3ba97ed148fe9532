"""Made-up threads of a forum, and pages of a wiki: always the same."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

WORDS = (
    "boat rudder harbour sail wind rope captain island weather engine paint wood deck storm coast river keel mast price repair"
    " yard winter summer anchor tide crew map compass lamp coffee question answer problem screw oil filter pump water battery"
    " cable radio old new small large quick slow always never today we they think know bought sold lost should would must had"
    " was and but because after before with without under over near"
).split()
NAMES = "anna_s bea tomasz.k jurgen seadog77 oldsalt mike obrien captain-k windy22".split()
BOARDS = ("Repairs", "Sailing", "Harbour talk")
LENGTHS = (2, 3, 4, 6, 1, 14, 22, 37, 1, 5)
SHORT = ("Thanks!", "No idea, sorry.", "Works for me, thank you.")


@dataclass(frozen=True)
class Post:
    author: str
    when: datetime
    text: str


@dataclass(frozen=True)
class Thread:
    board: int
    title: str
    posts: tuple[Post, ...]


def sentence(chance: random.Random, least: int = 5, most: int = 18) -> str:
    words = [chance.choice(WORDS) for _ in range(chance.randint(least, most))]
    return f"{' '.join(words).capitalize()}."


def paragraph(chance: random.Random) -> str:
    return " ".join(sentence(chance) for _ in range(chance.randint(1, 5)))


def make_threads(number: int = 70) -> list[Thread]:
    chance = random.Random(7)
    return [make_thread(n, chance) for n in range(number)]


def make_thread(number: int, chance: random.Random) -> Thread:
    when = datetime(2019, 1, 3, 8, tzinfo=timezone.utc) + timedelta(days=9 * number)
    posts: list[Post] = []
    for n in range(LENGTHS[number % len(LENGTHS)]):
        paragraphs = [paragraph(chance) for _ in range(chance.randint(1, 3))]
        is_short = n and chance.random() < 0.2
        text = chance.choice(SHORT) if is_short else "\n\n".join(paragraphs)
        if n and chance.random() < 0.35:
            quoted = posts[-1].text.split("\n")[0]
            text = f"> {posts[-1].author} wrote:\n> {quoted}\n\n{text}"
        when += timedelta(minutes=chance.randint(3, 2000))
        posts.append(Post(chance.choice(NAMES), when, text))
    board = 0 if number % 2 else 1 + number % 4 // 2
    return Thread(board, sentence(chance, 3, 7)[:-1], tuple(posts))


@dataclass(frozen=True)
class WikiPage:
    """``parts``: headings ("= …"), list items ("* …") and paragraphs."""

    title: str
    parts: tuple[str, ...]


def make_wiki(number: int = 60) -> list[WikiPage]:
    chance = random.Random(5)
    pages = []
    for n in range(number):
        parts = [paragraph(chance), paragraph(chance), f"= {sentence(chance, 2, 4)[:-1]}"]
        parts += [paragraph(chance), *(f"* {sentence(chance)}" for _ in range(3))]
        parts += ["= See also", paragraph(chance)] if n % 3 else []
        pages.append(WikiPage(f"{sentence(chance, 2, 5)[:-1]} {n}", tuple(parts)))
    return pages
