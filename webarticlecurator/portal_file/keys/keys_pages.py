"""The key table of archive pages and of article pages.

The key table: archive pages, columns, spans, dates, pagination.
"""

from __future__ import annotations

from webarticlecurator.base.model.complete_table import require_same_words
from webarticlecurator.base.portal.pagination_modes import MODES
from webarticlecurator.base.portal.portal import DEFAULT_MAX_PAGES, STEPS
from webarticlecurator.base.text.calendars import CALENDARS, GREGORIAN, PERSIAN
from webarticlecurator.portal_file.keys.keys_portal import BROWSER, CONSENT, WAIT_FOR, Key
from webarticlecurator.portal_file.keys.source_kinds import source_keys

_SPAN = (
    *source_keys(),
    Key(
        "dates",
        "section dates",
        "none",
        "The days that are covered, and the size of the windows.",
        "{from: 1998-11-01}",
    ),
    Key(
        "pagination",
        "section pagination",
        "none",
        "How the pages of one window follow each other.",
        "{mode: next-link, next: a.next}",
    ),
    Key(
        "links",
        "rules",
        "[h2, h3]",
        "The links to articles; all rules are used.",
        "h2.headline",
    ),
    Key(
        "listed",
        "named rules",
        "{}",
        "Values read next to each link, for the `listed` selector.",
        "{date: span.date}",
    ),
    Key("stop", "section stop", "", "Further ends of a walk.", "{max_pages: 100}"),
    Key(
        "settle",
        "duration",
        "2d",
        "A window is closed when it ended this long ago and was walked to its end.",
        "12h",
    ),
    Key(
        "order",
        "one of newest-first|oldest-first",
        "newest-first",
        "Order of the articles on the pages of one walk; `dates.order` is that of the windows.",
        "oldest-first",
    ),
)

_FETCH = Key(
    "fetch",
    "section column fetch",
    "",
    "Whether its archive pages and articles are rendered in a browser, if not as all.",
    "{browser: true}",
)

COLUMN_FETCH = (BROWSER, WAIT_FOR, CONSENT)

ARCHIVE = (
    *_SPAN,
    Key(
        "columns",
        "columns",
        "one, named all",
        "The columns: a mapping, a list of names, or a file: a table, or names.",
        "{news: {url: …}}",
    ),
)

COLUMN = (
    *_SPAN,
    _FETCH,
    Key(
        "fields",
        "fields of a column",
        "",
        "Values for {NAME} in its addresses, and in template, map and text of its rules.",
        "{cat: 4986}",
    ),
    Key(
        "spans",
        "sections span",
        "",
        "A column in several parts; each overrides keys of its column.",
        "[{url: …}, {url: …}]",
    ),
)

SPAN = (*_SPAN, _FETCH)

DATES = (
    Key("from", "day", "", "The first day.", "1998-11-01"),
    Key(
        "until",
        "last day",
        "yesterday",
        "The last day; yesterday and today are in the portal's zone.",
        "2009-12-31",
    ),
    Key(
        "step",
        "one of " + "|".join(STEPS),
        "day",
        "Size of a window: whole days, ISO weeks (from Monday), months or years.",
        "month",
    ),
    Key(
        "order",
        "one of newest-first|oldest-first",
        "newest-first",
        "Order in which the windows are walked.",
        "oldest-first",
    ),
    Key(
        "calendar",
        "one of " + "|".join(CALENDARS),
        GREGORIAN,
        "Calendar of the dates in addresses, by the names of Unicode CLDR; `from` and `until` are"
        " always Gregorian.",
        PERSIAN,
    ),
)

COUNTING_KEYS = ("first", "step", "last")
"""The keys of a pagination in whose place ``pages`` may be."""

PAGINATION = (
    Key(
        "mode", "one of " + "|".join(MODES), "none", "How the pages follow each other.", "numbered"
    ),
    Key("next", "rules", "", "The link to the next page (mode next-link).", "a.next"),
    Key("first", "whole", "1", "The first page's number.", "0"),
    Key("step", "step", "1", "From one number to the next.", "10"),
    Key("last", "whole", "", "The last page's number (mode numbered).", "39"),
    Key(
        "first_url",
        "archive address",
        "",
        "Address of an unnumbered first page.",
        '"https://echo.example/op"',
    ),
    Key(
        "pages",
        "page values",
        "",
        "The page values one by one, instead of numbers (mode numbered).",
        '["1-2", 4]',
    ),
    Key(
        "scroll",
        "true/false",
        "true, without click",
        "Scroll to the end of the page again and again (mode browser-list).",
        "true",
    ),
    Key(
        "click",
        "browser CSS",
        "",
        "The button to click again and again (mode browser-list).",
        '"button.more"',
    ),
    Key(
        "until",
        "list end",
        "",
        "The list ends when an element that this selects is there, or with so many links (mode"
        " browser-list).",
        "p.end-of-list",
    ),
    Key(
        "max",
        "at least 1",
        "",
        "Scroll or click at most so often (mode browser-list).",
        "50",
    ),
)

require_same_words(
    (key.name for key in PAGINATION),
    {"mode", *(key for mode in MODES.values() for key in mode.reads)},
    "keys of pagination and those that its modes read differ: {words}; give each a row in"
    " PAGINATION of portal_file/keys/keys_pages.py, and a mode of base/model that reads it",
)

STOP = (
    Key("at", "regexes", "", "At an archive address that a regex matches.", '["page=500$"]'),
    Key(
        "max_pages",
        "at least 1",
        f"{DEFAULT_MAX_PAGES} pages, where pagination names no last one",
        "After this many pages of one window. A walk that ends at the default limit is incomplete,"
        " which is a problem.",
        "100",
    ),
    Key("listed", "regexes", "", "At a page that lists such an article address.", '["/2004/"]'),
)
