"""What the position of the title tells about the place of the article: its text follows the title,
and text far from there in the tree is something else.

Comments, further articles and legal notes may be longer than the article itself. What
distinguishes them on any page is the tree: the parts of an article are near each other in it.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.articles.without_rules.class_names import ClassNames
from webarticlecurator.articles.without_rules.text_units import (
    Unit,
    list_units_in,
    sum_text_sizes,
    unit_kind,
)

# How much text is a beginning, and how far in the tree what belongs to it may be (a45eb61f).
MIN_BEGINNING = 600
"""Size of running text after the title that is taken for the beginning of the article: several
paragraphs, more than a teaser has."""
MIN_COLUMN_BEGINNING = 200
"""The same where the next text is in another cell of a layout table: that is another column, so
less text is enough."""
MAX_DISTANCE = 1
"""Levels of the tree: text that joins the article so far above the previous text belongs to it.
A wrapper around a single element is not counted."""
MAX_DISTANCE_SAME_KIND = 4
"""The same for paragraphs with the ``unit_kind`` of the beginning: alike, they may be farther."""
_ROW_DISTANCE = 2
"""The distance that a table row counts for: old pages are laid out with tables, and have teasers
in a column of their own, so the next cell is farther away than the next block."""


def find_title_container(units: list[Unit], title: int | None) -> etree._Element | None:
    """Return the innermost element with the title and, after it, MIN_BEGINNING of running text;
    None if there is none. ``title``: index in ``units``."""
    if title is None:
        return None

    sizes = sum_text_sizes(unit for unit in units[title + 1 :] if unit.is_running_text)
    return next(
        (e for e in units[title].element.iterancestors() if sizes.get(e, 0) >= MIN_BEGINNING), None
    )


def narrow_to_title(
    root: etree._Element,
    units: list[Unit],
    title: int | None,
    names: ClassNames,
    body_is_declared: bool,
) -> etree._Element:
    """Return the element in ``root`` with the text that follows the title and all text near it;
    ``root`` itself if it has no other text.

    ``title``: index in ``units``; ``body_is_declared``: see ``declares_whole_body``, which is
    better evidence, so that nothing is narrowed.
    """
    # A declared body names the text itself, the place of the title only where it begins.
    if title is None or body_is_declared:
        return root

    text = [
        unit
        for unit in units[title + 1 :]
        if unit.is_running_text and not names.outermost_aside(unit.element)
    ]
    # The innermost element with the first units (at least two) of MIN_BEGINNING together, or with
    # those of MIN_COLUMN_BEGINNING in one column.
    size, shared = 0, list[etree._Element]()
    # a list before the text is a summary in key points, not its beginning
    for count, unit in enumerate(unit for unit in text if unit.tag != "li"):
        still_shared = [e for e in shared if unit.is_in(e)] if shared else list(unit.around)
        # Layout tables of 1998 to 2008: the next cell is another column (twelve such pages are
        # tests).
        if (
            size >= MIN_COLUMN_BEGINNING
            and still_shared[0].tag in ("tr", "tbody", "table")
            and shared[0] is not still_shared[0]
        ):
            break
        size, shared = size + unit.size, still_shared
        # One long unit alone may be a lead or a notice; two show which element they share.
        if size >= MIN_BEGINNING and count:
            break
    else:
        return root
    beginning = shared[0]
    if beginning is root or beginning in root.iterancestors():
        return root
    extended = _extend_to_near_text(beginning, text)
    # The place of the title may narrow what votes have found, never widen it.
    return root if extended in root.iterancestors() else extended


def _extend_to_near_text(beginning: etree._Element, text: list[Unit]) -> etree._Element:
    """Return the outermost ancestor of ``beginning`` that is reached without a step over
    MAX_DISTANCE (or MAX_DISTANCE_SAME_KIND) from one ancestor with more text to the next."""
    kinds = {unit_kind(unit) for unit in list_units_in(text, beginning)}
    all_sizes = sum_text_sizes(text)
    kind_sizes = sum_text_sizes(unit for unit in text if unit_kind(unit) in kinds)

    reached, distance = beginning, 0
    for outer in beginning.iterancestors():
        # A wrapper around one element separates nothing and does not count.
        distance += _ROW_DISTANCE if outer.tag == "tr" else len(outer) > 1
        has_more_text = all_sizes.get(outer, 0) > all_sizes[reached]
        if not has_more_text:
            continue
        has_more_of_kind = kind_sizes.get(outer, 0) > kind_sizes.get(reached, 0)
        if distance > (MAX_DISTANCE_SAME_KIND if has_more_of_kind else MAX_DISTANCE):
            return reached
        reached, distance = outer, 0
    return reached
