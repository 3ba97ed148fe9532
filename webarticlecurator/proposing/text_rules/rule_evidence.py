"""Learned rules, and what each of them finds on the pages."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.text_rules.learned_drops import RootContent, sum_found
from webarticlecurator.proposing.text_rules.learned_leads import (
    has_lead,
    learn_leads,
    pages_by_root,
)
from webarticlecurator.proposing.text_rules.learned_selectors import LearnedRoot, text_in_root
from webarticlecurator.proposing.text_rules.page_comparisons import PageModel
from webarticlecurator.proposing.text_rules.repeated_paragraphs import Repeat, count_pages_with


@dataclass(frozen=True)
class ValidatedSelector:
    """A selector that holds on pages from which it was not learned.

    It matches on ``pages`` of ``of`` pages. ``share`` is, for a root, how much of the guessed text
    it holds there; for a drop, how much of what it finds is not text of the article. ``leads`` are
    selectors of leads outside a root. With ``starts`` it means only elements whose text begins so,
    or, if ``whole``, is exactly this.
    """

    selector: str
    pages: int
    of: int
    share: float
    leads: tuple[str, ...] = ()
    starts: str = ""
    whole: bool = False


@dataclass(frozen=True)
class InducedRules:
    """Rules learned from ``of`` pages; empty where nothing holds.

    ``roots`` are in the order in which they are tried; ``leads`` are elements inside them.
    ``is_precise``: on most pages, the roots without the drops hold nothing but text. ``is_worse``:
    the pages suggest roots, but reading by them would be worse than reading without rules.
    """

    of: int
    roots: tuple[ValidatedSelector, ...] = ()
    drops: tuple[ValidatedSelector, ...] = ()
    leads: tuple[ValidatedSelector, ...] = ()
    is_precise: bool = False
    is_worse: bool = False


@dataclass(frozen=True)
class CandidateRules:
    """Rules that one half of the pages proposes and the other confirms. ``is_precise``: the roots
    are read as they are, without what the heuristics say of their content."""

    roots: tuple[LearnedRoot, ...]
    drops: tuple[str, ...]
    repeats: tuple[Repeat, ...] = ()
    is_precise: bool = False

    def read(self, page: PageModel) -> RootContent:
        """Return the content of the roots on a page, without the drops."""
        content = RootContent(page, self.roots)
        for name in self.drops:
            content.drop(name)
        return content


def add_evidence(pages: Sequence[PageModel], rules: CandidateRules) -> InducedRules:
    """Return the rules with what they find on all pages."""
    contents = [RootContent(page, rules.roots) for page in pages]
    of = len(pages)
    roots, drops = [], []
    for root, own in pages_by_root(pages, rules.roots):
        whole = sum(page.whole.text for page in own)
        share = sum(text_in_root(page, root).text for page in own) / whole if whole else 0.0
        roots.append(ValidatedSelector(root.body, len(own), of, share, root.leads))
    for name in rules.drops:
        found = sum_found(name, contents)
        share = found.text.bad / max(1, found.text.size)
        drops.append(ValidatedSelector(name, found.pages, of, share))
    for repeat in rules.repeats:
        count = count_pages_with(repeat, contents)
        drops.append(
            ValidatedSelector(repeat.tag, count, of, 1.0, starts=repeat.starts, whole=repeat.whole)
        )
    leads = (
        ValidatedSelector(name, sum(has_lead(page, rules.roots, name) for page in pages), of, 1.0)
        for name in learn_leads(pages, rules.roots, rules.drops)
    )
    return InducedRules(of, tuple(roots), tuple(drops), tuple(leads), rules.is_precise)
