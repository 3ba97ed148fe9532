"""Names in a design: selectors that the next release has, too, and what tells two designs apart.

Names that a program makes anew at each release, as ``sc-iKFaHN``, are none of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from lxml import etree

from webarticlecurator.config.yaml_edit import YamlValue
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.page_summary import SEMANTIC_TAGS, own_selectors
from webarticlecurator.rules import select_elements
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.text.characters import CODE_TAGS

MAX_STEPS = 4
"""Elements between an element and the one by which its place is named."""
MAX_FAR = 12
"""The same where nothing nearer has a name."""
MAX_ANCHORS = 3
MIN_ALIKE = 0.75
"""Share of the names that two pages of one design have in common."""
_ANCHOR_TAGS = SEMANTIC_TAGS | {"body"}
_TYPE = re.compile(r"schema\.org/\w+$", re.ASCII)
_NAME = re.compile(r"""[.#]([\w-]+)|=["']?([\w-]+)""")
_WORD = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CONSONANTS = re.compile("[^aeiouy]{5}", re.IGNORECASE)
_VOWEL = re.compile("[aeiouy]", re.IGNORECASE)


def lasting_selectors(element: etree._Element) -> list[str]:
    """Return the selectors of an element by its names that the next release has, too; that of its
    type in the vocabulary of schema.org is one."""
    names = [css for css in own_selectors(element) if is_lasting(css)]
    kind = _TYPE.search(element.get("itemtype") or "")
    return [*names, f'{element.tag}[itemtype$="{kind[0]}"]'] if kind else names


@lru_cache(maxsize=4096)
def is_lasting(css: str) -> bool:
    """False for a selector with a class or id that may be generated, as ``sc-iKFaHN`` is. Stricter
    than ``is_written_name``: a place is as good as a name here."""
    names = [one or other for one, other in _NAME.findall(css)]
    pieces = (piece for name in names for piece in re.findall("[A-Za-z]{5,}", name))
    return not any(name.startswith("sc-") for name in names) and not any(map(_is_odd, pieces))


def _is_odd(piece: str) -> bool:
    words = _WORD.findall(piece)
    if len(words) == 1 or len(piece) > 8:
        return bool(_CONSONANTS.search(piece))
    return any(len(w) == 1 or w.isupper() or not _VOWEL.search(w) for w in words)


def place_selectors(
    element: etree._Element,
    lasting: Callable[[etree._Element], list[str]] = lasting_selectors,
    *,
    is_exact: bool = False,
) -> Iterator[str]:
    """Yield selectors of an element by its place: what it contains, what comes before it, and the
    steps from elements around it that have a name or a tag with a meaning of its own.

    ``lasting`` lists names as ``lasting_selectors`` does. With ``is_exact``, the element that a
    selector finds on another page has it there, too."""
    tag = str(element.tag)
    if not tag.isalnum() or tag in ("body", "html"):
        return
    if any(child.tag == "h1" for child in element):
        yield f"{tag}:has(> h1)"
    if any(each.tag == "h1" for each in element.itersiblings(preceding=True)):
        yield f"h1 ~ {tag}"
    for inner in ("p", "div > p"):
        if len(element.findall(inner.replace(" > ", "/"))) > (0 if is_exact else 1):
            around = {str(outer.tag) for outer in element.iterancestors()}
            inside = [each for each in ("article", "main") if each in around]
            yield from (f"{each} {tag}:has(> {inner})" for each in inside)
            yield f"{tag}:has(> {inner})"
    steps: list[str] = []
    anchors = 0
    for outer in self_and_ancestors(element):
        if outer is not element and (outer.tag in _ANCHOR_TAGS or lasting(outer)):
            names = lasting(outer)[:2] or ["body"]
            yield from (" > ".join((name, *reversed(steps))) for name in names)
            anchors += 1
        most = MAX_STEPS if anchors else MAX_FAR
        if anchors == MAX_ANCHORS or len(steps) >= most or outer.tag == "body":
            return
        steps.append(_step(outer, is_exact=is_exact))


def _step(element: etree._Element, *, is_exact: bool) -> str:
    """Return an element beside those around it: its tag, with its number among its like, which one
    alone needs in an exact selector only."""
    tag = str(element.tag)
    parent = element.getparent()
    same = [element] if parent is None else [each for each in parent if each.tag == element.tag]
    is_plain = len(same) == 1 and not is_exact
    return tag if is_plain else f"{tag}:nth-of-type({same.index(element) + 1})"


# What tells the new design from the old one.


def choose_condition(
    portal: Portal,
    selectors: Sequence[str],
    new: Sequence[StoredPage],
    old: Sequence[StoredPage],
    days: YamlValue | None = None,
) -> YamlValue | None:
    """Return what holds for each page in the new design and no old one: of the ``selectors`` those
    that no old page has, a name that all new pages have, the ``days``, or that a name is absent
    which all old pages have. None if there is nothing of the kind."""
    on_old = [run_supervised(portal, p.url, find_selected, p, selectors) for p in old]
    fresh = [css for css in selectors if not any(css in each for each in on_old)]
    if fresh and all(run_supervised(portal, p.url, find_selected, p, fresh) for p in new):
        return fresh[0] if len(fresh) == 1 else fresh
    new_names, old_names = (
        [run_supervised(portal, p.url, list_design_names, p) for p in pages] for pages in (new, old)
    )
    if (own := _find_own_name(new_names, old_names)) or days is not None:
        return own or days
    absent = _find_own_name(old_names, new_names)
    return f"body:not(:has({absent}))" if absent else None


def _find_own_name(pages: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> str:
    """Return the first name that all pages have and none of the others; "" without one."""
    common = set.intersection(*map(set, pages)) if pages else set()
    common.difference_update(*others)
    order = {css: number for number, css in enumerate(pages[0] if pages else ())}
    return min(common, key=lambda css: (css.count(">"), order[css]), default="")


def looks_alike(portal: Portal, one: StoredPage, other: StoredPage) -> bool:
    """True if two pages have most names of elements in common."""
    pages = (one, other)
    first, second = (set(run_supervised(portal, p.url, list_design_names, p, False)) for p in pages)
    return len(first & second) >= MIN_ALIKE * len(first | second)


def find_selected(portal: Portal, stored: StoredPage, selectors: Sequence[str]) -> set[str]:
    """Return the selectors that find anything on a page. To be called in a worker."""
    page = stored.page(portal)
    rules = {css: Rule(kind="css", expression=css) for css in selectors}
    return {css for css, rule in rules.items() if select_elements((rule,), page)}


def list_design_names(
    portal: Portal, stored: StoredPage, with_tags: bool = True
) -> tuple[str, ...]:
    """Return the names that elements of a page have, and those of pairs of tags one inside the
    other. To be called in a worker."""
    page = stored.page(portal)
    names: dict[str, None] = {}
    body = page.root.find("body")
    for element in () if body is None else (page.root, *body.iter(etree.Element)):
        if element.tag in CODE_TAGS:
            continue
        names |= dict.fromkeys(lasting_selectors(element))
        parent = element.getparent()
        is_inside = parent is not None and parent.tag != "html" and str(element.tag).isalnum()
        if with_tags and is_inside:
            names[f"{parent.tag} > {element.tag}"] = None
    return tuple(css for css in names if css not in ("body", "html"))
