"""The elements around the text: title, authors, date, sections, keywords. They are in the innermost
element with the title and the text, or in the ``<article>`` around it, and not in what belongs to
other articles or to comments; or in a box beside these that shows the day of the article alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.element_selectors import PLACES, list_selectors
from webarticlecurator.proposing.fields.shown_language import find_day_numbers, list_day_formats
from webarticlecurator.proposing.fields.written_days import (
    MAX_SIZE,
    cut_day,
    find_date_shape,
    find_day_lines,
    read_shaped_day,
)

MIN_PAGES = 4
MIN_SHARE = 0.9
"""Pages on which a line with a date must stand, and their share; and the share of neighbours in the
list whose days are in its order."""


@dataclass(frozen=True)
class ShownDay:
    """A rule for the day, and the elements that it finds: page → element."""

    line: FieldLine
    elements: Mapping[Page, etree._Element] = field(default_factory=dict)


def _describe(days: Sequence[str]) -> str:
    if all(days):
        return f"the day that is read without rules on {len(days)} of {len(days)} pages"
    return f"the default sources find none on {days.count('')} of {len(days)} pages"


def learn_shown_day(
    pages: Sequence[Page],
    days: Mapping[Page, str],
    order: Sequence[str],
    language: str,
    *,
    is_guessed: bool = False,
) -> ShownDay | None:
    """Return the rule for lines with the day of the article, None where there are none, or the
    default sources find every one (``days``: page → ISO day or ""), unless they have read all
    without rules. ``order``: the addresses of the articles as the list has them."""
    if (all(days.values()) and not is_guessed) or len(pages) < MIN_PAGES:
        return None
    context, numbers = DateContext(None, language), find_day_numbers(pages)
    places = {url: place for place, url in enumerate(order)}
    at_least = MIN_SHARE * len(pages)
    counts = Counter(css for page in pages for css in {*_list_lines(page)})
    likely = sorted(
        (css for css, count in counts.items() if count >= at_least),
        key=lambda css: (css.count(" "), len(css), css),
    )
    for css in likely:
        found = {page: some[0] for page in pages if (some := page.root.cssselect(css))}
        texts = {page: text_of(element) for page, element in found.items()}
        if any(len(text) > MAX_SIZE for text in texts.values()):
            continue
        shapes = {find_date_shape(text, context) for text in texts.values()}
        for shape in shapes - {""}:
            formats = _choose_formats(shape, texts.values(), context, numbers)
            read = {
                page: read_shaped_day(shape, text, context, formats) for page, text in texts.items()
            }
            if sum(map(bool, read.values())) < at_least or not _are_varied(read, days):
                continue
            if _are_proved(read, days, places, is_guessed=is_guessed):
                line = make_day_rule(css, shape, texts.values(), _describe([*days.values()]))
                if formats:
                    line = replace(line, rule={**line.rule, "format": [*formats]})
                return ShownDay(line, found)
    return None


def _choose_formats(
    shape: str, texts: Iterable[str], context: DateContext, numbers: tuple[str, str] | None
) -> tuple[str, ...]:
    """Return the formats of days in numbers whose order only all together show; () where each can
    be read alone. ``numbers``: their order, if it is known, and the sign between them."""
    own = [found[0] for text in texts if (found := re.search(shape, text))]
    if numbers is None or all(read_date(each, (), context).value for each in own):
        return ()
    return list_day_formats(own, numbers)


def _are_varied(read: Mapping[Page, str], days: Mapping[Page, str]) -> bool:
    """Return False for the day of today, or of the portal, on most pages; of many articles a day
    that are known, two days are enough."""
    known = sum(bool(day) and day == days[page] for page, day in read.items())
    return len({*read.values()}) > (1 if known >= MIN_PAGES else len(read) / 2)


def make_day_rule(css: str, shape: str, texts: Iterable[str], evidence: str) -> FieldLine:
    """Return the rule for the date of a shape in the ``texts`` of a selector, cut out of those that
    have more than it."""
    rule: dict[str, object] = {"css": css}
    if not all(re.fullmatch(shape, text) for text in texts):
        rule["replace"] = [list(cut_day(shape))]
    return FieldLine(rule, evidence)


def _list_lines(page: Page) -> Iterator[str]:
    """Yield the selectors of these elements."""
    for element in find_day_lines(page):
        around = islice(element.iterancestors(), 1)
        parents = [css for each in around for css in list_selectors(each, *PLACES)]
        yield from list_selectors(element, *PLACES, "below", "child", parents=parents)


def _are_proved(
    read: Mapping[Page, str],
    days: Mapping[Page, str],
    places: Mapping[str, int],
    *,
    is_guessed: bool,
) -> bool:
    """Return True if the days are those that are known, or before some that were guessed: of a
    change; or, where none is, in the order in which the list has the articles."""
    known = [(day, days[page]) for page, day in read.items() if day and days[page]]
    if known:
        same = sum(one == other for one, other in known)
        is_before = is_guessed and 2 * same > len(known)
        return same == len(known) or (is_before and all(one <= other for one, other in known))
    listed = [(places[page.url], day) for page, day in read.items() if day and page.url in places]
    steps = [(one > other) - (one < other) for (_, one), (_, other) in pairwise(sorted(listed))]
    return len(listed) >= MIN_PAGES and (
        max(steps.count(1), steps.count(-1)) >= MIN_SHARE * len(steps)
    )
