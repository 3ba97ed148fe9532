"""Dates without rules: in the text, in ``time`` elements, and in scripts.

Find the days of publication and of the last change in the text of a page, where its markup does
not have them.

Dates in comments, other articles and menus do not count, and neither do those in sentences of the
text. Where several lines after the text say different days, they are those of a list. What the
dates of a line mean: ``date_lines.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

from lxml import etree

from webarticlecurator.articles.facts.article_position import (
    MIN_BODY,
    MIN_PARAGRAPH,
    UNITS_ABOVE,
    ArticlePosition,
    LinePlace,
    locate_article,
)
from webarticlecurator.articles.facts.date_lines import (
    LineDate,
    UnitLine,
    list_lines_with_dates,
    read_date_lines,
    read_date_value,
    read_line_dates,
    speaks_of_itself,
)
from webarticlecurator.articles.units.class_names import has_class_word
from webarticlecurator.articles.units.date_labels import (
    DateMeaning,
    fold_line,
    split_at_labels,
)
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import sum_text_sizes
from webarticlecurator.articles.without_rules.page_parts import leads_away
from webarticlecurator.articles.without_rules.repeated_places import find_earliest
from webarticlecurator.articles.without_rules.threads import Post, find_thread
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.date_tokens import tokenize_date
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.times import DAY_LENGTH, parse_iso_day, parse_iso_time
from webarticlecurator.pages.page.page import Page

BYLINE = "page:byline"
"""Source of a value from a line near the title."""
DATE_LINE = "page:date-line"
"""Source of a date from a line in any other place."""
POST = "page:first-post"
"""Source of the time and the writer of the first post of a thread."""
# How long a line with a date may be, and how many words beside the date; a longer one is a
# sentence.
MAX_BYLINE_SIZE = 100
"""Size of the longest line with a date; a longer one is a sentence, unless its names say that it
has a date, or a label does: it may have the date of a change, too."""
_MAX_WORDS_BEFORE = 14
"""Words before the date in a footer (*La dernière modification de cette page a été faite le …*)."""
_MAX_LABEL_WORDS = 4
"""Words of a label and what is before it in a line far from the title."""
MAX_TIME_SIZE = 40
"""Size of the longest line that is little more than a ``time`` element."""
_MAX_OTHER_WORDS = 3
"""Words beside a date of which nothing but its place says what it is: *Budapest*, *Anna Author*."""
_SENTENCE = re.compile(r"(?:(?<!\w)[^\W\d][^\s\d.|]*\s[^\w.|•·]*){7}")
"""Seven words in a row without a number, a full stop or a sign between two entries of a line: more
than a byline. Signs of vowels are not letters, but they do not end a word."""
_END_OF_SENTENCE = re.compile(r"\w{3}[.!?]$")
_DAY_BEFORE_TEXT = re.compile(r"\W{0,3}(?P<date>\d[^()–—]{6,30}?)\s*(?:\)|[–—:]|\s-)\s*[^\W\d]")
"""The beginning of a lead: *(18.01.2018) …*, *12 March 2024 – …*."""
_DATELINE = re.compile(
    r"\W*(?P<place>[^\W\d_][^\d(),:–—]{1,40}?)\s{0,9}(?:,|\(|[–—]|\s-)\s{0,9}"
    r"(?:den\s|the\s)?(?P<date>[^()–—]{6,40}?)\s{0,9}(?:\)|[–—:]|\s-)\s*\S"
)
"""The beginning of a press release: *Berlin, 12. März 2024 – …*, *BERLIN (March 12, 2024) — …*."""

_CELLS = ("td", "th", "option")
_EMPHASIS = ("b", "strong", "em", "i", "span", "time")
"""Elements at the beginning of a lead that may hold its date."""

_PUBLISHED, _CHANGED = (DateMeaning.PUBLISHED,), (DateMeaning.CHANGED,)
PUBLICATION_MEANINGS = (DateMeaning.PUBLISHED, DateMeaning.UNLABELLED)
_ALONE = (DateMeaning.UNLABELLED, DateMeaning.STATUS)
Preference = tuple[tuple[LinePlace, tuple[DateMeaning, ...]], ...]
# Labels are evidence wherever they are; without one, only the place speaks: so unlabelled dates
# above the title and in the last lines come after all labelled ones.
_PUBLISHED_PREFERENCE: Preference = (
    (LinePlace.NEAR_TITLE, _PUBLISHED),
    (LinePlace.NEAR_TITLE, _ALONE),
    (LinePlace.AROUND_TITLE, (*_PUBLISHED, *_ALONE)),
    (LinePlace.ABOVE_TITLE, _PUBLISHED),
    (LinePlace.LAST_LINES, _PUBLISHED),
    (LinePlace.IN_TEXT, _PUBLISHED),
    (LinePlace.AFTER_TEXT, _PUBLISHED),
    (LinePlace.ABOVE_TITLE, (DateMeaning.UNLABELLED,)),
    (LinePlace.LAST_LINES, (DateMeaning.UNLABELLED,)),
)
"""Where the day of publication is looked for, and by which labels; the best first."""
_CHANGES = (DateMeaning.CHANGED, DateMeaning.STATUS)
# *Stand* and *as of* may be the state of what the text describes, so a plain change comes first.
_CHANGED_PREFERENCE: Preference = tuple(
    (place, (meaning,)) for meaning in _CHANGES for place in LinePlace
)
_PLACES_OF_LISTS = (LinePlace.LAST_LINES, LinePlace.AFTER_TEXT, LinePlace.IN_TEXT)
"""Places where several different days are those of comments or other pages."""
_NEAR_TEXT = tuple(
    place for place in LinePlace if place not in (LinePlace.AFTER_TEXT, LinePlace.IN_TEXT)
)


_JOINED_DAY = re.compile(
    r"(?<!\d)(?:19|20)\d\d/(?:\d\d?|[a-z]{3,9})/\d\d?[^\d/.?#&;]", re.IGNORECASE
)


@dataclass(frozen=True)
class PlacedDate:
    """A date, and where on the page its line is."""

    place: LinePlace
    found: LineDate

    @property
    def day(self) -> str:
        """The day, YYYY-MM-DD."""
        return self.found.value[:DAY_LENGTH]

    def to_value(self) -> Value:
        """Return the date as a metadata value."""
        source = BYLINE if self.place is LinePlace.NEAR_TITLE else DATE_LINE
        return Value(self.found.value, source, self.found.line.unit.text)


def find_published(
    page: Page, context: DateContext, root_rules: Sequence[Rule] = ()
) -> Value | None:
    """Return the day of publication that the page shows, None if there is none. A date that is
    labelled as that of a change does not count. ``root_rules``: as ``locate_article`` has them."""
    dates = list_page_dates(page, context, root_rules)
    # A dateline comes last, after every line that is nothing but a date and its label.
    found = _choose(dates, _PUBLISHED_PREFERENCE) or _find_dateline(page, context)
    # *This article was originally published on …*, at the end of one that is dated anew.
    own_dates = [
        each
        for each in dates
        if each.found.meaning is DateMeaning.PUBLISHED and speaks_of_itself(each.found.line)
    ]
    if found is None or len({each.day for each in own_dates}) != 1:
        return found
    return own_dates[0].to_value() if own_dates[0].day < found.value[:DAY_LENGTH] else found


def find_changed(page: Page, context: DateContext, root_rules: Sequence[Rule] = ()) -> Value | None:
    """Return the day of the last change that the page shows, None if there is none.
    ``root_rules``: as ``locate_article`` has them."""
    position = locate_article(page)
    if position is None:
        return None
    # Other text can follow the title in its line.
    has_title_line = position.units[position.title].tag not in HEADINGS
    # The places of dates need the end of the text, which takes long to find: so it is asked first
    # whether any line is labelled as a change.
    for line in list_lines_with_dates(page):
        is_title = has_title_line and line.number == position.title
        if is_title or any(part.meaning in _CHANGES for part in split_at_labels(line.text)):
            return _choose(list_page_dates(page, context, root_rules), _CHANGED_PREFERENCE)
    return None


def find_time_of(day: str, page: Page, context: DateContext) -> Value | None:
    """Return the time of publication on ``day`` (YYYY-MM-DD) that the page shows near its title,
    None if there is none."""
    position = locate_article(page)
    if position is None:
        return None
    near = read_date_lines(position.units, range(position.title, position.near + 1))
    dates = (
        each
        for each in _place_dates(near, position, context)
        if each.place is LinePlace.NEAR_TITLE and each.found.meaning in PUBLICATION_MEANINGS
    )
    with_time = (each for each in dates if each.day == day and len(each.found.value) > DAY_LENGTH)
    return next((each.to_value() for each in with_time), None)


def find_earlier(declared: Value, page: Page, context: DateContext) -> Value | None:
    """Return the day that the page shows beside its title, if it is earlier than the ``declared``
    one by more than zones can be: systems declare the day on which they took over an old article.
    None for any other."""
    latest = _first_local_day(declared.value)
    shown = _list_shown(page, context, lambda day: day < latest)
    # Several days are those of reviews or of other pages; a time element may be of these, too.
    is_weak = declared.source.startswith("css:")
    if not shown or (len({each.day for each in shown}) > 1 and not is_weak):
        return None
    return shown[0].to_value() if parse_iso_day(shown[0].day) < latest else None


def find_other_day(in_address: Value, page: Page, context: DateContext) -> Value | None:
    """Return the day that the page shows beside its title, if it is not that ``in_address``; None
    for any other, and where it shows several. Where the address has the day alone between its
    slashes, they may be a day apart, as zones are."""
    own = parse_iso_day(in_address.value[:DAY_LENGTH])
    apart = 0 if is_day_joined(page) else 1
    shown = _list_shown(page, context, lambda day: abs((day - own).days) > apart)
    days = {each.day for each in shown}
    is_other = len(days) == 1 and abs((parse_iso_day(shown[0].day) - own).days) > apart
    return shown[0].to_value() if is_other else None


def is_day_joined(page: Page) -> bool:
    """Return True if the address goes on behind the day of a date, so that its number may be
    another one: ``/2025/09/24-x124``."""
    return _JOINED_DAY.search(page.url) is not None


def _list_shown(
    page: Page, context: DateContext, is_other: Callable[[date], bool]
) -> list[PlacedDate]:
    """Return the dates beside the title that may be those of publication, if one of them
    ``is_other``."""
    position = locate_article(page)
    if position is None:
        return []
    lines = read_date_lines(
        position.units, range(max(0, position.title - UNITS_ABOVE), position.near + 1)
    )
    # The place of a line may need the whole search for the text, half of the time of a page with
    # rules: so it is asked first whether any line has another day. In its own line the title
    # may be a part of the date that is read.
    if not any(
        line.number == position.title
        or any(
            is_other(parse_iso_day(each.value[:DAY_LENGTH]))
            for each in read_line_dates(line, context)
        )
        for line in lines
    ):
        return []
    return [
        each
        for each in _place_dates(lines, position, context)
        if each.found.meaning in PUBLICATION_MEANINGS and each.found.other_words <= _MAX_OTHER_WORDS
    ]


def _first_local_day(value: str) -> date:
    """Return the earliest day that a date can have anywhere on earth: a time at midnight may stand
    for the day alone, in any zone."""
    if len(value) > DAY_LENGTH:
        return (parse_iso_time(value) - timedelta(hours=12)).date()
    return parse_iso_day(value) - timedelta(days=1)


def list_page_dates(
    page: Page, context: DateContext, root_rules: Sequence[Rule] = ()
) -> tuple[PlacedDate, ...]:
    """Return the dates on ``page`` that may be the article's, in document order; they are read once
    for each page, language and zone. ``root_rules``: as ``locate_article`` has them."""
    name = f"heuristics.page_dates {context.tag} {context.zone} {bool(root_rules)}"
    position = locate_article(page, root_rules)
    if position is None:
        return ()
    lines = list_lines_with_dates(page)
    return page.derived(name, lambda _: tuple(_place_dates(lines, position, context)))


def _place_dates(
    lines: Iterable[UnitLine], position: ArticlePosition, context: DateContext
) -> Iterator[PlacedDate]:
    for line in lines:
        place = position.find_place(line)
        if place is None:
            continue
        if line.number == position.title:
            line = replace(line, text=position.text_after_title(line))
        yield from (
            PlacedDate(place, found)
            for found in read_line_dates(line, context)
            if is_of_article(found, place, position)
        )


def _choose(dates: Sequence[PlacedDate], preference: Preference) -> Value | None:
    """Return the first date of the best place, with its time if another line has that."""
    for place, meanings in preference:
        chosen = [d for d in dates if d.place is place and d.found.meaning in meanings]
        # Several days after the text are those of comments or other pages: none of them is taken.
        is_list = place in _PLACES_OF_LISTS and len({d.day for d in chosen}) > 1
        if chosen and not is_list:
            best = chosen[0]
            is_change = best.found.meaning in _CHANGED
            same_day = (
                each
                for each in (best, *dates)
                if each.day == best.day
                # The time of a change on the same day is not the time of publication.
                and (each.found.meaning in _CHANGED) == is_change
                # far from the text it may be the time of a comment
                and each.place in (best.place, *_NEAR_TEXT)
            )
            return next(
                (each for each in same_day if len(each.found.value) > DAY_LENGTH), best
            ).to_value()
    return None


def is_of_article(found: LineDate, place: LinePlace, position: ArticlePosition) -> bool:
    """Return True for a date that is not part of a sentence, or of what is above every page."""
    unit, meaning = found.line.unit, found.meaning
    if meaning is not DateMeaning.UNLABELLED and speaks_of_itself(found.line):
        return True
    if place is LinePlace.AFTER_TEXT:
        # In the footer any year may stand (copyright), so only a label makes a date of it.
        is_labelled = meaning is not DateMeaning.UNLABELLED
        return is_labelled and len(found.before.split()) <= _MAX_WORDS_BEFORE
    if place in (LinePlace.ABOVE_TITLE, LinePlace.LAST_LINES) and meaning is DateMeaning.UNLABELLED:
        is_linked = unit.linked and leads_away(unit.element, position.page.url)  # no permalink
        # Nothing but its place says what it is, so it must stand nearly alone and not link to
        # another page.
        is_alone = found.other_words <= _MAX_OTHER_WORDS and not is_linked
        if found.has_labelled_beside and found.other_words <= _MAX_OTHER_WORDS:
            return True
        if not is_alone or _is_of_teaser(unit.element, position.page):
            return False
        return not (place is LinePlace.ABOVE_TITLE and _may_be_visit(found, position))
    if meaning in _CHANGED and not _END_OF_SENTENCE.search(found.line.text):
        return len(found.before.split()) <= _MAX_WORDS_BEFORE
    # True if the names on the unit's element or its parent are those of dates
    parent = unit.element.getparent()
    elements = (unit.element, *(() if parent is None else (parent,)))
    if any(has_class_word(element, "dates") for element in elements):
        return not _SENTENCE.search(found.before)
    # Dates with a label stand in longer lines, too (5aa42d17).
    limit = MAX_BYLINE_SIZE * (2 if meaning is DateMeaning.PUBLISHED else 1)
    return unit.size <= limit and not _SENTENCE.search(found.line.text)


def _is_of_teaser(element: etree._Element, page: Page) -> bool:
    """Return True for an element with, or directly beside, a heading that leads to another page and
    is not the title."""
    position = locate_article(page)
    own = () if position is None else position.units[position.title].around
    parent = element.getparent()
    around = (element,) if parent is None else (element, parent)
    headings = (heading for outer in around for heading in outer.iterchildren(*HEADINGS))
    return any(heading not in own and leads_away(heading, page.url) for heading in headings)


def _may_be_visit(found: LineDate, position: ArticlePosition) -> bool:
    """Return True if a date above the title may be the day on which the page was asked for: it is
    not in the same part of the page as the title, and not earlier than the capture."""
    container = _find_title_container(position)
    if container is not None and container.tag != "body" and found.line.unit.is_in(container):
        return False
    # The day of the visit may be printed above every page; without the day of capture it cannot be
    # told from the day of publication.
    latest = _last_day_before(position.page)
    days = parse_days(found.value[:DAY_LENGTH], "UTC")
    return latest is None or days is None or days[1].isoformat() > latest


def _find_title_container(position: ArticlePosition) -> etree._Element | None:
    """Return the innermost element with the title and, after it, MIN_BODY of running text; None if
    there is none."""
    title = position.units[position.title]
    after = position.units[position.title + 1 :]
    sizes = sum_text_sizes(unit for unit in after if unit.is_running_text)
    return next((e for e in title.element.iterancestors() if sizes.get(e, 0) >= MIN_BODY), None)


def find_only_day(
    page: Page, context: DateContext, root_rules: Sequence[Rule] = ()
) -> Value | None:
    """Return the one day that stands alone in a line beside the text, or is said anywhere to be
    that of publication; None if there are several such days, or none. It is for pages on which
    nothing else is known. ``root_rules``: as ``locate_article`` has them."""
    position = locate_article(page, root_rules)
    latest = _last_day_before(page)
    days: dict[str, Value] = {}
    for line in list_lines_with_dates(page):
        is_text = position is not None and position.near < line.number <= position.text_end
        for found in read_line_dates(line, context):
            is_sentence = _END_OF_SENTENCE.search(line.text) is not None
            is_short = len(found.before.split()) <= _MAX_LABEL_WORDS and not is_sentence
            is_said = found.meaning is DateMeaning.PUBLISHED and is_short
            is_alone = found.meaning is DateMeaning.UNLABELLED and not found.other_words
            # Alone in the text it is that of something else, alone elsewhere perhaps of the visit.
            may_be = is_alone and not is_text and latest is not None
            day = found.value[:DAY_LENGTH]
            if (is_said or may_be) and day not in days and not is_of_other(line, page):
                days[day] = Value(found.value, DATE_LINE, line.unit.text)
        # before all of a long list is read
        if len(days) > 1:
            return None
    day = next(iter(days), "")
    return days[day] if days and (latest is None or day <= latest) else None


def is_of_other(line: UnitLine, page: Page) -> bool:
    """Return True for a date of a comment or of another page, or in a table."""
    unit = line.unit
    return (
        unit.tag in _CELLS
        or (unit.linked > 0 and leads_away(unit.element, page.url))
        or any(has_class_word(outer, "comments") for outer in unit.around)
        or _is_of_teaser(unit.element, page)
    )


def find_opening_post(page: Page) -> Post | None:
    """Return the first post of a thread by time, None if the page shows none."""
    thread = find_thread(page)
    if thread is None:
        return None
    return thread.posts[find_earliest([post.when for post in thread.posts])]


def list_writers(page: Page) -> list[str]:
    """Return who wrote each post of a thread, in the order of the page."""
    thread = find_thread(page)
    return [] if thread is None else [post.author for post in thread.posts]


def find_first_post(page: Page, context: DateContext) -> Value | None:
    """Return the time of the first post of a thread, None if the page shows none."""
    post = find_opening_post(page)
    return None if post is None else read_date_value(post.when, POST, context, post.line)


def _last_day_before(page: Page) -> str | None:
    """Return the last day that cannot be that of the capture in any zone, None if it is unknown."""
    captured = page.captured
    if captured is None:
        return None
    day = captured.date() if isinstance(captured, datetime) else captured
    return (day - timedelta(days=2)).isoformat()


def _find_dateline(page: Page, context: DateContext) -> Value | None:
    """Return the day with which the first paragraph begins, after the name of a place."""
    position = locate_article(page)
    if position is None:
        return None
    # the first unit after the title that is longer than a line
    after = position.units[position.title + 1 : position.near + 2]
    unit = next((unit for unit in after if unit.size > MIN_PARAGRAPH), None)
    if unit is None:
        return None
    text, element = unit.text, unit.element
    # *<b>12 March 2024</b> …*
    if len(element) and not (element.text or "").strip() and element[0].tag in _EMPHASIS:
        begin = " ".join(" ".join(map(str, element[0].itertext())).split())
        day = read_date_value(begin.strip(" ()–—-:."), DATE_LINE, context, begin) if begin else None
        if day is not None:
            return day
    match = _DATELINE.match(text)
    if match is None or not match["place"][0].isupper():
        match = _DAY_BEFORE_TEXT.match(text)
    # not *On Tuesday, …*
    elif tokenize_date(fold_line(match["place"]), context.tag) is not None:
        return None
    return read_date_value(match["date"], DATE_LINE, context, match[0]) if match else None
