"""The text of an article as the lists of the view have it: blocks, metadata, TEI, words."""

from __future__ import annotations

from webarticlecurator.base.text.translation import (
    as_message,
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.corpus.charts.bar_names import name_block, name_field, name_value
from webarticlecurator.proposing.trial.left_out_parts import GUESSED
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict, VerdictState
from webarticlecurator.studio.frame.terms import explain_term
from webarticlecurator.studio.shown_page.line_list import ListLine
from webarticlecurator.studio.shown_page.screen import ArticleScreen

BLOCK_STATES = {
    "kept": make_message("kept"),
    "unclaimed": make_message("undecided"),
    "dropped": make_message("dropped"),
    "outside": make_message("outside"),
}
"""States as they are called in the view."""
_RULES = {
    "article.comments: drop": make_message("comments are left out"),
    "article.comments: pseudonyms": make_message("names of readers are replaced"),
    "hidden: not displayed": make_message("not displayed"),
    "hidden: dialog": make_message("closed dialog"),
    "hidden: popover": make_message("closed popover"),
    "hidden: label of a link": make_message("label for screen readers"),
    "hidden: copy for another size of screen": make_message("copy for another size of screen"),
    **GUESSED,
}
"""What drops elements, as the account of words has it in English, and how the view says it."""
_RULE_ENDS = {
    " (fallback)": make_message("replacement text of {rule}"),
    " (no root is configured)": make_message("never text: {rule}"),
}
"""The words behind a tag there, and how the view names both."""
_TEI_INDENT = 0.6


def describe_verdict(verdict: ElementVerdict) -> str:
    """Return what becomes of an element, and by which rule or as which blocks."""
    state, words = translate(BLOCK_STATES[verdict.state]), _describe_rule(verdict.reason)
    if verdict.state == "kept":
        words = " > ".join(map(name_block, words.split(" > ")))
    return f"{state}: {words}" if words else state


def _describe_rule(reason: str) -> str:
    rule = translate(_RULES.get(reason, reason)).removeprefix("drop: ").removeprefix("tags: ")
    for end, words in _RULE_ENDS.items():
        if rule.endswith(end):
            return translate(words).format(rule=rule.removesuffix(end))
    return rule


def make_block_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the blocks of the text."""
    return [
        ListLine(
            name_block(block.name),
            block.text,
            ", ".join(
                filter(
                    None,
                    (
                        translate("undecided") if block.state == "unclaimed" else "",
                        screen.name_page(block.page),
                    ),
                )
            ),
            f"block-{block.name} state-{block.state}"
            + " other-page" * (block.page != screen.shown),
            block.depth,
        )
        for block in screen.blocks
    ]


def make_value_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the values of the metadata with their sources."""
    return [
        ListLine(name_field(each.field), name_value(each.field, each.value), each.source, "value")
        for each in screen.values
    ]


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


def describe_words(screen: ArticleScreen) -> list[tuple[str, str]]:
    """Return the words of each state, as state and label; states without any are left out, but not
    the first, which says what is counted."""
    numbers = screen.words
    if not any(numbers.values()):
        return []
    labels: dict[VerdictState, str] = {
        "kept": translate_count("{number:,} word kept", "{number:,} words kept", numbers["kept"]),
        "unclaimed": translate_count(
            "{number:,} undecided", "{number:,} undecided", numbers["unclaimed"]
        ),
        "dropped": translate_count("{number:,} dropped", "{number:,} dropped", numbers["dropped"]),
        "outside": translate_count("{number:,} outside", "{number:,} outside", numbers["outside"]),
    }
    return [(state, words) for state, words in labels.items() if state == "kept" or numbers[state]]


def describe_text_choice(screen: ArticleScreen) -> str:
    """Return how the page was read, in one line."""
    kind, _, rule = screen.choice.partition(": ")
    if kind == "root":
        choice = translate("text in {root}", root=rule)
    elif rule:
        choice = translate("text by {choice}", choice=as_message(screen.choice))
    else:
        choice = translate(screen.choice)
    confidence = (
        ""
        if screen.confidence is None
        else translate("confidence {number:.1f} %", number=screen.confidence / 10)
    )
    layout = translate("layout {layout}", layout=screen.layout) if screen.layout else ""
    return "; ".join(filter(None, (choice, confidence, layout)))


def explain_text_choice(screen: ArticleScreen) -> str:
    """Return what the term means that ``describe_text_choice`` says."""
    if screen.confidence is not None:
        return explain_term("confidence")
    return explain_term("layout" if screen.layout else "root")
