"""What differs between two readings of a page, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from webarticlecurator.studio.article_view.screen_data import ArticleScreen

MAX_LINES = 4
"""Blocks that are named on each side."""
MAX_TEXT = 100


@dataclass(frozen=True)
class ScreenChange:
    """A difference: ``state`` is kept for what comes in, dropped for what goes, else ""."""

    text: str
    state: str = ""


def list_changes(before: ArticleScreen, after: ArticleScreen) -> list[ScreenChange]:
    """Return what an edit changes on a page; one sentence if nothing."""
    changes = [*_list_verdict(before, after), *_list_values(before, after)]
    changes += _list_blocks(before, after)
    return changes or [ScreenChange("Nothing changes on this page.")]


def _list_verdict(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    if before.rejected != after.rejected:
        if after.rejected:
            yield ScreenChange(f"The page is no article any more: {after.rejected}", "dropped")
        else:
            yield ScreenChange("The page becomes an article.", "kept")
    old, new = _count_words(before), _count_words(after)
    if old != new:
        yield ScreenChange(f"{new:,} words of text in place of {old:,}.")


def _list_values(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = _join_values(before), _join_values(after)
    for field in dict.fromkeys((*old, *new)):
        if old.get(field) == new.get(field):
            was, now = (_join_sources(screen, field) for screen in (before, after))
            if was != now:
                yield ScreenChange(f"{field}: the same, by {now} (was: {was})")
            continue
        if field in new:
            was = f" (was: {old[field]})" if field in old else ""
            yield ScreenChange(f"{field}: {new[field]}{was}", "kept")
        else:
            yield ScreenChange(f"{field}: nothing any more (was: {old[field]})", "dropped")


def _list_blocks(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = (Counter(_list_texts(screen)) for screen in (before, after))
    for state, word, gone in (("dropped", "goes", old - new), ("kept", "comes", new - old)):
        for name, text in [*gone][:MAX_LINES]:
            shown = text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"
            yield ScreenChange(f"{word}: {name} “{shown}”", state)
        more = len(gone) - MAX_LINES
        if more > 0:
            yield ScreenChange(f"{word}: {more} more", state)


def _list_texts(screen: ArticleScreen) -> Iterator[tuple[str, str]]:
    """Yield the texts, each with the names of its block and of the blocks around it."""
    names: list[str] = []
    for block in screen.blocks:
        names[block.depth :] = [block.name]
        if block.text:
            yield " ".join(names), block.text


def _count_words(screen: ArticleScreen) -> int:
    return screen.words.get("kept", 0) + screen.words.get("unclaimed", 0)


def _join_sources(screen: ArticleScreen, field: str) -> str:
    return ", ".join(dict.fromkeys(each.source for each in screen.values if each.field == field))


def _join_values(screen: ArticleScreen) -> dict[str, str]:
    values: dict[str, list[str]] = {}
    for each in screen.values:
        values.setdefault(each.field, []).append(each.value)
    return {field: "; ".join(each) for field, each in values.items()}
