"""What a kind of doubts is: one row, from which everything that shows a doubt follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.translation import Message, make_message

COSTS = ("articles", "texts", "fields", "later")
"""What a doubt may cost, the dearest first: articles, parts of texts, values of fields, or nothing
but time."""

ASKED = {
    "walk": "a walk, as it reads the pages of a list",
    "run": "the answers of one crawl, beside each other",
    "corpus": "the corpus: a row of `crawling/building/corpus_checks.py`",
    "article": "the captures of one article",
    "page": "one page, as the rules read it",
    "worker": "the process that builds an article",
    "file": "a file: a WARC file, TEI, a table beside the portal file",
    "proposal": "a portal file that `curator new` proposes",
}
"""Who is asked whether there is a doubt → what that is."""

Sentence = str | tuple[str, str]
"""A template with its values in braces; two of them where the value ``number`` counts: one, many.
"""


@dataclass(frozen=True)
class DoubtKind:
    """A kind of doubts.

    ``name``: the stored word. ``meaning``: what it is. ``cure``: the one thing to do. ``cost``: one
    of COSTS. ``is_serious``: it ends a command with exit code 1; the others are remarks, or are
    about a proposal: nothing is missing. ``asked``: who finds it, keys of ASKED. ``proof``: what
    proves it; ``refutation``: what takes it back. ``keys``: those of the portal file that answer
    it. ``sentences``: by a name, "" for the only one; () where the words are those of an error.

    In the studio: ``step``: the one that is doubtful, "" if that follows from the cost; of a
    proposal, the ``question`` and its ``answers`` (``studio/new_portal/proposal_questions.py``).
    """

    name: str
    meaning: str
    cure: str = ""
    cost: str = "later"
    is_serious: bool = True
    asked: tuple[str, ...] = ()
    proof: str = ""
    refutation: str = ""
    keys: tuple[str, ...] = ()
    sentences: Mapping[str, Sentence] = field(default_factory=dict)
    step: str = ""
    question: str = ""
    answers: tuple[str, ...] = ()

    def phrase(self, sentence: str, values: Mapping[str, object]) -> Message:
        """Return a sentence of the row with its values."""
        template = self.sentences[sentence]
        if isinstance(template, tuple):
            return Message(*template, values=dict(values))
        return make_message(template, **values)


def list_slots(sentence: Sentence) -> set[str]:
    """Return the names of the values of a sentence. Raises ValueError if its braces are wrong."""
    templates = sentence if isinstance(sentence, tuple) else (sentence,)
    return {name for each in templates for _, name, _, _ in Formatter().parse(each) if name}


def index_kinds(rows: Iterable[DoubtKind]) -> dict[str, DoubtKind]:
    """Return rows by their names. Raises TypeError for a row that lacks a part or has a name
    twice."""
    kinds: dict[str, DoubtKind] = {}
    for row in rows:
        is_doubt = row.is_serious or "proposal" in row.asked
        faults = {
            "another row has this name": row.name in kinds,
            "`cost` is none of COSTS": row.cost not in COSTS,
            "`asked` is none of ASKED": not row.asked or not {*row.asked} <= {*ASKED},
            "`cure`, `proof` or `refutation` is missing": is_doubt
            and not (row.cure and row.proof and row.refutation),
            "a sentence of two has no {number}": any(
                isinstance(each, tuple) and "number" not in list_slots(each)
                for each in row.sentences.values()
            ),
        }
        for fault, is_so in faults.items():
            if is_so:
                raise TypeError(f"doubt {row.name!r}: {fault}; complete its row (base/doubts)")
        kinds[row.name] = row
    return kinds
