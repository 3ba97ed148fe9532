"""Whether an element is displayed: by its own attributes, or once a reader presses a control."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import cast

from lxml import etree

from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.inline_style import get_keyword, is_flex_item
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.page.screen_sizes import find_other_sizes, find_smaller_versions
from webarticlecurator.pages.page.word_account import BLOCK_TAGS, count_own_words

_NOT_VISIBLE = ("hidden", "collapse")
_NO_BOX = re.compile("inline|inline flow|flow inline|contents|(?!table-cell).*table.*|.*ruby.*")
_BOX_TAGS = (BLOCK_TAGS | {"button"}) - {*"table caption colgroup col thead tbody tfoot tr".split()}
"""Displays that ``content-visibility`` means nothing for, and tags that it does (CSS Contain 2), as
Chromium 156 reads it."""
# A third of the time of conditions in brackets.
_FIND_CANDIDATES = etree.XPath(
    "descendant::*/@hidden/.. | descendant::*/@popover/.. | descendant::*/@style/.."
    " | descendant::dialog"
)
_IS_MENU = etree.XPath(
    ".//a and not(.//text()[normalize-space() and not(ancestor::a | ancestor::button)])"
)
_FIND_IN_LINKS = etree.XPath("descendant::a/descendant::*/@class/..")
_LABEL_CLASS = re.compile(r"(?:^|\s)(?:sr-only|screen-reader(?:-text)?|visually-?hidden)(?:\s|$)")
"""Classes of Bootstrap, WordPress and Drupal for words that only screen readers say."""
_UNSEEN_TAGS = frozenset("script style template title desc metadata rp datalist".split())
"""Elements of which readers see nothing, in a drawing, too."""
_ICONS = re.compile(r"(?:^|\s)material-(?:icons|symbols)(?:-\w+)?(?:\s|$)")
_ICON_CLASS = re.compile(r"(?:^|[\s_-])icons?(?:[\s_-]|$)", re.IGNORECASE)
_ICON_NAME = re.compile("[a-z0-9]+(?:_[a-z0-9]+)*")
"""Fonts whose letters are signs by the names that are written, and such a name."""
_CONTROLS = frozenset(("aria-controls", "commandfor", "onclick", "popovertarget"))
"""Attributes of controls that name what they open, beside those that end in *target*."""
_NO_FIELDS = frozenset(("button", "hidden", "reset", "submit"))
"""Types of ``input`` that a reader fills in with nothing."""
_NAME = re.compile(r"[\w-]+")
_CLASS_TARGET = re.compile(r'target="\.([^"]*)"')
_MIN_SAME = 30
"""Characters at the beginning of two elements by which one is a shorter version of the other."""
_BEFORE_NAME, _AFTER_NAME = frozenset("\"'#= \n\t"), frozenset("\"'> \n\t")
_HEADINGS = frozenset("dt h2 h3 h4 h5 h6".split())
"""What readers press to open the text below; an ``h1`` is the title of the page, and a ``summary``
opens no element that is hidden by itself."""
_BUTTON_ROLES = frozenset(("button", "tab", "switch"))
_NO_ADDRESS = re.compile(r"\s*(?:#|javascript:.*)?\s*", re.IGNORECASE | re.DOTALL)
_MAX_HIDDEN_SHARE = 0.5
"""Of the characters of a root: what hides more is shown by a script."""

HIDDEN, DIALOG, POPOVER, LABEL = (
    f"hidden: {what}" for what in ("not displayed", "dialog", "popover", "label of a link")
)
"""Why an element is left out, in the account of words."""


def is_not_displayed(element: etree._Element) -> bool:
    """Return True for an element with the style ``display: none``, with ``hidden`` (WHATWG HTML
    6.1) and no style that displays it, or a box with ``content-visibility: hidden``."""
    display = get_keyword(element, "display")
    if get_keyword(element, "content-visibility") == "hidden" and (
        (is_flex_item(element) and display != "contents")
        or (not _NO_BOX.fullmatch(display) if display else element.tag in _BOX_TAGS)
    ):
        return True
    return display == "none" if display else element.get("hidden") is not None


def is_hidden(element: etree._Element) -> bool:
    """Return True for an element that is not displayed, or has the style ``visibility: hidden``."""
    return is_not_displayed(element) or get_keyword(element, "visibility") in _NOT_VISIBLE


def find_hidden(
    page: Page, roots: Sequence[etree._Element], is_paid: Callable[[Page], bool]
) -> dict[etree._Element, str]:
    """Return the elements inside ``roots`` that a browser does not show, each with the reason;
    without those that a reader can open by a control of the page.

    Where a page ``is_paid``, its hidden paragraphs stay: a wall hides the text of the article.
    """
    # Most pages have neither of what classes can say; to look at them alone is the fastest.
    classes = {each.get("class") or "" for root in roots for each in root.iter("*")}
    find_labels = _FIND_IN_LINKS if any(map(_LABEL_CLASS.search, classes)) else None
    found = find_other_sizes(roots, classes)
    for root in filter(len, roots):
        inside: dict[etree._Element, str] = {}
        hidden = 0
        for element in (
            *cast("list[etree._Element]", _FIND_CANDIDATES(root)),
            *(cast("list[etree._Element]", find_labels(root)) if find_labels else ()),
        ):
            why = _find_reason(element)
            if not why or any(outer in inside for outer in element.iterancestors()):
                continue
            if why in (DIALOG, POPOVER) and is_shown_dialog(element, page):
                continue
            if why == HIDDEN:
                if not stays_hidden(element, page, is_paid):
                    continue
                hidden += _count_characters(element)
            inside[element] = why
        if not hidden or hidden <= _MAX_HIDDEN_SHARE * _count_characters(root):
            found |= inside
    return found


def find_unseen(element: etree._Element) -> set[etree._Element]:
    """Return what is in an element and not among the words that readers see in it: hidden text,
    names of pictures and icons, and all but one of the versions for sizes of screen. Empty if they
    are all that it has."""
    if not len(element):
        return set()
    found = find_smaller_versions(element) | {
        each
        for each in element.iterdescendants("*")
        if each.tag in _UNSEEN_TAGS or _find_reason(each) or _is_icon(each)
    }
    if not found:
        return found
    unseen = {inner for each in found for inner in each.iter()}
    own = (each.text for each in element.iter("*") if each not in unseen)
    tails = (each.tail for each in element.iterdescendants() if each not in unseen or each in found)
    return found if any(text and text.strip() for text in (*own, *tails)) else set()


def _is_icon(element: etree._Element) -> bool:
    """Return True for the name of a sign in a font of icons, of which readers see the sign."""
    classes = element.get("class") or ""
    is_named = _ICONS.search(classes) or (
        element.get("aria-hidden") == "true" and _ICON_CLASS.search(f"{classes} {element.tag}")
    )
    return bool(is_named) and _ICON_NAME.fullmatch((element.text or "").strip()) is not None


def stays_hidden(element: etree._Element, page: Page, is_paid: Callable[[Page], bool]) -> bool:
    """Return True for a hidden element that readers never see: they cannot open it by a control of
    the page, and no wall hides it (see ``find_hidden``)."""
    return not _is_opened(element, page) and not (
        next(element.iter("p"), None) is not None and is_paid(page)
    )


def is_shown_dialog(element: etree._Element, page: Page) -> bool:
    """Return True for a ``dialog`` that is open, or for one or a popover that a control of the page
    opens to be read: one with fields asks for something, one of links alone is a menu."""
    if not _find_reason(element):
        return True
    name = element.get("id")
    if name is None:  # no control can name it
        return False
    is_opened = f'"#{name}"' in page.text or any(
        name == each and element not in self_and_ancestors(control)
        for each, control in _list_controlled(page)
    )
    fields = (each.get("type") for each in element.iter("input", "select", "textarea"))
    return is_opened and _NO_FIELDS.issuperset(fields) and not _IS_MENU(element)


@once_per_page("displayed.controlled")
def _list_controlled(page: Page) -> list[tuple[str, etree._Element]]:
    """Return the ids that controls of the page name as what they open or close, each with the
    control."""
    return [(name, each) for each in page.root.iter("*") for name in _list_names(each)]


def _list_names(control: etree._Element) -> list[str]:
    return [
        name
        for key, value in control.items()
        if key in _CONTROLS or str(key).endswith("target") or (key == "href" and value[:1] == "#")
        for name in _NAME.findall(str(value))
    ]


def _list_named(control: etree._Element, page: Page) -> list[etree._Element]:
    """Return the elements of the page that a control names."""
    named = [page.elements.by_id.get(name) for name in _list_names(control)]
    if control.tag == "label":
        field = page.elements.by_id.get(control.get("for"))
        if field is None:
            field = next(control.iter("input", "select", "textarea"), None)
        is_box = field is not None and field.get("type") in ("checkbox", "radio")
        named.append(None if is_box else field)
    return [each for each in named if each is not None]


def _find_reason(element: etree._Element) -> str:
    """Return why a browser does not show an element when the page is loaded, "" if it does."""
    if (
        (element.tag == "dialog" or element.get("popover") is not None)
        and element.get("open") is None
        and not get_keyword(element, "display")
    ):
        return DIALOG if element.tag == "dialog" else POPOVER
    if is_not_displayed(element):
        return HIDDEN
    if get_keyword(element, "visibility") in _NOT_VISIBLE:
        inside = (get_keyword(each, "visibility") for each in element.iterdescendants("*"))
        return "" if "visible" in inside else HIDDEN
    return LABEL if _LABEL_CLASS.search(element.get("class") or "") else ""


def _is_opened(element: etree._Element, page: Page) -> bool:
    """Return True if a reader or a script opens a hidden element: a browser shows it when its words
    are looked for, a control or a script of the page names it, it is a panel of which another one
    is shown, it follows its heading or question, or its neighbour is a button or a link without an
    address that names nothing else."""
    if element.get("hidden") == "until-found" or element.get("role") == "tabpanel":
        return True
    classes = element.get("class") or ""
    parent = element.getparent()
    if (
        parent is not None
        and classes
        and (element.tag, classes) in _list_shown_kinds(parent, _keep_shown_kinds(page))
    ):
        return True
    # words in a sentence are no answer below the heading of its paragraph
    is_alone = parent is not None and len(parent) == 1 and not count_own_words(parent)
    inner = parent if parent is not None and is_alone else element
    before = next(inner.itersiblings("*", preceding=True), None)
    after = next(inner.itersiblings("*"), None)
    if before is not None and (
        _is_heading(before) or _is_answer(element, before) or _is_longer(element, before)
    ):
        return True
    if any(each is not None and _has_control(each, element, page) for each in (before, after)):
        return True
    return _is_named(element, page)  # last, since it looks through the source


_Kinds = frozenset[tuple[object, "str | None"]]


@once_per_page("displayed.shown_kinds")
def _keep_shown_kinds(_page: Page) -> dict[etree._Element, _Kinds]:
    """Return where the kinds of shown children are kept: a list may have hundreds of hidden items,
    each of which asks for them."""
    return {}


def _list_shown_kinds(parent: etree._Element, known: dict[etree._Element, _Kinds]) -> _Kinds:
    """Return tag and ``class`` of each child that a browser shows."""
    if parent not in known:
        known[parent] = frozenset(
            (each.tag, each.get("class"))
            for each in parent.iterchildren("*")
            if not _find_reason(each)
        )
    return known[parent]


def _is_named(element: etree._Element, page: Page) -> bool:
    """Return True if something else in the page (a control, an inline script as React's) refers to
    an element by its id, or by a class as a selector."""
    name = element.get("id")
    if name and _is_named_twice(name, page.text):
        return True
    classes = (element.get("class") or "").split()
    return bool(classes) and not _list_class_targets(page).isdisjoint(classes)


@once_per_page("displayed.class_targets")
def _list_class_targets(page: Page) -> frozenset[str]:
    """Return the classes that controls of the page name as what they open. To look for one of them
    takes a third of a millisecond on a long page, which may have many hidden elements."""
    return frozenset(_CLASS_TARGET.findall(page.text) if 'target=".' in page.text else ())


def _is_named_twice(name: str, text: str) -> bool:
    """Return True if a text has an id twice in quotes, in a list of ids or behind ``#`` or
    ``=``."""
    # Three times as fast as an expression, which begins to look at each sign.
    named = (
        place
        for place in _find_all(name, text)
        if text[place - 1] in _BEFORE_NAME
        and text[place + len(name) : place + len(name) + 1] in _AFTER_NAME
    )
    return next(islice(named, 1, None), None) is not None


def _find_all(part: str, text: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def _is_heading(element: etree._Element) -> bool:
    return element.tag in _HEADINGS or (len(element) == 1 and element[0].tag in _HEADINGS)


def _is_longer(element: etree._Element, before: etree._Element) -> bool:
    """Return True if an element begins with the words before it: these are its shorter version."""
    words = _read_beginning(before)
    return len(words) == _MIN_SAME and words == _read_beginning(element)


def _read_beginning(element: etree._Element) -> str:
    """Return the first characters of the words of an element, which may hold the whole page."""
    text = ""
    for piece in element.itertext("*"):
        text += str(piece)
        words = " ".join(text.split())
        if len(words) > _MIN_SAME:
            return words[:_MIN_SAME]
    return " ".join(text.split())


def _is_answer(element: etree._Element, before: etree._Element) -> bool:
    """Return True if an element ends one of several boxes that are alike, behind less text: an
    answer that opens below its question."""
    box = element.getparent()
    if next(element.itersiblings("*"), None) is not None or box is None or not box.get("class"):
        return False
    neighbours = (next(box.itersiblings("*", preceding=side), None) for side in (True, False))
    if not any(
        each is not None and each.tag == box.tag and each.get("class") == box.get("class")
        for each in neighbours
    ):
        return False
    return 0 < _count_characters(before) < _count_characters(element)


def _has_control(neighbour: etree._Element, element: etree._Element, page: Page) -> bool:
    """Return True for a button, or a link without an address, or what begins or ends with one: a
    control that may open an element, since it names nothing else."""
    if neighbour.tag in ("details", "summary"):
        return False
    children = list(neighbour)
    begins = [each for each in children[:1] if not (neighbour.text or "").strip()]
    ends = [each for each in children[-1:] if not (each.tail or "").strip()]
    controls = filter(_is_control, (neighbour, *begins, *ends))
    return any(_may_open(control, element, page) for control in controls)


def _is_control(element: etree._Element) -> bool:
    return (
        element.tag in ("button", "label")
        or element.get("onclick") is not None
        or element.get("role") in _BUTTON_ROLES
        or (element.tag == "a" and _NO_ADDRESS.fullmatch(element.get("href") or "") is not None)
    )


def _may_open(control: etree._Element, element: etree._Element, page: Page) -> bool:
    """Return False for a control that names other elements of the page, none of them around or in
    ``element``."""
    named = _list_named(control, page)
    around = set(self_and_ancestors(element))
    return not named or any(each in around or element in each.iterancestors() for each in named)


def _count_characters(element: etree._Element) -> int:
    return sum(map(len, element.itertext("*")))
