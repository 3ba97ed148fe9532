"""The pages from which the classifier of text units learns (``train_units.py``): those of the sets
of ``article_texts.py``, copies of them that are changed, and pages that are put together from their
texts (``made_pages.py``).

The copies are damaged in some of the ways of ``damage.py``, or have another page's article or
paragraphs (``other_texts.py``). Without them the classifier relies on what most of the pages have,
and takes the longest text on any page. What was read is kept in files of a folder, whose names have
the digest of all that decides it, so that nothing out of date is read from there.
"""

from __future__ import annotations

import gc
import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.training.article_texts import MarkedPage, read_sets
from bench.training.damage import DAMAGES, Damage, change_page, take_names
from bench.training.feature_digest import digest_features, read_feature_pages
from bench.training.labelled_page import LabelledPage, label_page
from bench.training.made_pages import make_page
from bench.training.other_texts import add_article, add_list
from webarticlecurator.pages.page.page import read_page

MADE_PAGES = 3
"""Pages made of each text."""
COPIED_KINDS = ("article", "forum", "documentation")
"""Kinds of pages of which changed copies are read."""
MADE = "made"
WITHOUT_NAMES = "without names"
"""The copies whose classes and ids are taken away: of each page of news, and of half of the
others."""
_SOURCES = "article_texts damage labelled_page made_pages other_texts training_pages".split()
"""The modules that decide what is read beside the features."""


@dataclass
class TrainingPage:
    """A labelled page of a set, with what training adds. ``change``: what was done to it, "" for
    nothing; ``first``, ``second``: the probability of each unit by each stage, in per mille;
    ``context``: what the second stage reads of the units at ``asked``."""

    set_name: str
    kind: str
    id: str
    fold: int
    change: str
    page: LabelledPage
    first: Any = None
    asked: Any = None
    context: Any = None
    second: Any = None


def read_training_pages(shared: Path, kept: Path | None) -> list[TrainingPage]:
    """Return the pages of all sets, their changed copies and those made of their texts. ``kept``:
    the folder of what was read before."""
    pages = sorted(read_sets(shared), key=lambda page: _digest(page.set_name + page.id))
    parts: dict[str, tuple[Sequence[str], Callable[[Sequence[MarkedPage], int], Any]]] = {
        "stored": ([name for name in _SOURCES if name != "made_pages"], _label_with_copies),
        "made": (_SOURCES, _label_made),
    }
    found: list[TrainingPage] = []
    for name, (sources, label) in parts.items():
        path = kept / f"{name}-{_digest_of(sources, pages)}.pickle" if kept else None
        if path is not None and path.is_file():
            gc.disable()  # millions of units, none of which is garbage
            part = pickle.loads(path.read_bytes())
            gc.enable()
        else:
            part = [page for n in range(len(pages)) for page in label(pages, n)]
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(pickle.dumps(part))
        found += part
    return found


def _digest_of(sources: Sequence[str], pages: Sequence[MarkedPage]) -> str:
    """Return the digest of the features, of the modules ``sources`` and of the pages."""
    folder = Path(__file__).parent
    whole = hashlib.sha256(digest_features(read_feature_pages()).encode())
    for source in sources:
        whole.update((folder / f"{source}.py").read_bytes())
    for page in pages:
        whole.update(page.content)
        whole.update(page.text.encode())
    return whole.hexdigest()[:16]


def _label_with_copies(pages: Sequence[MarkedPage], number: int) -> Iterator[TrainingPage]:
    marked = pages[number]
    yield _label(marked, "", marked.content)
    for name, change in _list_changes(marked, pages[number - 1], pages[number - 2]):
        yield _label(marked, name, change_page(marked.content, marked.text, change))


def _label_made(pages: Sequence[MarkedPage], number: int) -> Iterator[TrainingPage]:
    marked = pages[number]
    others = [pages[number - n].text for n in range(1, 9)]
    for n in range(MADE_PAGES):
        made = make_page(f"{marked.set_name} {marked.id} {n}", marked.text, others)
        if made is not None:
            yield _label(marked, MADE, made.content, made.text)


def _label(marked: MarkedPage, change: str, content: bytes, text: str = "") -> TrainingPage:
    page = read_page(marked.url, content, "text/html; charset=utf-8")
    labelled = label_page(page, text or marked.text)
    kind = marked.kind
    return TrainingPage(marked.set_name, kind, marked.id, marked.fold, change, labelled)


def _list_changes(
    page: MarkedPage, other: MarkedPage, third: MarkedPage
) -> Iterator[tuple[str, Damage]]:
    """Yield how copies of a page are changed: which ways of damage, and which other pages, follows
    from their ids. Of a set with many pages each has fewer copies."""
    is_large = page.set_name == "wcxb"
    if not is_large or _digest(page.id)[1] % 2:
        yield WITHOUT_NAMES, take_names
    if page.kind not in COPIED_KINDS:
        return
    ways = sorted(DAMAGES, key=lambda way: _digest(f"{page.id} {way}"))
    yield from ((way, DAMAGES[way]) for way in ways[: 1 if is_large else 2])
    has_article = _digest(page.id)[0] % 2
    if not is_large or has_article:
        yield "another article", add_article(other.id, other.content, other.text)
    if not is_large or not has_article:
        yield "another list", add_list(third.id, third.content, third.text)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
