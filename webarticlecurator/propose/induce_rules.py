"""Rules learned from the pages of a portal: where the text of articles is, and what to drop in it.

Read this file first; then ``page_summary.py`` (what learning keeps of a page, prepared for
comparison); then what is proposed: ``learned_selectors.py``, and leads below.
``metadata_rules.py`` is about titles and independent of the others.

The pages are divided into two halves. What one half proposes is validated on the pages of the
other; only what holds there becomes a rule. Then reading by the rules is compared with
reading without: what would be worse is not proposed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.guess.class_names import ASIDE_TAGS, find_class_word, fold_names
from webarticlecurator.guess.classify_units import expect_f1
from webarticlecurator.guess.root_candidates import MAIN_SHARE
from webarticlecurator.propose.learned_selectors import (
    MIN_AGREEING_SHARE,
    LearnedRoot,
    Repeat,
    RootContent,
    count_pages_with,
    find_repeats,
    find_roots_of,
    holds_article,
    is_agreed,
    is_common_aside,
    is_most,
    is_validated,
    learn_drops,
    learn_roots,
    matches_repeat,
    measure_agreement,
    sum_found,
    text_in_root,
)
from webarticlecurator.propose.page_summary import (
    CAPTION,
    DROPPED,
    LEAD,
    NO_TEXT,
    TEXT,
    PageModel,
    PageSummary,
    SummaryPiece,
    TextShare,
    build_page_models,
)

# From how many pages rules are learned, and how much of their text a root must hold.
MIN_PAGES = 2
"""Nothing is learned from fewer pages: one alone does not tell the layout from the text."""
FEW_PAGES = 8
"""Pages up to which one wrong guess would spoil a half; then rules are also learned from all of
them, and what at least two pages have in common counts."""
MIN_PRECISE_PAGES = 3
"""Pages from which it can be said that roots hold nothing but text."""
MIN_ROOTED_SHARE = 0.5
"""Share of the pages on which a root must be found; otherwise no root is learned."""
MIN_TEXT_SHARE = 0.9
"""Share of the guessed text that a root must hold, on most of its pages."""
MAX_REST_SHARE = 0.02
"""Share of the text in a root that may be something else, if the root is to be read as it is."""


def induce_rules(summaries: Sequence[PageSummary], min_pages: int = MIN_PAGES) -> InducedRules:
    """Learn rules from pages of one portal.

    The same pages in the same order give the same rules.
    """
    pages = build_page_models(summaries)
    if len(pages) < min_pages:
        return InducedRules(len(pages))
    # Sorted by layout, so that each half has its share of every layout.
    ordered = sorted(pages, key=lambda page: page.layout)
    half, other = ordered[0::2], ordered[1::2]
    # Both ways round, since either half may lack what the other shows.
    candidates = [_learn_validated(half, other, pages), _learn_validated(other, half, pages)]
    # Of few pages one wrong guess would spoil a root (25c38755).
    if MIN_PAGES < len(pages) <= FEW_PAGES:
        candidates.append(_learn_validated(pages, pages, pages))
    best = max(candidates, key=lambda rules: _score(rules, pages))
    chosen = choose_rules(pages, replace(best, is_precise=_is_precise(pages, best)))
    return replace(add_evidence(pages, chosen), is_worse=bool(best.roots and not chosen.roots))


def _learn_validated(
    training: Sequence[PageModel], validation: Sequence[PageModel], pages: Sequence[PageModel]
) -> CandidateRules:
    """Return the rules that the training pages propose and the validation pages confirm."""
    validated: list[LearnedRoot] = []
    for root in learn_roots(training):
        agreeing = [
            holds_article(page, text_in_root(page, root))
            for page in validation
            if page.select(root.names) and not find_roots_of(page, validated)
        ]
        if agreeing and is_agreed(agreeing):
            validated.append(root)
    # Nearly all of the guessed text must be in a root, on most of its pages.
    roots = tuple(
        root
        for root, own in pages_by_root(pages, validated)
        if is_agreed(
            [text_in_root(page, root).text >= MIN_TEXT_SHARE * page.whole.text for page in own]
        )
    )
    # Roots that fit a few pages leave all others without text: then reading without rules is
    # better.
    if sum(bool(find_roots_of(page, roots)) for page in pages) < MIN_ROOTED_SHARE * len(pages):
        roots = ()

    validation_contents = [RootContent(page, roots) for page in validation]
    all_contents = [RootContent(page, roots) for page in pages]
    drops = tuple(
        name
        for name in learn_drops(training, roots)
        # On the validation pages it must find no text of the article; on all, it must be common.
        if is_validated(name, validation_contents) and is_common_aside(name, all_contents)
    )

    rules = CandidateRules(roots, drops)
    remaining = [rules.read(page) for page in validation]
    repeats = find_repeats([rules.read(page) for page in training])
    return replace(
        rules, repeats=tuple(each for each in repeats if count_pages_with(each, remaining))
    )


def _score(rules: CandidateRules, pages: Sequence[PageModel]) -> tuple[int, float, int]:
    """Return a sort key: pages with a root, then agreement of the kept text, then repeats."""
    contents = [rules.read(page) for page in pages]
    return (
        # Pages with a root first: a rule that reads half of the pages perfectly leaves the other
        # half.
        sum(bool(find_roots_of(content.page, rules.roots)) for content in contents),
        sum(measure_agreement(content.page, content.remaining) for content in contents),
        len(rules.repeats),
    )


def _is_precise(pages: Sequence[PageModel], rules: CandidateRules) -> bool:
    """True if the roots hold next to nothing but text on most pages that have one."""
    contents = [
        content for content in map(rules.read, pages) if find_roots_of(content.page, rules.roots)
    ]
    totals: dict[str, TextShare] = {}
    for name, share in (each for content in contents for each in content.names()):
        totals[name] = totals.get(name, NO_TEXT) + share
    text_names = {name for name, share in totals.items() if share.good > share.bad}
    clean = sum(
        content.named_rest(text_names) <= MAX_REST_SHARE * content.remaining.size
        for content in contents
    )
    return clean >= MIN_PRECISE_PAGES and is_most(clean, len(contents))


# How well learned rules read the pages that they were learned from, beside reading without rules.
#
# What is text is judged by the probabilities of the unit classifier, not by the labels from which
# the rules were learned. Text that many pages repeat is no text of an article, whatever its
# probability.

# Rules must not read the pages that they are learned from worse than no rules do (aed0644e).
# Selectors in place of the guess once had F1 .940, selectors that lead it .980. The loss was 10 at
# first (baae5eb5).
MAX_LOSS = 50
"""Per mille of expected F1 that says nothing, since the probabilities are not exact: of short posts
the classifier expects nearly so much less where nothing is wrong."""


def choose_rules(pages: Sequence[PageModel], rules: CandidateRules) -> CandidateRules:
    """Return as many of the rules as read the pages no worse than reading without rules would.

    Where precise roots are worse, the heuristics are asked about their content, too; where these
    are, no root is left, and at last no rule at all.
    """
    choices = (
        rules,
        replace(rules, is_precise=False),
        replace(rules, is_precise=False, roots=()),
    )
    return next(
        (choice for choice in choices if _is_no_worse(choice, pages)),
        CandidateRules((), ()),
    )


def _is_no_worse(rules: CandidateRules, pages: Sequence[PageModel]) -> bool:
    """Return True if the F1 that is to be expected by the rules is, in the mean of the pages, no
    less than without them.

    A page does not count if the rules keep less than half of its guessed text: there the guess
    about one page stands against rules that others confirm. Half of the pages must count.
    """
    gains = []
    for page in pages:
        guessed = {n for n, piece in enumerate(page.pieces) if _is_guessed(piece)}
        kept = {
            n
            for n in _list_kept(rules.read(page), rules)
            if not any(matches_repeat(repeat, page.pieces[n]) for repeat in rules.repeats)
        }
        if 2 * _size(page, guessed & kept) >= _size(page, guessed):
            gains.append(_expect_f1(page, kept) - _expect_f1(page, guessed))
    # In the mean, not on each page: probabilities of one page are too coarse to decide.
    return 2 * len(gains) >= len(pages) and sum(gains) >= -MAX_LOSS * len(gains)


def _size(page: PageModel, numbers: Collection[int]) -> int:
    return sum(page.pieces[n].size for n in numbers)


def _expect_f1(page: PageModel, kept: Collection[int]) -> int:
    """Return the F1 in per mille that is to be expected of what is kept of a page."""
    # What many pages repeat is no text of an article, however probable the trees find it.
    probabilities = [
        0 if piece.checksum in page.boilerplate else piece.probability for piece in page.pieces
    ]
    return expect_f1(kept, probabilities, [piece.size for piece in page.pieces])


def _is_guessed(piece: SummaryPiece) -> bool:
    return bool(piece.size) and piece.label in (TEXT, LEAD)


def _list_kept(content: RootContent, rules: CandidateRules) -> Iterator[int]:
    """Yield the pieces with text that are read of a page."""
    page = content.page
    is_refined = not (rules.is_precise and find_roots_of(page, rules.roots))
    # Where the roots are in the guessed text, or most of their text is, what the guess leaves out
    # of the page is left out of them, too (``article_text.py``).
    whole = page.total(sorted(content.roots))
    believes_guess = (
        all(page.pieces[n].label in (TEXT, LEAD) for n in content.roots)
        or whole.good >= MAIN_SHARE * whole.size
    )
    for n, piece in enumerate(page.pieces):
        if not piece.size or not content.dropped.isdisjoint((n, *page.ancestors(n))):
            continue
        if n in content.roots or content.has(n):
            is_left_out = believes_guess and not _is_guessed(piece)
            if not is_refined or not (is_left_out or piece.label in (DROPPED, CAPTION)):
                yield n
        elif is_refined and piece.label == LEAD:
            yield n


# Learned rules, and what each of them finds on the pages.


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


# Leads learned from pages: one element near the beginning of each page, named as a lead.

MAX_LEAD_SHARE = 0.5
"""A lead is less than this share of the text."""


def learn_leads(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> tuple[str, ...]:
    """Return the signatures of leads, at most one per layout.

    Most pages of its layout begin with it.
    """
    leads = (_lead_of_layout(own, roots, drops) for _, own in pages_by_root(pages, roots))
    return tuple(dict.fromkeys(filter(None, leads)))


def has_lead(page: PageModel, roots: Sequence[LearnedRoot], name: str) -> bool:
    """Return True if only one element on the page has this name, and it is a lead.

    A lead is inside the roots, holds text of the article, and no other text is before it.
    """
    numbers = page.found.get(name, [])
    roots_here = set(find_roots_of(page, roots))
    if len(numbers) != 1 or roots_here.isdisjoint((numbers[0], *page.ancestors(numbers[0]))):
        return False
    share = page.shares[numbers[0]]
    # A lead is the first text: an element of that name further down is a summary or a teaser.
    text_before = any(
        _is_guessed(page.pieces[number])
        and page.shares[number].good > 0
        and not roots_here.isdisjoint((number, *page.ancestors(number)))
        for number in range(numbers[0])
    )
    return (
        share.good > share.bad and share.good < MAX_LEAD_SHARE * page.whole.good and not text_before
    )


def _lead_of_layout(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> str | None:
    """Return the name of the lead on most of these pages, which have one layout."""
    counts: Counter[str] = Counter()
    for page in pages:
        names = {
            name
            for piece, share in zip(page.pieces, page.shares, strict=True)
            if piece.is_lead and share.good
            for name in piece.names
            # Only names without a context: a lead is written as a signature.
            if " " not in name and name not in drops
        }
        counts.update(name for name in names if has_lead(page, roots, name))
    min_count = max(2, MIN_AGREEING_SHARE * len(pages))
    frequent = {name: count for name, count in counts.items() if count >= min_count}
    return min(frequent, key=lambda name: (-frequent[name], name), default=None)


# The root and drops of a portal file beside those that its pages suggest.

MIN_DIFFERENCE = 0.01
"""A smaller difference says nothing, since the guess about a page is not exact."""


@dataclass(frozen=True)
class KeptText:
    """What rules keep: the share of the text of the articles, and how much of it is not text."""

    text: float
    rest: float


@dataclass(frozen=True)
class RootComparison:
    """What the rules of the portal file keep on ``pages`` pages, and what learned ones would."""

    pages: int
    own: KeptText
    learned: KeptText

    @property
    def is_better(self) -> bool:
        """True if the learned rules keep more of the text, or less of the rest, and not the
        opposite."""
        more_text = self.learned.text - self.own.text
        less_rest = self.own.rest - self.learned.rest
        # More text alone is no gain if as much of something else comes with it.
        return max(more_text, less_rest) > MIN_DIFFERENCE and more_text + less_rest > 0


def compare_roots(summaries: Sequence[PageSummary], induced: InducedRules) -> RootComparison:
    """Compare the rules of the portal file with ``induced``, which have a root.

    The summaries must have been made with the rules of the portal file.
    """
    pages = build_page_models(summaries)
    rules = CandidateRules(
        tuple(LearnedRoot(root.selector, root.leads) for root in induced.roots),
        tuple(drop.selector for drop in induced.drops if not drop.starts),
    )
    whole = sum((page.whole for page in pages), NO_TEXT)
    learned = sum((rules.read(page).remaining for page in pages), NO_TEXT)
    own = sum((page.kept_by_rules for page in pages), NO_TEXT)
    return RootComparison(len(pages), _kept_text(own, whole), _kept_text(learned, whole))


def _kept_text(kept: TextShare, whole: TextShare) -> KeptText:
    return KeptText(kept.good / max(1, whole.good), kept.bad / max(1, kept.size))
