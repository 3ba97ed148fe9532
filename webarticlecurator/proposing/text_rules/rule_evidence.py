"""Learned rules, and what each of them finds on the pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from webarticlecurator.articles.without_rules.class_names import (
    ASIDE_TAGS,
    find_class_word,
    fold_names,
)
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
    or, if ``whole``, is exactly this. ``is_doubtful``: a drop that rests on two pages, or of text
    that no other page has and whose name does not say that it is beside the article.
    """

    selector: str
    pages: int
    of: int
    share: float
    leads: tuple[str, ...] = ()
    starts: str = ""
    whole: bool = False
    is_doubtful: bool = False


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
        is_doubtful = of > 2 * FEW_DROPPED and (
            found.pages <= FEW_DROPPED or _is_own_prose(name, contents)
        )
        drops.append(ValidatedSelector(name, found.pages, of, share, is_doubtful=is_doubtful))
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


FEW_DROPPED = 2
"""Pages with something to drop that are too few to tell what it is."""


def _is_own_prose(name: str, contents: Sequence[RootContent]) -> bool:
    """True if most of what a selector finds is on one page alone and not of links within the site,
    and neither its tag nor its name says that it is beside the article."""
    tag = re.split(r"[.#\[]", name)[0]
    names = fold_names(name)
    if tag in (*ASIDE_TAGS, "h1", "form", "button") or any(
        find_class_word(section, names) for section in ("beside", "beside, if short")
    ):
        return False
    pieces = [
        content.page.pieces[number]
        for content in contents
        for found in content.page.select((name,))
        for number in range(found, len(content.page.pieces))
        if number == found or found in content.page.ancestors(number)
    ]
    counts = Counter(piece.checksum for piece in pieces if piece.checksum)
    own = sum(piece.size for piece in pieces if counts[piece.checksum] == 1 and not piece.is_teaser)
    return 2 * own > sum(piece.size for piece in pieces)
