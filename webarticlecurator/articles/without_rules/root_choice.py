"""The choice between two candidates for the article's root: the one with class names as weak
evidence, and the one with class names as strict evidence.

How much text an element holds is better evidence than its name: articles are in elements named
``promo`` or ``share``. But where the article is short, a footer, the comments or a consent layer
hold more text. So if an element with such a name holds much of the text, the root is searched a
second time without all elements that are named as something else.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.articles.without_rules.class_names import ClassNames
from webarticlecurator.articles.without_rules.page_hints import HEADINGS, PageHints
from webarticlecurator.articles.without_rules.root_candidates import MAIN_SHARE, find_first_root
from webarticlecurator.articles.without_rules.text_units import (
    MIN_PARAGRAPH_SIZE,
    Unit,
    list_units_in,
)
from webarticlecurator.articles.without_rules.title_container import (
    find_title_container,
    narrow_to_title,
)
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.pages.page.ancestors import self_and_ancestors

# What prose is, whatever its element is called. Where an article is a few lines, footers, comments
# and consent layers are longer (6712703a), but each comment has its author, each line its link.
MIN_ARTICLE_SIZE = 2 * MIN_PARAGRAPH_SIZE
"""Size of the running text of the shortest article that is accepted: about two short paragraphs."""
MIN_PROSE_PARAGRAPHS = 4
"""Paragraphs from which an element is prose, if they also have MIN_PROSE_SIZE together."""
MIN_PROSE_SIZE = 1200
"""Size of these paragraphs: more than a footer or a consent layer has in one run."""
MIN_PARAGRAPHS_PER_LABEL = 1.2
"""Paragraphs for each other unit from which an element is prose although its text is not in one
run. Comments and footers are below: each comment has its author, each line of a footer its link."""
_NEVER_ROOT = HEADINGS | {"p", "li", "ul", "ol", "blockquote"}
"""Elements that are parts of an article; the root is around them."""


@dataclass(frozen=True)
class PageText:
    """The text of a page. ``sizes``: of the running text in each element; ``title``: index of the
    title in ``units``; ``body_is_declared``: see ``declares_whole_body``."""

    body: etree._Element
    units: list[Unit]
    sizes: dict[etree._Element, int]
    title: int | None
    body_is_declared: bool

    def find_text_start(self, root: etree._Element) -> int:
        """Return the index of the first running text of ``root`` after the title, the number of
        units if there is none."""
        after_title = (
            n for n, unit in enumerate(self.units) if n > (self.title or 0) and unit.is_running_text
        )
        return next((n for n in after_title if self.units[n].is_in(root)), len(self.units))

    def class_names(self) -> ClassNames:
        """Return the class names of the page, judged by the amount of text below them."""
        return ClassNames(
            self.sizes, self.sizes.get(self.body, 0), find_title_container(self.units, self.title)
        )


def choose_root(page: PageText, hints: PageHints) -> tuple[etree._Element | None, ClassNames]:
    """Return the root of the article, None if it would have less than MIN_ARTICLE_SIZE; and the
    class names, strict or not, with which it was found."""
    names = page.class_names()
    root = find_root(page, names, hints)
    # Without a title nothing tells which of the two candidates begins where the article does.
    if root is not None and page.title is not None:
        strict_names = names.strict_copy(page.units[page.title].element)
        aside = max(strict_names.find_large_asides(), key=lambda e: page.sizes[e], default=None)
        strict_root = None if aside is None else find_root(page, strict_names, hints)
        if aside is not None and strict_root is not None:
            strict_size = page.sizes.get(strict_root, 0)
            # As early is enough: what follows the title at once is the article, even if it is the
            # shorter text.
            is_better = strict_size >= MIN_ARTICLE_SIZE and (
                page.find_text_start(strict_root) <= page.find_text_start(root)
                or strict_size > page.sizes.get(root, 0)
            )
            inside = page.sizes[aside] if strict_root in self_and_ancestors(aside) else 0
            # Twice the text outside the aside: prose under a misleading name must clearly outweigh
            # the strict candidate.
            if is_better and not _is_prose(aside, page, 2 * (strict_size - inside)):
                return strict_root, strict_names

    is_large_enough = root is not None and page.sizes.get(root, 0) >= MIN_ARTICLE_SIZE
    return root if is_large_enough else None, names


def _is_prose(aside: etree._Element, page: PageText, min_size: int) -> bool:
    """Return True if ``aside`` is mostly one run of paragraphs of ``min_size`` or more, or
    paragraphs with few labels between them: an article named ``newsletter-body`` or ``comments``,
    since footers and comments are not like that."""
    inside = list_units_in(page.units, aside)
    text = [unit for unit in inside if unit.is_running_text]
    runs = group_values((unit.element.getparent(), unit.size) for unit in text)
    prose = max(runs.values(), key=sum, default=[])

    main_size = MAIN_SHARE * page.sizes[aside]
    labels = len(inside) - len(text)
    # Paragraphs with a division of their own each form no run: few labels must do (6ce34bb2).
    if sum(prose) < main_size and len(text) > labels * MIN_PARAGRAPHS_PER_LABEL:
        prose = [unit.size for unit in text]
    is_long = sum(prose) >= max(MIN_PROSE_SIZE, min_size, main_size)
    return len(prose) >= MIN_PROSE_PARAGRAPHS and is_long


def find_root(page: PageText, names: ClassNames, hints: PageHints) -> etree._Element | None:
    """Return the root of the article with these class ``names`` as evidence, None if the page has
    hardly any running text."""
    root = find_first_root(page.units, page.title, names, hints, page.body_is_declared)
    if root is not None:
        root = narrow_to_title(root, page.units, page.title, names, page.body_is_declared)
    # With one long paragraph the votes end at it, and short ones beside it would be lost
    # (6712703a).
    while root is not None and root.tag in _NEVER_ROOT:
        root = root.getparent()
    return root
