"""Find what is inside the article's root but not text of the article: teasers, labels, dates,
lists of links, and what is named as something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.class_names import ClassNames, is_lead
from webarticlecurator.guess.page_parts import find_other_articles, find_teasers, leads_away
from webarticlecurator.guess.root_candidates import (
    PageText,
    find_lead,
    find_root,
    find_title_container,
    is_embed_placeholder,
    narrow_root,
)
from webarticlecurator.guess.text_units import (
    HEADINGS,
    LINE_TAGS,
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    PageHints,
    Unit,
    find_title_position,
    fold_text,
    has_sentence_end,
    is_date_line,
    is_in_declared_body,
    is_title,
    list_units_in,
    names_author,
    repeats_title,
    unit_kind,
)
from webarticlecurator.page.page_elements import BLOCK_TAGS
from webarticlecurator.page.stable_names import signature
from webarticlecurator.rules.elements import collapse_white_space

Drops = dict[etree._Element, str]
"""Element → why it is left out, as it is shown to the user."""

TEASER = "guess: teaser"
_TITLE = "guess: title"
_DATE_LINE, _AUTHOR_LINE = "line of a date", "line of an author"
RECOGNISED = frozenset(
    f"guess: {what}"
    for what in ("title", "points elsewhere", "embed that is not shown", _DATE_LINE, _AUTHOR_LINE)
)
"""Reasons that follow from the words of a unit. None of them is a word of a class (as *author* is):
what is left out for its class alone, trees may take back."""

# The sizes by which single lines inside the article are told from its text.
MAX_CAPTION_UNITS = 2
"""Dropped units below a heading, if text follows, that may be a picture's or a player's lines;
more of them are a list, and the heading is its label."""
MIN_VERSE_LINES = 4
"""Short lines in one element from which they are text (a list, a poem) and not labels."""
# A mutated page has megabytes in one element: folding it for title and author took 1.3 of the 5.2 s
# of its processor time.
MAX_TITLE_SIZE = 2000
"""Characters of the longest text that is compared with the title of a page."""
MAX_LABEL_SIZE = 40
"""Size below which a unit that does not end like a sentence is a label."""


def find_boilerplate(
    root: etree._Element, inside: list[Unit], names: ClassNames, hints: PageHints
) -> Drops:
    """Return element → why it is dropped, for the units ``inside`` the root."""
    drops: Drops = dict.fromkeys(find_teasers(root, inside, hints.url), TEASER)
    title = find_title_position(inside, hints)
    drops.update(
        dict.fromkeys(find_other_articles(root, inside, title, hints), "guess: another article")
    )

    quotations = set(root.iter("blockquote"))
    text_has_begun = False
    for unit in inside:
        is_declared = is_in_declared_body(unit, hints)
        # What JSON-LD declares as text is text, whatever its class names or links say.
        if is_declared or _is_dropped(unit, root, drops):
            text_has_begun = text_has_begun or is_declared
            continue
        aside = names.outermost_aside(unit.element, root)
        # Posts and quotations keep lines that elsewhere are labels (6ce34bb2): links, names and
        # dates are part of the quoted text.
        is_quoted = not quotations.isdisjoint(unit.list_around(root))
        reason = "" if is_quoted else _classify_line(unit, hints, text_has_begun)
        if aside and not is_lead(aside[0]):
            drops.setdefault(aside[0], f"guess: {aside[1]}")
        elif reason and unit.element is not root:
            # Only the line goes: a linked line or a date beside paragraphs once took their element
            # with it (6d2e8794).
            elements = [unit.element]
            if names.text_size(unit.element) > unit.size:  # it also holds running text
                elements = [
                    e
                    for e in unit.element
                    if isinstance(e.tag, str) and not any(d.tag in BLOCK_TAGS for d in e.iter())
                ]
            drops.update(dict.fromkeys(elements, f"guess: {reason}"))
        elif unit.is_running_text:
            if not text_has_begun:
                drops.update(_find_inline_title_and_date(unit, hints))
            text_has_begun = True

    _drop_labels(root, inside, drops)
    return drops


def _find_inline_title_and_date(unit: Unit, hints: PageHints) -> Drops:
    """Return the inline elements with title and date at the beginning of the text's own element:
    old pages have no ``p``."""
    drops: Drops = {}
    if unit.tag in LINE_TAGS and unit.tag != "td":
        return drops

    for element in unit.element:
        text = ""
        if isinstance(element.tag, str):
            text = collapse_white_space("".join(map(str, element.itertext())))
        # A text that begins with its title is no second title. And a page whose text is one element
        # of megabytes takes half a second to fold.
        is_first = _TITLE not in drops.values() and len(text) < MAX_TITLE_SIZE
        if text and is_first and repeats_title(fold_text(text), hints):
            drops[element] = _TITLE
        elif text and is_date_line(text):
            drops[element] = f"guess: {_DATE_LINE}"
        elif text:
            break
        if (element.tail or "").strip():
            break
    return drops


def _is_dropped(unit: Unit, root: etree._Element, drops: Drops) -> bool:
    around = unit.list_around(root)
    return not drops.keys().isdisjoint(around[:-1] if around[-1] is root else around)


def _classify_line(unit: Unit, hints: PageHints, text_has_begun: bool) -> str:
    """Return what a unit is instead of text, empty if it is text."""
    # Once the text has begun, an h1 is a heading of a section: live blogs and long reports have
    # several.
    if (unit.tag == "h1" and not text_has_begun) or is_title(unit, hints):
        return "title"
    if (
        unit.link_share > MAX_LINK_SHARE
        and not unit.is_running_text
        # Paragraphs that are mostly links stay if they end like a sentence (9c5a75df).
        and not (
            _ends_like_sentence(unit)
            and unit.size >= MIN_PARAGRAPH_SIZE / 2
            and unit.link_share < 0.9
        )
        # a heading must lead away
        and (unit.tag not in HEADINGS or leads_away(unit.element, hints.url))
    ):
        return "links"
    if unit.is_link_line:
        return "points elsewhere"
    if is_embed_placeholder(unit.text):
        return "embed that is not shown"
    if unit.is_date_line:
        return _DATE_LINE
    if names_author(unit, hints):
        return _AUTHOR_LINE
    if (
        # Only before the text: a short line without a full stop inside it may be a verse or an
        # answer.
        not text_has_begun
        and unit.size < MAX_LABEL_SIZE
        and unit.tag not in HEADINGS
        and not _ends_like_sentence(unit)
        and not is_lead(unit.element)
    ):
        return "before the text"
    return ""


def _ends_like_sentence(unit: Unit) -> bool:
    """Return True for a ``p``, however short, that ends like a sentence."""
    return unit.tag == "p" and has_sentence_end(unit.text)


def _drop_labels(root: etree._Element, inside: list[Unit], drops: Drops) -> None:
    """Add to ``drops`` the headings and other labels whose content is dropped, and those at the
    end of the article."""
    # From the end backwards: a heading is empty once all that follows it is left out.
    is_end = True
    # Several short lines in one element are text: a list, a poem. Lists of things to buy, recipes
    # and songs: none of their lines ends like a sentence (5b9d837a).
    parents = Counter(
        unit.element.getparent()
        for unit in inside
        if unit.tag in ("p", "li")
        and _looks_like_label(unit)
        and not _is_dropped(unit, root, drops)
    )
    verses = {element for element, count in parents.items() if count >= MIN_VERSE_LINES}
    kept = _KeptUnits(inside, root, drops)
    for position, unit in reversed(list(enumerate(inside))):
        if kept.is_dropped(position):
            continue
        is_label = _looks_like_label(unit) and (
            unit.tag in HEADINGS or unit.element.getparent() not in verses
        )
        is_inside = unit.element is not root
        if is_label and is_inside and (is_end or _has_no_content(position, inside, kept)):
            drops[unit.element] = "guess: label"
            kept.drop(position)
        else:
            is_end = False


class _KeptUnits:
    """The next kept position after each position in ``inside``. Positions are asked for from the
    last to the first, so that the search takes linear time: the units of one element are adjacent,
    and a dropped element is a range of positions."""

    def __init__(self, inside: list[Unit], root: etree._Element, drops: Drops) -> None:
        self._inside, self._root, self._drops = inside, root, drops
        self._next = [len(inside)] * (len(inside) + 1)

    def is_dropped(self, position: int) -> bool:
        """Return True for a dropped unit. Call this from the last position to the first."""
        is_dropped = _is_dropped(self._inside[position], self._root, self._drops)
        self._next[position] = self._next[position + 1] if is_dropped else position
        return is_dropped

    def drop(self, position: int) -> None:
        """Note that the element of a unit is dropped, with all units in it, which follow."""
        element, end = self._inside[position].element, position + 1
        while end < len(self._inside) and self._inside[end].is_in(element):
            end += 1
        self._next[position:end] = [self._next[end]] * (end - position)

    def after(self, position: int) -> int:
        """Return the first kept position after ``position``, the number of units if there is
        none."""
        return self._next[position + 1]


def _looks_like_label(unit: Unit) -> bool:
    # Headings as long as leads are text (9c5a75df).
    if unit.tag in HEADINGS and unit.size < MIN_PARAGRAPH_SIZE:
        return True
    return unit.size < MAX_LABEL_SIZE and not has_sentence_end(unit.text)


def _has_no_content(position: int, inside: list[Unit], kept: _KeptUnits) -> bool:
    """Return True if what follows a label is dropped, and is not only the line of a picture or a
    player before the text goes on."""
    if position + 1 == len(inside):
        return True
    after = kept.after(position)
    dropped_count = after - position - 1
    label = inside[position]
    container = label.element.getparent()
    if (
        not dropped_count
        or label.tag not in HEADINGS
        or container not in inside[position + 1].around[1:]
    ):
        return False
    is_last = after == len(inside)
    # A heading above a picture belongs to the text below, not to the picture's lines (9c5a75df).
    return dropped_count > MAX_CAPTION_UNITS or is_last or not inside[after].is_running_text


# Check the choice of the article's text against the running text of the page, whoever chose.
#
# A choice collapses where an element that holds the article is taken for its surroundings, or one
# of several siblings for the whole: a few lines are taken, and the prose of the page is left out.
# The check asks for a second candidate, found by structure alone: paragraphs, links, the place of
# the title, no class names. Where that holds much more prose than was taken, and prose like that of
# an article (one run of paragraphs, few labels between), it replaces the choice, and a remark
# reports it. Comments and footers are as long as articles, but each comment has its author and each
# line of a footer its link.

# How much better a second candidate must be, and what makes its prose an article: comments and
# footers are as long as articles.
MIN_RATIO = 2
"""How many times more prose than was taken a candidate must hold to replace the choice."""
MAX_COMMON_SHARE = 0.5
"""Share of the candidate's prose up to which a choice counts as collapsed."""
MIN_PAGE_SHARE = 0.3
"""Share of the page's prose that a candidate must hold."""
# At 0.22 comments replaced a short article (32749150).
MIN_RUN_PER_LABEL = 0.3
"""Prose in the longest run (the paragraphs of one element), as a share of what was left out, times
paragraphs, for each label among them. Of comments it is 0.25 and less, of nearly all articles
more than this."""
MAX_NAMED_SHARE = 0.3
"""Share of a candidate's prose up to which a class word may drop elements in it; a word on more of
them is the name of the text itself."""


@dataclass(frozen=True)
class TextChoice:
    """The elements that hold the article, and those inside them that are left out, each with the
    reason. ``remark``: why another choice was replaced, empty if none was."""

    roots: tuple[etree._Element, ...]
    drops: Mapping[etree._Element, str]
    remark: str = ""


def check_choice(choice: TextChoice | None, page: PageText, hints: PageHints) -> TextChoice | None:
    """Return ``choice``, or the candidate found by structure alone if the choice has left out most
    of the article-like prose of the page. ``choice`` is None where nothing was found."""
    prose = [n for n, unit in enumerate(page.units) if unit.is_running_text]
    taken = set(list_taken(choice, page.units, prose)) if choice else set[int]()
    taken_size = _sum_sizes(page.units, taken)
    all_size = _sum_sizes(page.units, prose)
    if 2 * taken_size > all_size:
        return choice  # no candidate can hold MIN_RATIO times as much

    candidate = _find_candidate(page, hints)
    if candidate is None:
        return choice
    others = set(list_taken(candidate, page.units, prose))
    candidate_size = _sum_sizes(page.units, others)
    # Much in common means that the candidate only adds something: that is the judgement of the
    # trees.
    is_collapse = (
        candidate_size >= MIN_RATIO * taken_size
        and candidate_size >= MIN_PAGE_SHARE * all_size
        and _sum_sizes(page.units, others & taken) <= MAX_COMMON_SHARE * candidate_size
    )
    left_out = sorted(others - taken)
    if not is_collapse or not _is_like_article(left_out, candidate, page.units):
        return choice
    # What follows the title at once is the article even if it is short, unless the rest goes on
    # with it.
    title = -1 if page.title is None else page.title
    first_taken = min((n for n in taken if n > title), default=len(page.units))
    first_other = min((n for n in others if n > title), default=len(page.units))
    if first_taken <= first_other and not _is_continued(left_out, taken, page):
        return choice  # a short article above other prose
    remark = (
        f"the text was first looked for in {describe_choice(choice)} with {taken_size} of"
        f" {all_size} characters of running text; taken: {describe_choice(candidate)} with"
        f" {candidate_size}, found without class names"
    )
    return TextChoice(candidate.roots, candidate.drops, remark)


def describe_choice(choice: TextChoice | None) -> str:
    """Return tag and classes of the last root, for a remark."""
    return signature(choice.roots[-1]) if choice else "no element"


def _find_candidate(page: PageText, hints: PageHints) -> TextChoice | None:
    """Return the text as structure alone tells; class names count inside it only."""
    tags = page.class_names().without_words()
    root = find_root(page, tags, hints)
    if root is None or not page.sizes.get(root):
        return None

    root = narrow_root(root, page.sizes)
    inside = list_units_in(page.units, root)
    names = ClassNames(page.sizes, page.sizes[root])
    # A word on more than MAX_NAMED_SHARE of the prose names the article (section.promo), not
    # boilerplate.
    sizes = Counter[str]()
    for unit in (unit for unit in inside if unit.is_running_text):
        aside = names.outermost_aside(unit.element, root)
        if aside:
            sizes[aside[1]] += unit.size
    limit = MAX_NAMED_SHARE * names.text_size(root)
    misleading = frozenset(word for word, size in sizes.items() if size > limit)
    return choose_in_root(root, page, hints, tags, names.without_words(misleading))


def choose_in_root(
    root: etree._Element, page: PageText, hints: PageHints, around: ClassNames, inside: ClassNames
) -> TextChoice:
    """Return ``root`` with a lead outside of it, and without boilerplate.

    ``around``, ``inside``: the class names as they count for the lead and in the root.
    """
    lead = find_lead(page.units, root, around, hints)
    drops = find_boilerplate(root, list_units_in(page.units, root), inside, hints)
    return TextChoice((*(unit.element for unit in lead), root), drops)


def list_taken(
    choice: TextChoice, units: Sequence[Unit], positions: Iterable[int]
) -> Iterable[int]:
    """Yield those of ``positions`` whose units are in the roots of ``choice`` and not dropped."""
    roots = set(choice.roots)
    for n in positions:
        around = units[n].around
        if not roots.isdisjoint(around) and choice.drops.keys().isdisjoint(around):
            yield n


def _is_like_article(left_out: list[int], candidate: TextChoice, units: list[Unit]) -> bool:
    """Return True if the prose at the positions ``left_out`` is mostly one run of paragraphs with
    few labels between."""
    paragraphs = [units[n] for n in left_out]
    total = sum(unit.size for unit in paragraphs)
    runs = Counter[etree._Element | None]()
    for unit in paragraphs:
        runs[unit.element.getparent()] += unit.size
    between = units[left_out[0] : left_out[-1] + 1]
    root = candidate.roots[-1]
    labels = sum(unit.is_in(root) and not unit.is_running_text for unit in between)
    run_share = max(runs.values()) / total
    return run_share * len(paragraphs) >= MIN_RUN_PER_LABEL * (labels + 1)


def _is_continued(left_out: list[int], taken: set[int], page: PageText) -> bool:
    """Return True if most of the prose ``left_out`` goes on with what was taken: it has the same
    ``unit_kind``, or is below the body in an element with the title."""
    kinds = {unit_kind(page.units[n]) for n in taken}
    container = find_title_container(page.units, page.title)
    # The body holds everything with the title, so it does not show that the text goes on.
    has_container = container is not page.body
    goes_on = [
        n
        for n in left_out
        if unit_kind(page.units[n]) in kinds
        or (has_container and container is not None and page.units[n].is_in(container))
    ]
    return 2 * _sum_sizes(page.units, goes_on) >= _sum_sizes(page.units, left_out)


def _sum_sizes(units: list[Unit], positions: Iterable[int]) -> int:
    return sum(units[n].size for n in positions)
