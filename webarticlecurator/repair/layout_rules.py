"""A layout for the new design of a portal, from pages whose articles are known: where the text is,
what to drop in it, and where title, authors and date are; and rows of the tag dictionary for what
has another name in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.article import select_layout
from webarticlecurator.article.tag_dictionary import Tagger, build_tagger
from webarticlecurator.config import base_tags
from webarticlecurator.config.written_rules import to_field_yaml, to_line_yaml
from webarticlecurator.config.yaml_edit import Keyword, YamlValue
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.model.portal import Portal
from webarticlecurator.page.css import compile_compound
from webarticlecurator.propose.induce_rules import induce_rules
from webarticlecurator.propose.learning import list_rule_lines
from webarticlecurator.propose.metadata_rules import learn_fields
from webarticlecurator.propose.page_summary import PageSummary, summarize_page
from webarticlecurator.propose.selector_survey import shown_text
from webarticlecurator.repair.body_rules import Body, BodyChoice, find_places, try_layouts
from webarticlecurator.repair.design_names import lasting_selectors
from webarticlecurator.repair.field_rules import propose_fields
from webarticlecurator.repair.known_articles import FIELDS
from webarticlecurator.repair.known_pages import KnownPage
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised

MIN_LETTERS = 12
"""Letters of a text that no other element has by chance."""
MIN_PAGES = 2
"""Pages that must show the same name for a row."""

PagePair = tuple[StoredPage, StoredPage]


def propose_layout(portal: Portal, text: str, pages: Sequence[KnownPage]) -> Body:
    """Return the entry of ``layouts``, without its name and condition, for pages in the new design;
    empty where the rules of ``portal`` (its file is ``text``) read all of them the same."""
    known = [(page.stored, page.known) for page in pages if page.known is not None]
    if not known:
        return _propose_unknown(portal, [page.stored for page in pages])
    places = [run_supervised(portal, s.url, find_places, s, k) for s, k in known]
    body = BodyChoice(portal, text, known).choose(places)
    layout: Body = {"body": body} if body else {}
    trial = try_layouts(portal, text, [layout])[0] if body else portal
    metadata = propose_fields(trial or portal, known)
    return {**layout, "metadata": metadata} if metadata else layout


def _propose_unknown(portal: Portal, pages: Sequence[StoredPage]) -> Body:
    summaries = [run_supervised(portal, page.url, _summarize, page) for page in pages]
    induced = induce_rules([each for each in summaries if each is not None])
    rules = list_rule_lines(induced)
    parsed = [page.page(portal) for page in pages]
    roots = [root.rule for root in rules.roots]
    drops: list[YamlValue] = [*map(to_line_yaml, rules.drops)]
    fields = learn_fields(parsed, roots, portal, [d for d in drops if isinstance(d, str)])
    body: Body = {"guess": Keyword("elsewhere") if rules.is_precise else Keyword("true")}
    body |= {"root": roots} if roots else {"root": Keyword("none"), "guess": Keyword("true")}
    body |= {"drop": drops} if drops else {}
    metadata = {name: [*map(to_field_yaml, ls)] for name, ls in fields if name in FIELDS}
    return {"body": body, **({"metadata": metadata} if metadata else {})}


def _summarize(portal: Portal, stored: StoredPage) -> PageSummary | None:
    return summarize_page(stored.page(portal))


# Rows of the tag dictionary: what a row by class, id or attribute is for, has another name in the
# new design, and the same tag and text.


def propose_rows(portal: Portal, pairs: Sequence[PagePair]) -> dict[str, str]:
    """Return signature → operation for names in the new design, of pages in both designs, the old
    one first."""
    counts: dict[str, Counter[str]] = {}
    known: set[str] = set()
    for old, new in pairs:
        found = run_supervised(portal, new.url, find_names, old, new)
        known |= {name for name, _, is_decided in found if is_decided}
        for name, operation in {(name, operation) for name, operation, _ in found}:
            counts.setdefault(name, Counter())[operation] += 1
    rows: dict[str, str] = {}
    for name, operations in counts.items():
        ((operation, pages), *others) = operations.most_common()
        if operation and pages >= MIN_PAGES and not others and name not in known:
            rows[name] = operation
    return rows


def find_names(portal: Portal, old: StoredPage, new: StoredPage) -> set[tuple[str, str, bool]]:
    """Return the names on a page in the new design, each with the operation that a row by more than
    the tag had for the same text on the ``old`` page ("" for none), and whether a row decides so
    there already. To be called in a worker."""
    decided: dict[str, str] = {}
    for element, tagger in _list_elements(portal, old):
        choice = tagger.choose(element)
        if not choice.base and choice.row is not None and not choice.row.signature.isalnum():
            decided[_place(element)] = choice.row.operation
    found = set()
    for element, tagger in _list_elements(portal, new):
        operation, row = decided.get(_place(element), ""), tagger.choose(element).row
        is_decided = row is not None and row.operation == operation
        names = (each for each in lasting_selectors(element) if not each.isalnum())
        found |= {(name, operation, is_decided) for name in names if _is_compound(name)}
    return found


def _place(element: etree._Element) -> str:
    """Return what an element and its like in another design have in common: the tag, and the text
    unless it is short."""
    text = fold_text(shown_text(element))
    return f"{element.tag} {text}" if len(text) >= MIN_LETTERS else ""


def _list_elements(portal: Portal, stored: StoredPage) -> Iterator[tuple[etree._Element, Tagger]]:
    page = stored.page(portal)
    rules = select_layout(portal, page).rules.body
    tagger = build_tagger(rules.tags, base_tags(), rules.signature)
    body = page.root.find("body")
    for element in () if body is None else body.iterdescendants(etree.Element):
        if _place(element):
            yield element, tagger


def _is_compound(css: str) -> bool:
    try:
        compile_compound(css)
    except ValueError:
        return False
    return True
