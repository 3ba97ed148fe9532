"""The text of an article as the lists of the view have it: blocks, metadata, TEI, words."""

from __future__ import annotations

from webarticlecurator.studio.article_view.line_list import ListLine
from webarticlecurator.studio.article_view.screen_data import ArticleScreen

_STATES = {"kept": "kept", "unclaimed": "undecided", "dropped": "dropped", "outside": "outside"}
"""States as they are called in the view."""
_TEI_INDENT = 0.6


def make_block_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the blocks of the text."""
    return [
        ListLine(
            block.name,
            block.text,
            _join_notes("undecided" * (block.state == "unclaimed"), screen.name_page(block.page)),
            f"block-{block.name} state-{block.state}"
            + " other-page" * (block.page != screen.shown),
            block.depth,
        )
        for block in screen.blocks
    ]


def make_value_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the values of the metadata with their sources."""
    return [ListLine(each.field, each.value, each.source, "value") for each in screen.values]


def make_tei_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the lines of the TEI with their numbers, and the pages of those that begin a block."""
    pages = {block.lines[0]: screen.name_page(block.page) for block in screen.blocks if block.lines}
    return [
        ListLine(
            str(number + 1),
            line.strip(),
            pages.get(number, ""),
            indent=_TEI_INDENT * (len(line) - len(line.lstrip())),
        )
        for number, line in enumerate(screen.tei)
    ]


def _join_notes(*notes: str) -> str:
    return ", ".join(note for note in notes if note)


def describe_words(screen: ArticleScreen) -> list[tuple[str, str]]:
    """Return the words of each state, as state and label; states without any are left out."""
    return [
        (state, f"{_STATES[state]} {count:,}") for state, count in screen.words.items() if count
    ]


def describe_text_choice(screen: ArticleScreen) -> str:
    """Return how the page was read, in one line."""
    parts = []
    if screen.choice:
        parts.append(f"text by {screen.choice}" if ":" in screen.choice else screen.choice)
    if screen.confidence is not None:
        parts.append(f"confidence {screen.confidence / 10:.1f} %")
    if screen.layout:
        parts.append(f"layout {screen.layout}")
    return "; ".join(parts)


def describe_verdict(state: str, reason: str) -> str:
    """Return a verdict in words."""
    return f"{_STATES.get(state, state)}: {reason}" if reason else _STATES.get(state, state)
