"""What differs between two readings of a page, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.charts.bar_names import name_block, name_field
from webarticlecurator.studio.frame.window import put_in_quotes
from webarticlecurator.studio.shown_page.screen import ArticleScreen

MAX_LINES = 4
"""Blocks that are named on each side."""
MAX_TEXT = 100
MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


ScreenChange = tuple[str, str]
"""A difference in words, and its state: kept for what comes in, dropped for what goes, else ""."""


NOTHING_CHANGES: ScreenChange = (make_message("Nothing changes on this page."), "")


def list_changes(before: ArticleScreen, after: ArticleScreen) -> list[ScreenChange]:
    """Return what an edit changes on a page; one sentence if nothing."""
    parts = (_list_verdict, _list_values, _list_blocks)
    changes = [change for list_part in parts for change in list_part(before, after)]
    return changes or [NOTHING_CHANGES]


def _list_verdict(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    if before.rejected != after.rejected:
        if after.rejected:
            yield (
                translate("The page is no longer an article: {reason}", reason=after.rejected),
                "dropped",
            )
        else:
            yield translate("The page becomes an article."), "kept"
    pages = [each.url for each in after.pages]
    if pages != [each.url for each in before.pages]:
        missing = sum(not each.record for each in after.pages)
        words = translate(
            "pages of the article: {number} instead of {before}",
            number=len(pages),
            before=len(before.pages),
        )
        if missing:
            words += translate(", {number} of them not stored yet", number=missing)
        yield words, ""
    old, new = (
        screen.words.get("kept", 0) + screen.words.get("unclaimed", 0) for screen in (before, after)
    )
    if old != new:
        yield (
            translate("{words:,} words of text instead of {before:,}.", words=new, before=old),
            "",
        )


def _list_values(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = _join_values(before), _join_values(after)
    for name in dict.fromkeys((*old, *new)):
        field = name_field(name)
        if old.get(name) == new.get(name):
            was, now = (
                ", ".join(
                    dict.fromkeys(each.source for each in screen.values if each.field == name)
                )
                for screen in (before, after)
            )
            if was != now:
                yield (
                    translate(
                        "{name}: the same value, now from {now} (before: {was})",
                        name=field,
                        now=now,
                        was=was,
                    ),
                    "",
                )
        elif name in new:
            was = f" ({translate('was: {old}', old=old[name])})" if name in old else ""
            yield f"{field}: {new[name]}{was}", "kept"
        else:
            yield (
                translate("{name}: no value now (before: {old})", name=field, old=old[name]),
                "dropped",
            )


def _list_blocks(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = (Counter(_list_texts(screen)) for screen in (before, after))
    for state, word, gone in (
        ("dropped", translate("removed"), old - new),
        ("kept", translate("added"), new - old),
    ):
        for name, text in [*gone][:MAX_LINES]:
            yield f"{word}: {name} {put_in_quotes(shorten(text, MAX_TEXT))}", state
        more = len(gone) - MAX_LINES
        if more > 0:
            yield translate("{word}: {number} more", word=word, number=more), state


def _list_texts(screen: ArticleScreen) -> Iterator[tuple[str, str]]:
    """Yield the texts, each with the names of its block and of the blocks around it."""
    names: list[str] = []
    for block in screen.blocks:
        names[block.depth :] = [name_block(block.name)]
        if block.text:
            yield " ".join(names), block.text


def _join_values(screen: ArticleScreen) -> dict[str, str]:
    return {
        name: "; ".join(each.value for each in screen.values if each.field == name)
        for name in dict.fromkeys(each.field for each in screen.values)
    }
