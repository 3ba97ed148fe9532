"""Run one rule. The order of its steps is fixed, whatever the order of the keys in the portal file:

when/unless → select → text → value → html · split · map · add · template → resolve → replace →
include/exclude → drop repetitions → pick.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import cast

from lxml import etree

from webarticlecurator.errors import UsageError
from webarticlecurator.model.patterns import WATCH, describe_rule
from webarticlecurator.model.plug_in import (
    PlugIn,
    Selector,
    describe_plug_in_failure,
    load_plug_in,
)
from webarticlecurator.model.rule import Condition, Hook, Pager, Rule, hook_function
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.rules.elements import (
    collapse_white_space,
    find_link_address,
    index_elements,
    passes_test,
    raw_text,
    text_of,
    text_with_spaces,
)
from webarticlecurator.rules.own_pager import find_own_pager
from webarticlecurator.rules.select import (
    ELEMENT,
    LINK,
    VALUE,
    Item,
    RuleCall,
    Selected,
    add_to_numbers,
    drop_fragments,
    drop_repeated_elements,
    drop_repeats,
    fill_templates,
    filter_values,
    look_up_values,
    make_absolute,
    pick_value,
    replace_in_values,
    select,
    split_values,
)
from webarticlecurator.rules.selectors import compile_css
from webarticlecurator.rules.trace import (
    NO_TRACE,
    RULE_USE,
    TraceMark,
    count_by_container,
    summarize_rule,
)
from webarticlecurator.text.characters import CODE_TAGS
from webarticlecurator.text.translation import make_message

_TEXT_WITHOUT_CODE = etree.XPath(
    "descendant::text()[not(parent::script or parent::style)]", smart_strings=False
)


def run_rule(rule: Rule, call: RuleCall) -> list[Item]:
    """Return what a rule yields on a page, without repetitions.

    The items have values, or elements where the call asks for ELEMENT.
    """
    if WATCH.rule is None:
        items = _run_steps(rule, call)
    else:
        with WATCH.at(describe_rule(rule.place, summarize_rule(rule))):
            items = _run_steps(rule, call)
    RULE_USE.note(rule, found=bool(items))
    return items


def _run_steps(rule: Rule, call: RuleCall) -> list[Item]:
    mark = call.begin(rule)
    if not _applies(rule, call, mark):
        return []
    items = _select_items(rule, call, mark)
    if not items and not mark.active:  # most rules find nothing on most pages
        return []

    if not (rule.has_steps or mark.active or call.result_type == LINK):
        return _drop_repeats(_read_values(rule, call, items, mark), call)
    mark.selected([_sample(item) for item in items] if mark.active else ())
    items = _test_text(rule, items, mark)
    items = _read_values(rule, call, items, mark)
    if rule.html is not None:  # runs on each value, parsed as a page at the same address
        pages = (call.deeper(page=call.page.inner(item.text()), scope=None) for item in items)
        items = [found for inner in pages for found in run_rule(rule.html, inner)]
    items = split_values(rule, items, mark)
    items = look_up_values(rule, items, mark)
    items = add_to_numbers(rule, items, mark)
    items = fill_templates(rule, items, mark)
    if call.result_type == LINK:
        items = make_absolute(call.page.base, items, mark)
    items = replace_in_values(rule, items, mark)
    items = filter_values(rule, items, mark)
    if call.result_type == LINK:
        items = drop_fragments(items)
    items = _drop_repeats(items, call)
    items = pick_value(rule, items, mark)
    mark.yielded([_sample(item) for item in items] if mark.active else ())
    if mark.active and call.result_type == LINK and len(items) > 1:
        mark.placed(count_by_container([item.node for item in items if item.node is not None]))
    return items


def run_first_of(rules: Sequence[Rule], call: RuleCall) -> list[Item]:
    """Return what the first rule yields that yields anything."""
    for rule in rules:
        number = len(call.trace.rules) if call.trace is not None else 0
        items = run_rule(rule, call)
        if items:
            if call.trace is not None:
                call.trace.rules[number].is_answer = True
            return items
    return []


def run_union(rules: Sequence[Rule], call: RuleCall) -> list[Item]:
    """Return what all rules yield, in the order of the rules, without repetitions."""
    return _drop_repeats([item for rule in rules for item in run_rule(rule, call)], call)


def _drop_repeats(items: list[Item], call: RuleCall) -> list[Item]:
    if len(items) < 2:
        return items
    return drop_repeats(items, _node_of if call.result_type == ELEMENT else Item.text)


def any_pager_without_current(rules: Sequence[Rule], call: RuleCall) -> bool:
    """Return True if the page has a pager of the rules that does not show the current page.

    Rules inside the rules count, too.
    """
    for rule in rules:
        if not _applies(rule, call, NO_TRACE):
            continue
        inner = call if rule.within is None else _narrow_scope(rule.within, call)
        if rule.pager is not None:
            found = bool(rule.pager.current) and any(
                lacks_current_page(rule.pager, find) for find in _finders(inner)
            )
        else:
            found = any_pager_without_current((*rule.first_of, *rule.union), inner.deeper())
        if found:
            return True
    return False


def _narrow_scope(within: Rule, call: RuleCall) -> RuleCall:
    """Return the call narrowed to the elements that the ``within`` rule selects."""
    items = run_rule(within, call.deeper(result_type=ELEMENT))
    return call._replace(scope=tuple(item.node for item in items if item.node is not None))


def is_condition_met(condition: Condition, call: RuleCall) -> bool:
    """Return True if every part of a condition holds."""
    page = call.page
    if condition.columns and page.column not in condition.columns:
        return False
    if condition.captured is not None and not _is_within(page.captured, condition.captured):
        return False
    if condition.published is not None and not _is_within(call.published, condition.published):
        return False
    if not condition.has:
        return True
    whole_page = call.deeper(result_type=ELEMENT, scope=None, trace=None)
    return any(run_rule(rule, whole_page) for rule in condition.has)


def _is_within(day: object, span: tuple[object, object]) -> bool:
    if day is None:
        return False
    iso_day = str(day)[:10]
    start, end = span
    return (start is None or str(start) <= iso_day) and (end is None or iso_day <= str(end))


def _applies(rule: Rule, call: RuleCall, mark: TraceMark) -> bool:
    """Return True if ``when`` holds and ``unless`` does not."""
    if rule.when is not None and not is_condition_met(rule.when, call):
        mark.note("when: does not hold on this page")
        return False
    if rule.unless is not None and is_condition_met(rule.unless, call):
        mark.note("unless: holds on this page")
        return False
    return True


def _select_items(rule: Rule, call: RuleCall, mark: TraceMark) -> list[Item]:
    if rule.within is not None:
        call = _narrow_scope(rule.within, call)
        if not call.scope:
            mark.note("within: nothing on this page")
            return []
    if rule.first_of:
        return run_first_of(rule.first_of, call.deeper())
    if rule.union:
        return run_union(rule.union, call.deeper())

    if rule.pager is not None:
        return [Item(element, None, "pager:") for element in _select_pager(rule.pager, call)]
    selected: Sequence[Selected]
    if rule.hook is not None:
        selected = call_hook(rule.hook, call)
    elif rule.plug_in is not None:
        selected = _select_by_plug_in(rule.plug_in, rule.expression, call)
    else:
        selected = select(rule.kind, rule.expression, call, mark)
    if not selected:  # as by most default rules
        return []
    source = f"{rule.kind}:{rule.expression}"
    items = [_item(element_or_text, source) for element_or_text in selected]
    if rule.kind == "meta":
        return [item._replace(value=collapse_white_space(item.original)) for item in items]
    return items


def _select_pager(pager: Pager, call: RuleCall) -> list[etree._Element]:
    """Return the links to the next page; of the pager of an article itself (without ``current``)
    the whole pager, where elements are asked for."""
    if pager.current:
        return [link for find in _finders(call) for link in select_pager_links(pager, find)]
    own = find_own_pager(call.page)
    found = own.scope if call.result_type == ELEMENT else own.following
    return [] if found is None else [found]


def _finders(call: RuleCall) -> list[Finder]:
    """Return the finders for the page, or for each element that the call is narrowed to."""
    if call.scope is None:
        return [index_elements(call.page).find]
    return [build_finder(root) for root in call.scope]


def _item(selected: Selected, source: str) -> Item:
    if isinstance(selected, str):
        return Item(None, selected, source, selected)
    return Item(selected, None, source)


def _test_text(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the items that pass ``text:``, by the text of the element or, without one, by the
    value."""
    if rule.text is None:
        return items
    kept = []
    for item in items:
        text = text_of(item.node) if item.node is not None else collapse_white_space(item.text())
        if passes_test(rule.text, text):
            kept.append(item)
        else:
            mark.mismatched(text[:80], rule.text, item.node)
    return kept


def _read_values(rule: Rule, call: RuleCall, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the items with the values of their elements.

    An element without the requested attribute, link or text is left out. Where the call asks for
    elements, they are read only if a later step works on their values.
    """
    if call.result_type == ELEMENT and not bool(
        rule.html
        or rule.include
        or rule.exclude
        or rule.map
        or rule.add
        or rule.replace
        or rule.split
        or rule.template
    ):
        if rule.attr is None:
            return items
        return [item for item in items if item.node is None or item.node.get(rule.attr) is not None]

    read = []
    for item in items:
        if item.node is None or (item.value is not None and rule.attr is None):
            read.append(item)
            continue
        original = _read_value(rule, call.result_type, item.node)
        if original is not None:
            is_text = rule.attr is None and rule.html is None and call.result_type != LINK
            value = collapse_white_space(original) if is_text else original
            read.append(item._replace(value=value, original=original))
            continue
        missing = make_message("no link") if call.result_type == LINK else make_message("no text")
        if rule.attr:
            missing = make_message("no attribute {name}", name=rule.attr)
        mark.excluded(_tag(item.node), missing, item.node)
    return read


def _read_value(rule: Rule, result_type: str, node: etree._Element) -> str | None:
    if rule.attr is not None:
        attribute = node.get(rule.attr)
        return None if attribute is None else attribute.strip()
    if rule.html is not None:
        return raw_text(node)
    if result_type == LINK:
        return find_link_address(node)
    return text_with_spaces(node) or (None if result_type == VALUE else "")


def _node_of(item: Item) -> object:
    return item.node if item.node is not None else item.text()


def _sample(item: Item) -> str:
    if item.value is not None or item.node is None:
        return item.text()
    # without the scripts inside it, which do not help to recognize the element
    text = text_of(item.node)
    if item.node.tag not in CODE_TAGS:
        texts = _TEXT_WITHOUT_CODE(item.node)
        text = " ".join("".join(map(str, texts)).split()) if isinstance(texts, list) else ""
    return f"{_tag(item.node)} {text[:60]}".rstrip()


def _tag(node: etree._Element) -> str:
    classes = (node.get("class") or "").split()
    return f"<{'.'.join([str(node.tag), *classes])}>"


# The ``hook`` selector: a function of the user finds values on a page.


def call_hook(hook: Hook, call: RuleCall) -> list[str]:
    """Return what the function finds in the page, or in each element that the rule is narrowed to.

    It is called with the text of the page or the source of the element. Raises UsageError where the
    function fails or returns anything but a list of texts: if the page seemed empty instead, the
    walk would end.
    """
    if call.scope is None:
        return _call_function(hook, call.page.text, call.page.url)
    sources = (
        etree.tostring(e, encoding="unicode", method="html", with_tail=False) for e in call.scope
    )
    return [value for source in sources for value in _call_function(hook, source, call.page.url)]


def _call_function(hook: Hook, text: str, url: str) -> list[str]:
    cause: Exception | None = None
    try:
        values = hook_function(hook)(text, url)
        if (
            isinstance(values, Sequence)
            and not isinstance(values, str)
            and all(isinstance(value, str) for value in values)
        ):
            return list(values)
        fault: str = make_message("not a list of texts: {values}", values=f"{values!r:.80}")
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
        cause = error
    raise UsageError(
        make_message(
            "the hook {name} fails on {url}: {fault}", name=hook.name, url=url, fault=fault
        ),
        make_message(
            "Correct {name}.py; then run the same command again.",
            name=hook.name.partition(":")[0],
        ),
    ) from cause


# A selector of another package, called on a page.


def _select_by_plug_in(plug_in: PlugIn, expression: str, call: RuleCall) -> list[Selected]:
    """Return what the selector finds in the page, or in each element that the rule is narrowed to;
    each element once."""
    selector = load_plug_in(plug_in, Selector)
    roots = (call.page.root,) if call.scope is None else call.scope
    try:
        found = [each for root in roots for each in _select(selector, expression, root)]
    except Exception as error:
        raise describe_plug_in_failure(plug_in, call.page.url, error) from error
    return drop_repeated_elements(found)


def _select(selector: Selector, expression: str, root: etree._Element) -> Iterator[Selected]:
    for found in selector.select(expression, root):
        is_element = isinstance(found, etree._Element) and isinstance(found.tag, str)
        if not (is_element if selector.finds_elements else isinstance(found, str)):
            expected = "an element" if selector.finds_elements else "a text"
            raise TypeError(f"{found!r:.80} (expected {expected})")
        yield found if not isinstance(found, str) else str(found)


# ``pager:`` selects the link whose number is the number of the current page plus ``step``.

MAX_DIGITS = 18

Finder = Callable[[str], list[etree._Element]]
"""CSS → elements in document order."""


def select_pager_links(pager: Pager, find: Finder) -> list[etree._Element]:
    """Return the links with the number of the next page.

    ``find`` searches where the rule selects. The result is [] without a scope, a current page or
    such a number.
    """
    if pager.scope is not None:
        scopes = find(pager.scope)
        if not scopes:
            return []
        find = build_finder(scopes[0], inside=True)

    numbers = (read_number(element) for element in find(pager.current))
    current = next((number for number in numbers if number is not None), None)
    if current is None:
        return []
    return [link for link in find(pager.links) if read_number(link) == current + pager.step]


def lacks_current_page(pager: Pager, find: Finder) -> bool:
    """Return True if there is a pager without the number of the current page.

    Without ``scope``, links with numbers are a pager. A ``scope`` without content is not: a list of
    one page may have it.
    """
    scopes = find(pager.scope)[:1] if pager.scope is not None else []
    if pager.scope is not None and not (scopes and (len(scopes[0]) or text_of(scopes[0]))):
        return False

    find_inside = build_finder(scopes[0], inside=True) if scopes else find
    if _has_number(find_inside(pager.current)):
        return False
    return bool(scopes) or _has_number(find(pager.links))


def _has_number(elements: list[etree._Element]) -> bool:
    return any(read_number(element) is not None for element in elements)


def build_finder(root: etree._Element, *, inside: bool = False) -> Finder:
    """Return a finder of elements from ``root`` on or, with ``inside``, only below it."""
    return lambda css: cast("list[etree._Element]", compile_css(css, inside)(root))


def read_number(element: etree._Element) -> int | None:
    """Return the digits of an element's text as one number (``1.234`` is 1234).

    The result is None if there are none or too many.
    """
    digits = re.sub("[^0-9]", "", text_of(element))
    return int(digits) if 0 < len(digits) <= MAX_DIGITS else None


# The date, section or teaser that an archive page shows with each link (``archive.listed``).


def read_link_context(
    links: Sequence[Rule], named_rules: Sequence[tuple[str, Rule]], page: Page
) -> dict[str, dict[str, str]]:
    """Return listed address → name → value.

    Each named rule is read inside the *item* of a link: the largest element around the link that
    contains no other listed link. Links without an element (JSON, a regex) have no context.
    """
    items = [item for item in run_union(links, RuleCall(page, LINK)) if item.node is not None]
    boxes = find_boxes([item.node for item in items if item.node is not None])
    rules = [(name, (rule,)) for name, rule in named_rules]
    contexts: dict[str, dict[str, str]] = {}
    for item, box in zip(items, boxes, strict=True):
        contexts.setdefault(item.text(), read_inside(box, rules, page))
    return contexts


def find_boxes(nodes: Sequence[etree._Element]) -> list[etree._Element]:
    """Return for each of the elements the largest element around it that contains no other."""
    seen: set[etree._Element] = set()
    shared: set[etree._Element] = set()
    for node in nodes:
        for element in self_and_ancestors(node):
            (shared if element in seen else seen).add(element)
    own = (list(takewhile(lambda e: e not in shared, self_and_ancestors(n))) for n in nodes)
    return [around[-1] if around else node for around, node in zip(own, nodes, strict=True)]


def read_inside(
    box: etree._Element, named_rules: Sequence[tuple[str, Sequence[Rule]]], page: Page
) -> dict[str, str]:
    """Return name → the first value inside an element of the first rule that finds one there."""
    call = RuleCall(page, VALUE, scope=(box,))
    results = ((name, run_first_of(rules, call)) for name, rules in named_rules)
    return {name: collapse_white_space(found[0].text()) for name, found in results if found}
