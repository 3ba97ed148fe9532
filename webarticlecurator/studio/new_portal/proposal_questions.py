"""What is doubtful about a proposed portal file, as questions with the answers that there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.studio.portal.portal_facts import FIELDS


@dataclass(frozen=True)
class Answer:
    """An answer: its words, and the ``view`` in which it is given, with the ``step`` and what is
    pointed at there; or what it writes into the file: that ``is_whole`` what is listed, or the
    field that the portal is ``without``."""

    words: str
    view: str = ""
    step: str = ""
    point: str = ""
    is_whole: bool = False
    without: str = ""


@dataclass(frozen=True)
class Question:
    """A question, what raises it, the page that it is about, and its answers."""

    words: str
    evidence: str
    url: str
    answers: tuple[Answer, ...]


_ANSWERS = {
    "next": Answer(make_message("Point at the next page"), "archive", "next", "next"),
    "links": Answer(make_message("Point at headlines"), "archive", "list", "links"),
    "list": Answer(make_message("Look at the list"), "archive", "list"),
    "article": Answer(make_message("Look at one"), "article", "text"),
    "field": Answer(make_message("Show it on one"), "article", "metadata"),
    "whole": Answer(make_message("It is the whole list"), is_whole=True),
    "try": Answer(make_message("Try some"), "run", "try"),
}
"""Word of a row of doubts → the answer."""


def ask(doubt: Mapping[str, Any], list_url: str) -> Question:
    """Return the question about a doubt, as ``curator new --json`` has it."""
    field = doubt["field"]
    if field:
        name = translate(FIELDS[field])
        words = translate("Where does an article show this: {field}?", field=name)
        evidence = translate("missing on {number} of those that were read", number=doubt["count"])
        none = Answer(make_message("The portal has none"), without=field)
        return Question(words, evidence, doubt["first"], (_ANSWERS["field"], none))
    row = DOUBT_KINDS[doubt["kind"]]
    of_cost = "article" if doubt["cost"] == "texts" else "list"
    answers = tuple(_ANSWERS[word] for word in row.answers or (of_cost,))
    is_of_list = answers[0].view != "article"
    return Question(
        translate(row.question or doubt["what"]),
        f"{doubt['what']}: {doubt['message']}" if doubt["message"] else doubt["what"],
        list_url if is_of_list else doubt["first"],
        answers,
    )
