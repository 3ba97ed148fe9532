"""Learned rules that would read their own pages worse than no rules are not proposed."""

from __future__ import annotations

from learn_pages import framed, paragraphs, prose, story, summaries

from webarticlecurator.proposing.text_rules.learned_drops import SelectorTotal
from webarticlecurator.proposing.text_rules.learned_selectors import LearnedRoot
from webarticlecurator.proposing.text_rules.page_comparisons import (
    PageModel,
    TextShare,
    build_page_models,
)
from webarticlecurator.proposing.text_rules.rule_check import choose_rules
from webarticlecurator.proposing.text_rules.rule_evidence import CandidateRules

NOTHING = CandidateRules((), ())
TEASERS = "".join(
    f'<div class="tile"><h3><a href="/news/{n}">{prose(n, 60)[:50]}</a></h3>'
    f'<p><a href="/news/{n}">{prose(n, 61)}</a></p></div>'
    for n in range(40, 48)
)


def models(*pages: str) -> list[PageModel]:
    return build_page_models(summaries(*pages))


def rooted(name: str, is_precise: bool = False) -> CandidateRules:
    return CandidateRules((LearnedRoot(name),), (), (), is_precise)


def wide(number: int) -> str:
    """Return a page with teasers of other articles in the element that holds the article."""
    body = f'<div class="story-body">{paragraphs(number, 6)}</div>'
    return framed(number, f'<article class="whole">{body}{TEASERS}</article>')


def test_a_root_that_holds_the_text_stays():
    for rules in (rooted("div.story-body"), rooted("div.story-body", is_precise=True)):
        pages = models(*(story(number).replace("share", "line") for number in range(4)))
        assert choose_rules(pages, replace_drops(rules, "div.line")) == replace_drops(
            rules, "div.line"
        )


def replace_drops(rules: CandidateRules, *drops: str) -> CandidateRules:
    return CandidateRules(rules.roots, drops, rules.repeats, rules.is_precise)


def test_precise_roots_with_other_text_are_refined():
    pages = models(*(story(number, TEASERS) for number in range(4)))
    chosen = choose_rules(pages, rooted("div.page", is_precise=True))
    assert chosen == rooted("div.page")


def test_a_root_is_not_proposed_where_it_brings_teasers_back():
    """The heuristics leave them out with the element around; by the root, they would be read."""
    pages = models(wide(0), *(story(number) for number in (1, 2)))
    assert choose_rules(pages, rooted("div.page")) == NOTHING


def test_a_drop_of_text_is_not_proposed():
    def parted(number: int) -> str:
        parts = (paragraphs(number, 2, first) for first in (0, 2, 4))
        return framed(number, "".join(f'<div class="part">{part}</div>' for part in parts))

    pages = models(*(parted(number) for number in range(4)))
    assert choose_rules(pages, CandidateRules((), ("div.part",))) == NOTHING


def test_a_page_where_the_guess_is_somewhere_else_does_not_count():
    voices = "".join(f"<p>{prose(40, place)}</p>" for place in range(30))
    odd = framed(0, f'<div class="story-body">{paragraphs(0, 1)}</div>')
    odd = odd.replace('<div class="column">', f'<div class="column">{voices}')
    rules = rooted("div.story-body")
    assert choose_rules(models(odd, *(story(n) for n in range(1, 6))), rules) == rules


def test_a_short_line_of_one_page_says_nothing_against_a_drop_on_many():
    found = TextShare(text=44, dropped=700)
    assert SelectorTotal(6, found, slip=44).is_not_text("header")
    assert not SelectorTotal(5, found, slip=44).is_not_text("header")  # one of few pages
    assert not SelectorTotal(6, found).is_not_text("header")  # a longer text, or that of several
