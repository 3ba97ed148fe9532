"""What is doubtful about a proposed portal file, as questions with the answers that there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model import proposal_doubts as doubts
from webarticlecurator.base.model.verdict import NOT_LISTED
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.studio.views.portal_facts import FIELDS


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


_NEXT = Answer(make_message("Point at the next page"), "archive", "next", "next")
_LINKS = Answer(make_message("Point at headlines"), "archive", "list", "links")
_LIST = Answer(make_message("Look at the list"), "archive", "list")
_ARTICLE = Answer(make_message("Look at one"), "article", "text")
_FIELD = Answer(make_message("Show it on one"), "article", "metadata")
_WHOLE = Answer(make_message("It is the whole list"), is_whole=True)
_QUESTIONS: Mapping[str, tuple[str, tuple[Answer, ...]]] = {
    doubts.NO_LIST: (make_message("Where does the portal list its articles?"), (_LINKS,)),
    doubts.NO_NEXT_PAGE: (make_message("Is this the whole list?"), (_WHOLE, _NEXT)),
    doubts.NEXT_NOT_PROVED: (
        make_message("Which link leads to older articles?"),
        (_NEXT, _WHOLE),
    ),
    doubts.OTHER_LISTS: (
        make_message("Do the articles of other lists of the portal belong to it, too?"),
        (_LIST,),
    ),
    doubts.FIRST_DAY: (make_message("On which day does the archive begin?"), (_LIST,)),
    doubts.NOT_ARTICLES: (make_message("Are these pages articles?"), (_ARTICLE,)),
    doubts.NO_ARTICLES: (
        make_message("Can the articles be read?"),
        (Answer(make_message("Try some"), "run", "try"),),
    ),
    doubts.FEW_ARTICLES: (make_message("Is the text of these articles right?"), (_ARTICLE,)),
    doubts.GUESSED_TEXT: (make_message("Is all of this the text of the article?"), (_ARTICLE,)),
    NOT_LISTED: (make_message("Is this the list of the whole portal?"), (_LIST,)),
}


def ask(doubt: Mapping[str, Any], list_url: str) -> Question:
    """Return the question about a doubt, as ``curator new --json`` has it."""
    field = doubt["field"]
    if field:
        name = translate(FIELDS[field])
        words = translate("Where does an article show this: {field}?", field=name)
        evidence = translate("missing on {number} of those that were read", number=doubt["count"])
        none = Answer(make_message("The portal has none"), without=field)
        return Question(words, evidence, doubt["first"], (_FIELD, none))
    of_cost = doubt["what"], (_ARTICLE if doubt["cost"] == "texts" else _LIST,)
    words, answers = _QUESTIONS.get(doubt["kind"], of_cost)
    is_of_list = answers[0].view != "article"
    return Question(
        translate(words),
        f"{doubt['what']}: {doubt['message']}" if doubt["message"] else doubt["what"],
        list_url if is_of_list else doubt["first"],
        answers,
    )
