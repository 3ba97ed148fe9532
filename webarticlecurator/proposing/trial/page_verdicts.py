"""The verdicts on the elements of a page, from what the walk over its roots has recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Literal

from lxml import etree

from webarticlecurator.articles.blocks.walk_record import TextChange, WalkRecord
from webarticlecurator.articles.by_rules.comments import COMMENTS_DROP, COMMENTS_REPLACE
from webarticlecurator.articles.by_rules.pseudonyms import LEFT_OUT
from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.article import Rejected, TextAccount
from webarticlecurator.base.portal.article_rules import PSEUDONYMS
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.ancestors import outermost_elements, self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import WordAccount
from webarticlecurator.proposing.trial.verdicts_without_rules import count_words_beside

VerdictState = Literal["kept", "unclaimed", "dropped", "outside"]
"""``unclaimed``: kept, but no tag dictionary knows the tag. ``outside``: in no root."""

_COMMENT_BLOCKS = {"comments", "comment"}


@dataclass(frozen=True)
class ElementVerdict:
    """What becomes of an element, and of what is inside it without a verdict of its own.

    ``reason``: the rule or heuristic that decided, or what the element has become.
    ``only_content``: it holds for the content and not for the element itself (a video that is
    kept, whose fallback text is not).
    """

    state: VerdictState
    reason: str
    only_content: bool = False


@dataclass(frozen=True)
class PageVerdicts:
    """The verdicts on one page.

    ``page``: the page whose tree has the elements (the HTML embedded in a page, where that holds
    the text). ``elements``: elements with a verdict of their own; others have that of their parent,
    and what has none is outside. ``account``: the words, with those outside. ``rejected``: why the
    page is not an article, or None. ``layout``: its name. ``choice``: how the roots were found.
    ``confidence``: of a choice without rules, the expected F1 in per mille; None where nothing
    estimates it. ``problems``: those of the body, in words. ``changes``: what ``body.clean``
    replaced. ``part``: the kind of a part that a page of the article loads, "" for a page itself.
    """

    page: Page
    roots: tuple[etree._Element, ...] = ()
    elements: Mapping[etree._Element, ElementVerdict] = field(default_factory=dict)
    account: TextAccount = field(default_factory=TextAccount)
    rejected: Rejected | None = None
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    problems: tuple[str, ...] = ()
    changes: tuple[TextChange, ...] = ()
    part: str = ""


def collect_verdicts(
    groups: tuple[tuple[etree._Element, ...], ...],
    record: WalkRecord,
    comments: str,
    choice: str,
) -> dict[etree._Element, ElementVerdict]:
    """Return the verdicts; what drops an element counts more than what it would become.

    ``comments``: what ``article.comments`` says. ``choice``: how the roots were found.
    """
    verdicts = {root: ElementVerdict("kept", choice) for roots in groups for root in roots}
    verdicts |= {
        element: ElementVerdict("kept", " > ".join(names))
        for element, names in record.blocks.items()
    }
    verdicts |= {
        element: ElementVerdict(
            "unclaimed", make_message("no row for {signature}", signature=signature)
        )
        for element, signature in record.unclaimed.items()
    }
    verdicts |= {
        element: ElementVerdict("dropped", rule, only_content=True)
        for element, rule in record.fallbacks.items()
    }
    verdicts |= {
        element: ElementVerdict("dropped", rule) for element, rule in record.dropped.items()
    }
    if comments == "drop":
        _drop_outermost(verdicts, _find_blocks(record, _COMMENT_BLOCKS), COMMENTS_DROP)
    elif comments == PSEUDONYMS:
        # The lines that name the writers, and pictures. The names in the text of comments have no
        # elements of their own.
        whole = set(_find_blocks(record, {"comment"}))
        named = [
            element
            for element in _find_blocks(record, {"comment-author", *LEFT_OUT})
            if not whole.isdisjoint(self_and_ancestors(element))
        ]
        _drop_outermost(verdicts, named, COMMENTS_REPLACE)
    return verdicts


def _find_blocks(record: WalkRecord, names: Set[str]) -> tuple[etree._Element, ...]:
    """Return the elements that have become one of the blocks ``names``."""
    return tuple(element for element, found in record.blocks.items() if not names.isdisjoint(found))


def _drop_outermost(
    verdicts: dict[etree._Element, ElementVerdict], elements: Iterable[etree._Element], rule: str
) -> None:
    """Drop elements with all that is inside, unless another rule has dropped them already."""
    for element in outermost_elements(elements):
        if verdicts[element].state == "dropped" and not verdicts[element].only_content:
            continue
        for inner in element.iterdescendants():
            verdicts.pop(inner, None)
        verdicts[element] = ElementVerdict("dropped", rule)


def account_of_dropped(record: WalkRecord) -> TextAccount:
    """Return the account of a page that keeps nothing."""
    account = WordAccount()
    for element, rule in (*record.dropped.items(), *record.fallbacks.items()):
        account.add_dropped(rule, element)
    return account.to_text_account(0)


def with_words_outside(verdicts: PageVerdicts) -> PageVerdicts:
    """Return ``verdicts`` with the number of words of the page that are in no root."""
    outside = count_words_beside(verdicts.page, verdicts.roots)
    return replace(verdicts, account=replace(verdicts.account, outside=outside))
