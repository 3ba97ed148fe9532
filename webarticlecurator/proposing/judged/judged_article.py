"""An article as a person judges it: fields, paragraphs, and what of its page was left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.drawn_sample import read_tei
from webarticlecurator.corpus.judging.judgements import TextToJudge, read_judged_text
from webarticlecurator.corpus.stored_pages.page_store import run_supervised
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.word_account import source_words
from webarticlecurator.proposing.trial.extracted_article import read_stored_pages
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict, PageVerdicts
from webarticlecurator.storage.store.view import view_corpus

OUTSIDE = make_message("outside of the text")
_PARAGRAPHS = ("p", "div", "blockquote", "li", "h2", "h3", "h4", "td")
LEAST_WORDS = 3
"""Words of a paragraph outside of the text that is shown."""


@dataclass(frozen=True)
class LeftOutText:
    """A text of the page that is not in the article, and the rule that left it out. ``distance``:
    how many elements it is behind the text, below 0 for one before it, 0 for one inside it."""

    rule: str
    text: str
    distance: int = 0


@dataclass(frozen=True)
class ArticleToJudge:
    """An article of the sample. ``left_out``: in the order of the page, by today's rules;
    ``layout``: their name, ``choice``: how they found the text. ``trouble``: why the page cannot be
    read, ""."""

    url: str
    text: TextToJudge
    left_out: tuple[LeftOutText, ...] = ()
    layout: str = ""
    choice: str = ""
    trouble: str = ""


def read_article_to_judge(portal: Portal, folder: Path, url: str) -> ArticleToJudge | None:
    """Return an article of a corpus for a judge; None if it is not in TEI (any more)."""
    with view_corpus(folder, portal.id) as view:
        content = read_tei(view, url)
    if content is None:
        return None
    text = read_judged_text(content)
    try:
        left_out, layout, choice = run_supervised(portal, url, _read_left_out, folder, url)
    except PageUnreadable as error:
        return ArticleToJudge(url, text, trouble=error.message)
    return ArticleToJudge(url, text, left_out, layout, choice)


def _read_left_out(
    portal: Portal, folder: Path, url: str
) -> tuple[tuple[LeftOutText, ...], str, str]:
    verdicts = [each for page in read_stored_pages(portal, folder, url) for each in page.verdicts]
    found = tuple(text for each in verdicts for text in _list_left_out(each))
    return (found, verdicts[0].layout, verdicts[0].choice) if verdicts else (found, "", "")


def _list_left_out(verdicts: PageVerdicts) -> Iterator[LeftOutText]:
    """Yield what a page has beside the article, in its order: each text once, and no menu, whose
    words are mostly links."""
    elements = verdicts.page.elements.all
    roots = {*verdicts.roots}
    inside = {n: e for n, e in enumerate(elements) if not roots.isdisjoint(self_and_ancestors(e))}
    first, last = min(inside, default=0), max(inside, default=len(elements))
    dropped, texts = set[etree._Element](), set[str]()
    for number, element in enumerate(elements):
        own = verdicts.elements.get(element)
        words = source_words(element) if _may_be_left_out(element, own) else []
        text = " ".join(words)
        if not words or text in texts or not dropped.isdisjoint(element.iterancestors()):
            continue
        if own is not None:
            dropped.add(element)
            yield LeftOutText(own.reason, text)
        elif (
            number not in inside
            and len(words) >= LEAST_WORDS
            and roots.isdisjoint(element.iterdescendants())
            and 2 * sum(len(source_words(link)) for link in element.iter("a")) <= len(words)
        ):
            yield LeftOutText(OUTSIDE, text, min(number - first, 0) or max(number - last, 0))
        texts.add(text)


def _may_be_left_out(element: etree._Element, own: ElementVerdict | None) -> bool:
    """Return True for what was dropped, and for a paragraph without a paragraph in it."""
    if own is not None:
        return own.state == "dropped"
    inner = element.iterdescendants(*_PARAGRAPHS)
    return element.tag in _PARAGRAPHS and next(inner, None) is None
