"""Where the article of a page may be: the votes for elements, the title, the lead before the text.

The element that holds the article, found by votes: much running text, little else.

Each unit votes for or against all elements around it: paragraphs for them; lists of links, and what
is named as something else, against them. The innermost element with the highest sum wins.
"""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.class_names import ClassNames, is_lead
from webarticlecurator.guess.text_units import (
    HEADINGS,
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    PageHints,
    Unit,
    has_names,
    is_in_declared_body,
    is_title,
    list_units_in,
    sum_text_sizes,
    unit_kind,
)
from webarticlecurator.page.page_elements import self_and_ancestors

MAIN_SHARE = 0.7
"""Share of the running text that an element must hold to be taken for the whole of it."""
# Votes for and against an element, in characters, so that a long paragraph weighs more than labels.
_DECLARED_FACTOR = 1.5
"""Votes per character of a unit in the declared body; 1.0 is that of other running text."""
_NEGATIVE_WEIGHT = 1.0
"""Votes per character against the ancestors of links and asides: as much as a paragraph of that
size has for them."""
# When JSON-LD is believed to have the whole body: a body that was cut off once hid the rest of the
# article (7ed9af32).
_MIN_DECLARED_SIZE = 300
"""Size of the declared body found on the page that is enough to know where the article is; and of
text after it that shows that the declared body is only a beginning."""
_MIN_DECLARED_PARAGRAPHS = 3
"""A declared body in fewer units may be the lead alone, unless it is a long block."""
_MIN_DECLARED_BLOCK = 1000
"""Size of such a long block: more than a lead has."""
_MIN_EARLIER_TEXT = 1500
"""Size of running text between the title and the best candidate from which the article is looked
for in that text: the candidate is then probably another article below."""


def sum_running_text(units: list[Unit]) -> dict[etree._Element, int]:
    """Return element → size of the running text in it."""
    return sum_text_sizes(unit for unit in units if unit.is_running_text)


def score_unit(unit: Unit, names: ClassNames, hints: PageHints, body_is_declared: bool) -> float:
    """Return the vote of a unit for the elements around it; negative: against them.

    ``body_is_declared``: see ``declares_whole_body``. Running text outside the declared body then
    has no vote.
    """
    if is_in_declared_body(unit, hints):
        return _DECLARED_FACTOR * unit.size
    is_linked = unit.link_share >= MAX_LINK_SHARE
    # Links are against the elements around them whether they are named or not: without a look at
    # the names around most units of a page, the root is found in four fifths of the time.
    if is_linked and not names.strict:
        return -_NEGATIVE_WEIGHT * unit.size
    if names.outermost_aside(unit.element):
        # In the strict reading what is named speaks neither for nor against: named prose may be the
        # article, and votes against it would sink the element around both (c15105eb).
        return 0.0 if names.strict else -_NEGATIVE_WEIGHT * unit.size
    if unit.is_running_text:
        # If all of the article is declared, other paragraphs of the page do not count.
        return 0.0 if body_is_declared else float(unit.size)
    return -_NEGATIVE_WEIGHT * unit.size if is_linked else 0.0


def declares_whole_body(units: list[Unit], hints: PageHints) -> bool:
    """Return True if JSON-LD has the whole text of the article, not only its beginning: after the
    last declared paragraphs, no more running text follows in the same element or in elements of
    the same kind."""
    if not hints.body:
        return False
    declared = [n for n, unit in enumerate(units) if is_in_declared_body(unit, hints)]
    size = sum(units[n].size for n in declared)
    is_several = len(declared) >= _MIN_DECLARED_PARAGRAPHS
    if size < (_MIN_DECLARED_SIZE if is_several else _MIN_DECLARED_BLOCK):
        return False

    # The last paragraphs tell where the text would go on: in their element, or in others of their
    # kind.
    last = [units[n] for n in declared[-_MIN_DECLARED_PARAGRAPHS:]]
    container = next(e for e in last[0].around[1:] if all(e in unit.around[1:] for unit in last))
    kinds = {unit_kind(unit) for unit in last if has_names(unit_kind(unit))}
    following = (
        unit
        for unit in units[declared[-1] + 1 :]
        if unit.is_running_text and (unit_kind(unit) in kinds or unit.is_in(container))
    )
    return sum(unit.size for unit in following) < _MIN_DECLARED_SIZE


def find_article_root(
    units: list[Unit], names: ClassNames, hints: PageHints, body_is_declared: bool
) -> etree._Element | None:
    """Return the element with the highest sum of votes, the innermost of equals; None if there is
    hardly any running text."""
    scores: dict[etree._Element, float] = {}
    for unit in units:
        vote = score_unit(unit, names, hints, body_is_declared)
        if vote:
            for element in unit.around:
                scores[element] = scores.get(element, 0.0) + vote

    highest = max(scores.values(), default=0.0)
    # With less than one paragraph the default roots of the page are better.
    if highest < MIN_PARAGRAPH_SIZE:
        return None
    best = [element for element, score in scores.items() if score == highest]
    # Wrappers have the same sum as what they wrap: the innermost holds the least beside the
    # article.
    return max(best, key=lambda element: sum(1 for _ in element.iterancestors()))


def find_first_root(
    units: list[Unit],
    title: int | None,
    names: ClassNames,
    hints: PageHints,
    body_is_declared: bool,
) -> etree._Element | None:
    """Return the root of the article; if the best candidate is another, longer article below, that
    of the text between the title and the candidate. ``title``: index in ``units``."""
    best = find_article_root(units, names, hints, body_is_declared)
    if best is None or title is None:
        return best

    start = next((n for n, unit in enumerate(units) if unit.is_in(best)), 0)
    between = units[title + 1 : start]
    size = sum(
        unit.size
        for unit in between
        if unit.is_running_text and not names.outermost_aside(unit.element)
    )
    # Sites show a longer article below the one that was asked for: the text after the title is
    # first.
    if size < _MIN_EARLIER_TEXT:
        return best
    first = find_article_root(between, names, hints, declares_whole_body(between, hints))
    return best if first is None else first


def narrow_root(root: etree._Element, sizes: dict[etree._Element, int]) -> etree._Element:
    """Return the last element in ``root`` that is marked as an article (``article``,
    ``articleBody``) and holds most of its text; ``root`` if there is none. ``sizes``: of the
    running text (``sum_running_text``)."""
    marked = [
        e
        for e in root.iterdescendants()
        if e.tag == "article" or "articleBody" in (e.get("itemprop") or "").split()
    ]
    large = [e for e in marked if sizes.get(e, 0) >= MAIN_SHARE * sizes[root]]
    # The innermost that is marked: *article* is also around comments and teasers.
    return large[-1] if large else root


# The choice between two candidates for the article's root: the one with class names as weak
# evidence, and the one with class names as strict evidence.
#
# How much text an element holds is better evidence than its name: articles are in elements named
# ``promo`` or ``share``. But where the article is short, a footer, the comments or a consent layer
# hold more text. So if an element with such a name holds much of the text, the root is searched a
# second time without all elements that are named as something else.

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
    runs: dict[etree._Element | None, list[int]] = {}
    for unit in text:
        runs.setdefault(unit.element.getparent(), []).append(unit.size)
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


# What the position of the title tells about the place of the article: its text follows the title,
# and text far from there in the tree is something else.
#
# Comments, further articles and legal notes may be longer than the article itself. What
# distinguishes them on any page is the tree: the parts of an article are near each other in it.

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
    ancestors = units[title].element.iterancestors()
    return next((e for e in ancestors if sizes.get(e, 0) >= MIN_BEGINNING), None)


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


# The lead outside the article's root: between the title and the text.

# What a lead is: its length, how far above it the title may be, how much must be as declared.
MIN_LEAD_SIZE = 50
"""Size from which a unit can be a lead: shorter ones are kickers, sections and bylines."""
MAX_UNITS_TO_TITLE = 60
"""Units before the text in which its title is looked for: enough for a list of share buttons or key
points between them, too few to reach another article."""
_MIN_DESCRIPTION = 30
"""Folded letters from which a declared description is compared with a unit."""
_DESCRIPTION_START = 60
"""Folded letters of the description that the unit must begin with: descriptions are cut."""


def find_lead(
    units: list[Unit], root: etree._Element, names: ClassNames, hints: PageHints
) -> list[Unit]:
    """Return the units of a lead between the page's title and ``root``, in document order."""
    start = next((n for n, unit in enumerate(units) if unit.is_in(root)), 0)
    title = next(
        (
            n
            for n in range(start - 1, max(-1, start - MAX_UNITS_TO_TITLE), -1)
            if units[n].tag == "h1" or is_title(units[n], hints)
        ),
        None,
    )
    # Without a title above the text, what is before it may be anything; so no lead is taken.
    between = units[title + 1 : start] if title is not None else []
    return [unit for unit in between if _is_lead(unit, names, hints)]


def _is_lead(unit: Unit, names: ClassNames, hints: PageHints) -> bool:
    if (
        unit.size < MIN_LEAD_SIZE
        or unit.link_share > MAX_LINK_SHARE
        or unit.is_date_line
        or unit.is_link_line
        # the caption of a picture that stays outside
        or any(outer.tag == "figcaption" for outer in unit.around)
    ):
        return False

    text = unit.folded_text
    if text in hints.titles:
        return False
    if any(
        text.startswith(description[:_DESCRIPTION_START])
        for description in hints.descriptions
        if len(description) >= _MIN_DESCRIPTION
    ):
        return True
    # A lead is often named like a box; its own name or the declared description outweigh that.
    aside = names.outermost_aside(unit.element)
    return is_lead(unit.element) or aside is None or is_lead(aside[0])


_PLACEHOLDER_STARTS = (
    # Germanic
    r"an dieser stelle (?:finden sie|findest du|steht|wird) .{0,60}\binhalt",
    (
        r"um (?:eingebettete|externe|diese[ns]?)\b.{0,30} (?:inhalte?|videos?|elemente?) (?:anzu|zu"
        r" |darzu|wieder)"
    ),
    (
        r"ich bin (?:damit )?einverstanden,? dass (?:mir|externe)|(?:empfohlener|hier steht ein)"
        r" (?:externer|redaktioneller) inhalt"
    ),
    r"wir (?:benötigen|brauchen) (?:ihre|deine) (?:zustimmung|einwilligung),? um\b",
    r"zum schutz (?:ihrer|deiner) (?:persönlichen )?daten\b",
    (
        r"dieser (?:externe )?inhalt"
        r" (?:wird|wurde|kann|ist)\b.{0,40}(?:angezeigt|geladen|blockiert|verfügbar)"
    ),
    r"(?:recommended|this) external content",
    (
        r"(?:this|the) (?:embedded )?content (?:is (?:not available|blocked|hosted)|could not be"
        r" loaded)"
    ),
    r"to (?:view|see|display|watch) (?:this|the) (?:embedded )?(?:content|video|post|tweet)\b",
    r"we need your (?:consent|permission) to (?:load|show)\b",
    (
        r"(?:deze (?:externe )?inhoud|om deze (?:externe"
        r" )?inhoud)\b.{0,40}(?:tonen|bekijken|cookies|geladen|geblokkeerd)"
    ),
    r"for (?:at|å) (?:se|vise) (?:dette (?:indhold|innhold)|indholdet|innholdet)",
    r"för att (?:se|visa|kunna se) (?:det här|detta|den här) innehåll",
    # Romance
    r"ce contenu (?:est bloqué|a été bloqué|n.a pas pu|nécessite|n.est pas (?:visible|disponible))",
    r"pour (?:afficher|voir|consulter) ce contenu",
    (
        r"(?:para|si (?:quieres|deseas)) (?:ver|visualizar) (?:este|el) contenido|este contenido"
        r" (?:está|ha sido) bloqueado"
    ),
    (
        r"per (?:visualizzare|vedere) questo contenuto|questo contenuto (?:è|è stato) bloccato|para"
        r" (?:ver|visualizar) este conteúdo"
    ),
    # Slavic and Finnic
    r"aby (?:wyświetlić|zobaczyć) (?:tę|ten|te) (?:treść|treści|materiał)",
    r"pro zobrazení (?:tohoto )?obsahu|pre zobrazenie (?:tohto )?obsahu",
    r"(?:tämä|upotettu) sisältö (?:on estetty|ei ole)|nähdäksesi tämän sisällön",
)
"""How lines begin that stand for content of another site until the reader agrees to load it."""
_PLACEHOLDER = re.compile(
    rf"\W*(?:{'|'.join(_PLACEHOLDER_STARTS)})".replace(" ", r"\s+"), re.IGNORECASE
)


def is_embed_placeholder(text: str) -> bool:
    """Return True for a line that says that content of another site is shown here once the reader
    agrees."""
    return bool(_PLACEHOLDER.match(text))
