"""Made-up threads whose posts have each a word of its own, and the site that shows them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from html import escape

from bench.portals.system_posts import AUTHORS, TITLE, Site, slug_of

MARK = r"\bzq\d{5}\b"
"""The word that only one post has."""
_WORDS = (
    "harbour window river lantern garden engine letter bridge market winter summer kitchen station"
    " story paper cloud mountain valley painter teacher sailor ticket basket copper silver marble"
    " we they you who asked found carried painted followed remembered measured opened crossed the a"
    " of under with without against beyond behind before after near and but because while so then"
).split()


@dataclass(frozen=True)
class MadePost:
    """A post with its paragraphs. ``mark`` is the word that only it has."""

    number: int
    author: str
    when: datetime
    paragraphs: tuple[str, ...]

    @property
    def mark(self) -> str:
        return f"zq{self.number:05}"

    @property
    def login(self) -> str:
        return slug_of(self.author).replace("-", ".")

    @property
    def html(self) -> str:
        return "".join(f"<p>{escape(each)}</p>" for each in self.paragraphs)

    @property
    def text(self) -> str:
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True)
class MadeThread:
    """A thread: its first post and the answers."""

    number: int
    title: str
    board: int
    posts: tuple[MadePost, ...]

    @property
    def slug(self) -> str:
        return slug_of(self.title)


@dataclass
class ArchiveSite(Site):
    """A site; ``marks``: the word of each post that its pages show → the number of its thread."""

    marks: dict[str, int] = field(default_factory=dict)


def make_sentence(chance: random.Random, least: int = 6, most: int = 16) -> str:
    words = [chance.choice(_WORDS) for _ in range(chance.randint(least, most))]
    return f"{' '.join(words).capitalize()}."


def make_threads(
    count: int, longest: int = 6, boards: int = 3, seed: int = 5, step_days: int = 6
) -> list[MadeThread]:
    """Return threads, the oldest first; the last board has a single one."""
    chance = random.Random(seed)
    number, threads = 0, []
    for place in range(count):
        when = datetime(2022, 1, 4, 9, 12, tzinfo=timezone.utc) + timedelta(days=step_days * place)
        posts = []
        for _ in range(chance.randint(1, longest)):
            number += 1
            texts = [
                " ".join(make_sentence(chance) for _ in range(chance.randint(2, 4)))
                for _ in range(chance.randint(2, 4))
            ]
            texts[0] += f" zq{number:05}."
            posts.append(MadePost(number, chance.choice(AUTHORS), when, tuple(texts)))
            when += timedelta(minutes=chance.randint(7, 900))
        board = boards - 1 if place == 3 else place % max(1, boards - 1)
        title = f"{make_sentence(chance, 4, 8)[:-1]} {place}"
        threads.append(MadeThread(place + 1, title, board, tuple(posts)))
    return threads


def make_site(name: str, threads: Sequence[MadeThread], first_page: str = "/") -> ArchiveSite:
    """Return a site without pages that is to show the threads."""
    home = f"http://{name}.example"
    marks = {post.mark: thread.number for thread in threads for post in thread.posts}
    return ArchiveSite(name, home, [], title=TITLE, first_page=first_page, marks=marks)


def newest_first(threads: Sequence[MadeThread]) -> list[MadeThread]:
    return sorted(threads, key=lambda each: each.posts[-1].when, reverse=True)


def split(items: Sequence[MadeThread], size: int) -> list[Sequence[MadeThread]]:
    return [items[at : at + size] for at in range(0, len(items), size)]


def page(title: str, content: str, head: str = "") -> str:
    """Return a whole page."""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"{head}</head><body>{content}</body></html>"
    )
