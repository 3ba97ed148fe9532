"""Page number N of a seed: a sound page and the head of its answer, both changed at random."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mutators import CHARSETS, HEAVY, LIGHT, TAG_NAMES, random_attributes
from webarticlecurator.examples.expected import PAGES, archive_pages, expected_articles
from webarticlecurator.examples.portal.site import State, respond

from webarticlecurator.base.folders import data_folder

BARE = "bare"
"""The portal file without a rule for articles."""
DEMO = "demo"
WORDS = (
    "Az első mondat. Kiss Béla 2019. május 3., 12:30 By\u00a0John «idézet» 東京 عربي "
    "\u00ad\u200b 1,5 km² A. B. Hozzászólások"
).split(" ")
CODINGS = ("br", "zstd", "deflate", "compress", "gzip, gzip", "x", "", "identity, br", "gzip;q=1")
LARGEST = 400_000
"""Bytes of a real page that is mutated."""


@dataclass(frozen=True)
class Sound:
    """A page as it was, and the portal file whose rules fit it (``BARE``: none does)."""

    portal: str
    url: str
    content: bytes
    content_type: str = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Mutated:
    """``block`` is the whole HTTP message, ``done`` the names of what was done to the page."""

    portal: str
    url: str
    block: bytes
    done: tuple[str, ...]


class MutatedPages:
    """All pages of one seed. ``shared``: the folder with the real pages, or None."""

    def __init__(self, seed: int, shared: Path | None) -> None:
        self._seed = seed
        self._sources = [demo_pages(), (), real_pages(shared) if shared else ()]

    def page(self, number: int) -> Mutated:
        dice = random.Random(f"{self._seed} {number}")
        sound = self._sound(dice)
        content, done = sound.content, list[str]()
        if dice.random() < 0.08:
            content, done = splice(dice, content, self._sound(dice).content), ["splice"]
        for _ in range(dice.choice((1, 1, 2, 3, 5))):
            mutate = dice.choice(HEAVY if dice.random() < 0.06 else LIGHT)
            content = mutate(dice, content)
            done.append(mutate.__name__)
        head, content, said = message(dice, sound, content)
        portal = BARE if dice.random() < 0.4 else sound.portal
        return Mutated(portal, sound.url, head + content, (*done, *said))

    def _sound(self, dice: random.Random) -> Sound:
        pages = dice.choices(self._sources, weights=(4, 2, 4 if self._sources[2] else 0))[0]
        return dice.choice(pages) if pages else generated(dice)


@cache
def demo_pages() -> tuple[Sound, ...]:
    """Articles and archive pages of the demo portal, one in seven of them."""
    found = []
    articles = [url for article in expected_articles() for url in article.pages]
    archive = [url for column in PAGES for url in archive_pages(column)]
    for url in (*articles[::7], *archive[::7]):
        answer, _ = respond("GET", url, State())
        found.append(Sound(DEMO, url, answer.body, dict(answer.headers)["Content-Type"]))
    return tuple(found)


def real_pages(shared: Path) -> tuple[Sound, ...]:
    """Every fourth page of the shared cases, with the shipped portal file of its publisher."""
    found = []
    for collection in ("fundus", "scrapinghub"):
        folder = shared / "cases" / collection
        for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines()[::4]:
            row = json.loads(line)
            content = gzip.decompress((folder / row["html_file"]).read_bytes())
            name = row.get("publisher", "").lower()
            known = (data_folder("site_configs") / f"{name}.yaml").is_file() if name else False
            if len(content) < LARGEST:
                found.append(Sound(name if known else BARE, row["url"], content))
    return tuple(found)


def generated(dice: random.Random) -> Sound:
    """Tags and words without sense."""

    def pieces() -> Iterator[str]:
        for _ in range(dice.choice((5, 60, 400))):
            yield f"<{dice.choice(('', '', '/'))}{dice.choice(TAG_NAMES)}{random_attributes(dice)}>"
            yield " ".join(dice.choices(WORDS, k=dice.choice((0, 1, 12))))

    content = f"<!DOCTYPE html><html><title>Cím</title><body><h1>Cím</h1>{''.join(pieces())}"
    return Sound(
        dice.choice((BARE, DEMO)),
        "http://demo.echo.example/2012/03/04/cikk/",
        content.encode("utf-8", "surrogatepass"),
    )


def splice(dice: random.Random, one: bytes, other: bytes) -> bytes:
    a, b = dice.randint(0, len(one)), dice.randint(0, len(other))
    return one[:a] + other[b:]


def message(
    dice: random.Random, sound: Sound, content: bytes
) -> tuple[bytes, bytes, tuple[str, ...]]:
    """Head and body of the answer: in seven of ten as they were, else with something wrong."""
    status, kind, more = "HTTP/1.1 200 OK", sound.content_type, list[str]()
    if dice.random() < 0.7:
        return _head(status, kind, more), content, ()
    what = dice.choice(
        (
            "charset",
            "type",
            "gzip-lie",
            "gzip-cut",
            "coding",
            "chunked-lie",
            "lines",
            "status",
            "many",
            "gzip",
        )
    )
    if what == "charset":
        kind = f"text/html; charset={dice.choice(CHARSETS)}"
    elif what == "type":
        kind = dice.choice(
            (
                "",
                "text/plain",
                "application/json",
                "image/png",
                "text/html;;;",
                ";",
                "x" * 3000,
                "multipart/mixed",
                "Á/Ő",
            )
        )
    elif what.startswith("gzip"):
        more.append("Content-Encoding: gzip")
        packed = gzip.compress(content, mtime=0)
        content = (
            content
            if what == "gzip-lie"
            else packed[: dice.randint(0, len(packed))]
            if what == "gzip-cut"
            else packed
        )
    elif what == "coding":
        more.append(f"Content-Encoding: {dice.choice(CODINGS)}")
    elif what == "chunked-lie":
        more.append(f"Transfer-Encoding: {dice.choice(('chunked', 'gzip, chunked', 'x'))}")
    elif what == "lines":
        more += dice.sample(
            (
                "no colon",
                ": no name",
                "Folded: a\r\n b\r\n\tc",
                "Ő: á",
                "X:\x00",
                "Content-Type: x",
                "Content-Length: -5",
                "Location: http://[bad",
            ),
            4,
        )
    elif what == "status":
        status = dice.choice(
            (
                "HTTP/1.1",
                "HTTP/1.1 ² OK",
                "HTTP/1.1 99999 X",
                "ICY 200 OK",
                "",
                "HTTP/9 200",
                "HTTP/1.1 304 Not Modified",
                "GET / HTTP/1.1",
            )
        )
    else:
        more += [f"X-{n}: {n}" for n in range(5000)]
    return _head(status, kind, more), content, (what,)


def _head(status: str, kind: str, more: list[str]) -> bytes:
    lines = [status, f"Content-Type: {kind}", *more, "", ""]
    return "\r\n".join(lines).encode("utf-8")
