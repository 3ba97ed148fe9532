"""The key table: rules, conditions, tests, filters."""

from __future__ import annotations

from webarticlecurator.portal_file.keys.keys_portal import Key

SELECTORS = (
    Key("css", "CSS", "", "CSS selector, with `:has()` and `:not()`.", "a.next"),
    Key("xpath", "XPath", "", "XPath 1.0.", '"//time/@datetime"'),
    Key("json", "JMESPath", "", "JMESPath into an answer that is JSON.", '"*[].link"'),
    Key(
        "regex",
        "regex",
        "",
        "Regular expression on the decoded source; group 1.",
        "'\"id\":([0-9]+)'",
    ),
    Key("meta", "text", "", "A meta element by name or property.", '"og:title"'),
    Key("jsonld", "path", "", "A path in the article node of JSON-LD.", "author.name"),
    Key("microdata", "path", "", "A path in the article node of microdata.", "headline"),
    Key(
        "rdfa",
        "path",
        "",
        "A path in the article node of RDFa (slow: use it only if there is nothing else).",
        "author.name",
    ),
    Key(
        "url", "regex", "", "Regular expression on the page's own address; group 1.", '"/([^/]+)/$"'
    ),
    Key(
        "listed",
        "text",
        "",
        "A value from next to the link on the archive page (`archive.listed`).",
        "date",
    ),
    Key(
        "pager",
        "pager",
        "",
        "The link whose number is the current page's number + step; `{}`: that of an article of"
        " several pages, by its addresses (in `drop` the whole pager).",
        "{current: .on, links: a}",
    ),
    Key(
        "hook",
        "hook",
        "",
        "A function in a Python file next to the portal file; the last resort.",
        "echo_hook:links",
    ),
    Key("first_of", "rule list", "", "The first of these rules that finds anything.", "[h1, h2]"),
    Key("union", "rule list", "", "The results of all these rules.", "[h1, h2]"),
)

SELECTOR_NAMES = tuple(key.name for key in SELECTORS)

RULE = (
    *SELECTORS,
    Key(
        "within",
        "rule",
        "the page",
        "Look only below the elements that this rule selects.",
        "{css: div.list, pick: last}",
    ),
    Key("when", "condition", "always", "Only on pages that have this.", "body.list"),
    Key("unless", "condition", "never", "Not on pages that have this.", "body.quiz"),
    Key(
        "text",
        "text test",
        "",
        "A test of the element's trimmed text (or of the value, if there is no element).",
        "{equals: Next}",
    ),
    Key("attr", "text", "the text or link", "Take this attribute as the value.", "datetime"),
    Key("html", "rule", "", "Parse the value as HTML and go on with this rule.", "a"),
    Key("map", "table", "", "Value → value; others pass.", "{news: Hírek}"),
    Key("lookup", "lookup", "", "A file of from, tab, to; others pass.", "sections.tsv"),
    Key(
        "only",
        "true/false",
        "false",
        "Leave out values that `map` and `lookup` do not have.",
        "true",
    ),
    Key("add", "step", "", "Add to a number, as in the address of the next page.", "1"),
    Key("template", "template", "", "Put the value in place of {}.", '"https://echo.example/{}"'),
    Key("split", "regex", "", "Cut a value into several.", '", *"'),
    Key("replace", "pairs", "", "Ordered regex pairs.", '[[" - Echo$", ""]]'),
    Key("include", "filter", "", "Keep only values that a regex matches.", '"/[0-9]{4}/"'),
    Key(
        "exclude",
        "filter",
        "",
        "Leave out values that a regex matches.",
        '{regex: "/ads/", unless_all: true}',
    ),
    Key(
        "format",
        "date formats",
        "",
        "How a date is written; the codes of strptime, month names in the portal's language.",
        '"%Y. %B %d."',
    ),
    Key(
        "pick",
        "pick",
        "depends on the key",
        "Which of several: `first`, `last`, `all`, a number (2: the second, -1: the last); of dates"
        " `earliest`, `latest`.",
        "last",
    ),
)

REJECT = (
    *RULE,
    Key("reason", "reason", "not-article", "The verdict.", "consent-wall"),
)

SPLIT = (
    *RULE,
    Key(
        "id",
        "post ids",
        '"@id"',
        "Each part's id, read inside it: an attribute of the part, as `@name`, or a rule; of an"
        " address, its fragment. A part without one is told by its title and day.",
        "{css: h2 a, attr: href}",
    ),
)

_COLUMN = Key(
    "column", "texts", "", "The page was listed in one of these columns.", "[news, sport]"
)

CONDITION = (*RULE, _COLUMN)

LAYOUT_CONDITION = (
    *CONDITION,
    Key(
        "captured",
        "section range",
        "",
        "The page was fetched in this range of days.",
        "{until: 2019-05-31}",
    ),
    Key(
        "published",
        "section range",
        "",
        "The article was published in this range of days.",
        "{from: 2010-01-01}",
    ),
)

RANGE = (
    Key("from", "day", "", "The first day.", "2010-01-01"),
    Key("until", "day", "", "The last day.", "2019-05-31"),
)

PAGER = (
    Key("scope", "CSS", "the page", "Where the pager is.", "div.pager"),
    Key("current", "CSS", "", "The element with the current number.", ".current"),
    Key("links", "CSS", "", "The links with the other numbers.", "a"),
    Key("step", "step", "1", "From the current number to that of the next page.", "-1"),
)

TEXT = (
    Key("equals", "text", "", "The text is this.", "Next"),
    Key("starts", "text", "", "The text starts with this.", "Next"),
    Key("contains", "text", "", "The text contains this.", "ext"),
    Key("one_of", "texts", "", "The text is one of these.", '[Next, "»"]'),
    Key("regex", "regex", "", "The regular expression matches in the text.", '"^[0-9]+$"'),
)

FILTER = (
    Key("regex", "regexes", "", "Regular expressions; any of them.", '"/ads/"', required=True),
    Key("unless_all", "true/false", "false", "No effect if it would apply to every value.", "true"),
)
