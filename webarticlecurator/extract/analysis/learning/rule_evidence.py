"""Learned rules, and what each of them finds on the pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.learned_drops import RootContent, sum_found
from webarticlecurator.extract.analysis.learning.learned_leads import learn_leads, locate_lead
from webarticlecurator.extract.analysis.learning.learned_roots import LearnedRoot, text_in_root
from webarticlecurator.extract.analysis.learning.page_models import PageModel
from webarticlecurator.extract.analysis.learning.repeats import Repeat, count_pages_with


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


def pages_by_root(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot]
) -> Iterator[tuple[LearnedRoot, list[PageModel]]]:
    """Yield each root with the pages on which it is the first one that matches."""
    rest = list(pages)
    for root in roots:
        yield root, [page for page in rest if page.select(root.names)]
        rest = [page for page in rest if not page.select(root.names)]


def add_evidence(pages: Sequence[PageModel], rules: CandidateRules) -> InducedRules:
    """Return the rules with what they find on all pages."""
    contents = [RootContent(page, rules.roots) for page in pages]
    drops = (_drop_evidence(name, contents) for name in rules.drops)
    repeats = (_repeat_evidence(repeat, contents) for repeat in rules.repeats)
    leads = learn_leads(pages, rules.roots, rules.drops)
    return InducedRules(
        len(pages),
        tuple(
            _root_evidence(root, own, len(pages)) for root, own in pages_by_root(pages, rules.roots)
        ),
        (*drops, *repeats),
        tuple(_lead_evidence(name, rules.roots, pages) for name in leads),
        rules.is_precise,
    )


def _root_evidence(root: LearnedRoot, pages: Sequence[PageModel], of: int) -> ValidatedSelector:
    whole = sum(page.whole.text for page in pages)
    share = sum(text_in_root(page, root).text for page in pages) / whole if whole else 0.0
    return ValidatedSelector(root.body, len(pages), of, share, root.leads)


def _drop_evidence(name: str, contents: Sequence[RootContent]) -> ValidatedSelector:
    found = sum_found(name, contents)
    share = found.text.bad / max(1, found.text.bad + found.text.good)
    return ValidatedSelector(name, found.pages, len(contents), share)


def _repeat_evidence(repeat: Repeat, contents: Sequence[RootContent]) -> ValidatedSelector:
    pages = count_pages_with(repeat, contents)
    return ValidatedSelector(
        repeat.tag, pages, len(contents), 1.0, starts=repeat.starts, whole=repeat.whole
    )


def _lead_evidence(
    name: str, roots: Sequence[LearnedRoot], pages: Sequence[PageModel]
) -> ValidatedSelector:
    count = sum(bool(locate_lead(page, roots, name)) for page in pages)
    return ValidatedSelector(name, count, len(pages), 1.0)
