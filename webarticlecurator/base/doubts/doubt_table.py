"""All kinds of doubts: one table for ``crawl``, ``status``, ``report``, ``new``, the studio, JSON
and the page of the site that lists all.
"""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.doubts.doubt_kinds import DoubtKind, index_kinds
from webarticlecurator.base.doubts.doubts_of_articles import ARTICLE_ROWS
from webarticlecurator.base.doubts.doubts_of_lists import LIST_ROWS
from webarticlecurator.base.doubts.doubts_of_proposals import PROPOSAL_ROWS
from webarticlecurator.base.doubts.remarks_on_articles import ARTICLE_REMARKS
from webarticlecurator.base.text.translation import Message

DOUBT_KINDS = index_kinds((*PROPOSAL_ROWS, *LIST_ROWS, *ARTICLE_ROWS, *ARTICLE_REMARKS))
"""Name → row. A new doubt is a row of one of the four files above, and a place that asks for it.
"""


def list_kinds(asked: str) -> tuple[DoubtKind, ...]:
    """Return the kinds that are found by who is ``asked``, a key of ASKED."""
    return tuple(row for row in DOUBT_KINDS.values() if asked in row.asked)


def is_serious(kind: str) -> bool:
    """Return True for a kind that ends a command with exit code 1; False, too, for one of another
    version of the program."""
    return kind in DOUBT_KINDS and DOUBT_KINDS[kind].is_serious


def phrase_doubt(kind: str, sentence: str = "", /, **values: Any) -> Message:
    """Return a sentence of a row with its values."""
    return DOUBT_KINDS[kind].phrase(sentence, values)
