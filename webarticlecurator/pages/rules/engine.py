"""Run one rule. The order of its steps is fixed, whatever the order of the keys in the portal file:

when/unless → select → text → value → html · split · map · add · template → resolve → replace →
include/exclude → drop repetitions → pick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from lxml import etree

from webarticlecurator.base.portal.plug_in import (
    PlugIn,
    Selector,
    describe_plug_in_failure,
    load_plug_in,
)
from webarticlecurator.base.portal.rule import Condition, Pager, Rule
from webarticlecurator.base.portal.rule_watch import WATCH, describe_rule
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.rules.element_index import index_elements
from webarticlecurator.pages.rules.elements import (
    collapse_white_space,
    passes_test,
    raw_text,
    text_of,
    text_of_value,
    text_with_spaces,
)
from webarticlecurator.pages.rules.hook_call import call_hook
from webarticlecurator.pages.rules.link_addresses import find_link_address
from webarticlecurator.pages.rules.own_pager import find_own_pager
from webarticlecurator.pages.rules.pager import (
    Finder,
    build_finder,
    lacks_current_page,
    select_pager_links,
)
from webarticlecurator.pages.rules.rule_use import RULE_USE
from webarticlecurator.pages.rules.rule_values import ELEMENT, LINK, SHOWN, Item, RuleCall
from webarticlecurator.pages.rules.select import (
    Selected,
    drop_repeated_elements,
    is_without,
    select,
)
from webarticlecurator.pages.rules.selected_places import count_by_container
from webarticlecurator.pages.rules.trace import NO_TRACE, TraceMark, summarize_rule
from webarticlecurator.pages.rules.value_steps import (
    change_values,
    drop_fragments,
    drop_repeats,
    filter_values,
    pick_value,
)

_TEXT_WITHOUT_CODE = etree.XPath(
    "descendant::text()[not(parent::script or parent::style)]", smart_strings=False
)


def run_rule(rule: Rule, call: RuleCall) -> list[Item]:
    """Return what a rule yields on a page, without repetitions.

    The items have values, or elements where the call asks for ELEMENT.
    """
    if call.trace is None and is_without(rule.kind, rule.expression, call.page):
        items = []
    elif WATCH.rule is None:
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
    base = call.page.base if call.result_type == LINK else None
    items = change_values(rule, base, items, mark)
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
    captured = (page.captured, page.captured) if page.captured else None
    if condition.captured is not None and not _overlap(captured, condition.captured):
        return False
    if condition.published is not None and not _overlap(call.published, condition.published):
        return False
    if not condition.has:
        return True
    whole_page = call.deeper(result_type=ELEMENT, scope=None, trace=None)
    return any(run_rule(rule, whole_page) for rule in condition.has)


def _overlap(days: tuple[date, date] | None, span: tuple[date | None, date | None]) -> bool:
    """Return True if a day from the first to the last of ``days`` is in a span."""
    if days is None:
        return False
    first, last = (str(day)[:DAY_LENGTH] for day in days)
    start, end = span
    return (start is None or str(start) <= last) and (end is None or first <= str(end))


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
        return _select_pager(rule.pager, call)
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


def _select_pager(pager: Pager, call: RuleCall) -> list[Item]:
    """Return the links to the next page; of the pager of an article itself (without ``current``)
    the whole pager, where elements are asked for."""
    if pager.current:
        links = (link for find in _finders(call) for link in select_pager_links(pager, find))
        return [Item(link, None, "pager:") for link in links]
    own = find_own_pager(call.page)
    if call.result_type == ELEMENT:
        return [Item(element, None, "pager:") for element in own.elements]
    # of a link that a script follows, the address is another attribute
    return [] if own.following is None else [Item(own.following, own.address, "pager:")]


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
    text = text_of_value(node) if result_type == SHOWN else text_with_spaces(node)
    return text or ("" if result_type == ELEMENT else None)


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
