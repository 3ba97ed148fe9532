"""The key table: article pages, layouts, metadata."""

from __future__ import annotations

from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.model.fields import FIELDS
from webarticlecurator.portal_file.keys.keys_portal import Key

KINDS = (
    "NewsArticle",
    "Article",
    "OpinionNewsArticle",
    "AnalysisNewsArticle",
    "BackgroundNewsArticle",
    "ReportageNewsArticle",
    "ReviewNewsArticle",
    "AskPublicNewsArticle",
    "Report",
    "BlogPosting",
    "LiveBlogPosting",
    "SocialMediaPosting",
    "DiscussionForumPosting",
    "ScholarlyArticle",
    "WebPage",
)
"""Schema.org types of ``article.kind``."""

_LAYOUT = (
    Key(
        "body", "section body", "", "Where the text is, and what its tags mean.", "{root: article}"
    ),
    Key(
        "metadata",
        "section metadata",
        "built in",
        "Field → ordered sources; the first with a value is used.",
        "{title: h1}",
    ),
    Key(
        "clean",
        "section clean",
        "",
        "Field → ordered regex pairs on its values, from whatever source.",
        '{title: [[" - Echo$", ""]]}',
    ),
    Key(
        "next_page",
        "rules",
        "",
        "The link to the next page of an article; `none`: articles have one page.",
        '"a[rel=next]"',
    ),
    Key(
        "order",
        "one of forward|reversed",
        "forward",
        "`reversed`: the pager runs from the last page to the first.",
        "reversed",
    ),
    Key(
        "reject",
        "rejects",
        "",
        "Pages that are not articles; each rule may name a reason.",
        '[{css: "body.quiz"}]',
    ),
    Key(
        "gate_off",
        "gate reasons",
        "",
        "Page checks to switch off if they are wrong; `all` switches off every one."
        " `same-title`: articles may have the same title.",
        "consent-wall",
    ),
    Key(
        "page",
        "rules",
        "",
        "The HTML of the article, if the response is JSON or a script.",
        "{json: html}",
    ),
    Key("split", "split", "", "One page, several articles.", '{css: "div.post", id: "@id"}'),
    Key(
        "kind",
        "one of " + "|".join(KINDS),
        "NewsArticle",
        "Type of the articles in Schema.org.",
        "BlogPosting",
    ),
    Key(
        "single_page",
        "rules",
        "",
        "The link to a page with the whole article, which is read instead of the single pages.",
        '"a.load-all"',
    ),
    Key(
        "parts",
        "sections part",
        "",
        "What the page loads apart, and is read as a part of the article.",
        '[{address: {css: "div[data-src]", attr: data-src}, as: comments}]',
    ),
    Key(
        "assets",
        "one of none|images|page",
        "none",
        "Files of the page that are stored with it; the text does not depend on them. `page`: all"
        " style sheets, fonts and pictures that it uses.",
        "page",
    ),
    Key(
        "comments",
        "one of keep|drop|pseudonyms",
        "keep",
        "Readers' comments; `pseudonyms` replaces the names of readers.",
        "pseudonyms",
    ),
)

ARTICLE = (
    *_LAYOUT,
    Key(
        "continuation",
        "regex",
        "",
        "An address of this form is never a first page.",
        '"[?&]page=[2-9]"',
    ),
    Key(
        "match",
        "regex",
        "",
        "Which addresses are articles, in WARCs made elsewhere.",
        '"/[0-9]{6}/"',
    ),
    Key(
        "page_kind",
        "one of " + "|".join(PAGE_KINDS),
        "judged, where the text is guessed",
        "The kind of all article pages, if trees judge it wrongly. A guess of the text depends"
        " on it.",
        "thread",
    ),
    Key(
        "refresh",
        "section refresh",
        "",
        "Which stored articles a crawl asks for again.",
        "{within: 14d, every: 2d, listed: [title, comments]}",
    ),
    Key(
        "layouts",
        "sections layout",
        "",
        "Other layouts; the first whose `when` is true is used.",
        "[{name: old, when: td.cikk}]",
    ),
)

REFRESH = (
    Key(
        "within",
        "duration",
        "",
        "Articles published less than this ago are asked for again.",
        "14d",
    ),
    Key(
        "every",
        "duration",
        "1d",
        "Of these, the ones whose latest capture is older than this.",
        "2d",
    ),
    Key(
        "listed",
        "texts",
        "",
        "Also articles for which one of these `listed` values has changed since the last capture.",
        "[title, comments]",
    ),
)

LAYOUT = (
    Key("name", "text", "", "Name, for messages.", "before-2019", required=True),
    Key("when", "layout condition", "always", "When a page has this layout.", "{css: td.cikk}"),
    Key(
        "encoding",
        "character set",
        "that of the portal",
        "Character set of its pages, if they do not name one.",
        "iso-8859-2",
    ),
    *_LAYOUT,
)

BODY = (
    Key(
        "root",
        "rules",
        "found on each page",
        "The elements that contain the text; the first rule that finds any is used. Without it,"
        " they are guessed.",
        "div.article-body",
    ),
    Key("drop", "rules", "", "Elements to leave out; all rules are used.", "[.ad, script]"),
    Key(
        "guess",
        "true/false/elsewhere",
        "false",
        "If no `root` rule finds anything, the text is guessed. `true` also leaves out what does"
        " not look like text inside a root.",
        "elsewhere",
    ),
    Key(
        "once",
        "rules",
        "",
        "What every page of an article repeats: dropped on all pages but the first.",
        "[.lead]",
    ),
    Key(
        "posts",
        "section posts",
        "",
        "Each `root` is a post of a thread: who wrote it, and when.",
        "{author: .username, time: {css: .date, attr: title}}",
    ),
    Key(
        "clean",
        "pairs",
        "",
        "Ordered regex pairs on the text of each block; what goes is dropped.",
        '[["^Advertisement$", ""]]',
    ),
    Key(
        "tags",
        "tags",
        "the base dictionary",
        "The tag dictionary: a TSV file, or signature → operation.",
        "echo.tags.tsv",
    ),
    Key(
        "signature",
        "sections signature",
        "",
        "How attributes appear in signatures, before numbers and addresses are replaced.",
        "[{attr: class, replace: [[^theme-.*, '']]}]",
    ),
)

PART = (
    Key(
        "address",
        "rules",
        "",
        "The links to the part; all rules are used.",
        "a.comments",
        required=True,
    ),
    Key(
        "as",
        "one of comments|feed-entries|gallery|text",
        "",
        "The kind of its blocks; `text`: as they are.",
        "comments",
        required=True,
    ),
    Key("page", "rules", "", "The HTML in it, if the response is JSON.", "{json: 'items[].html'}"),
    Key(
        "root",
        "rules",
        "all of it",
        "The elements that hold its entries, one each.",
        "li.comment",
    ),
    Key("next", "rules", "", "The link to its next page.", "a.older"),
    Key(
        "headers",
        "headers of a part",
        "{}",
        "Headers sent with the requests of this part alone. They are stored as they are; those that"
        " sign in belong into `fetch`.",
        "{X-Requested-With: XMLHttpRequest}",
    ),
)

POSTS = (
    Key(
        "author",
        "rules",
        "",
        "Who wrote a post, in the largest element around its text that holds no other.",
        ".username",
    ),
    Key("time", "rules", "", "When it was written, in the same element.", "time"),
)

SIGNATURE = (
    Key("tag", "tag name", "all tags", "The tag that is meant.", "div"),
    Key("attr", "attribute name", "all", "The attribute that is meant.", "class"),
    Key(
        "replace",
        "pairs",
        "",
        "Ordered regex pairs on its value; of `class`, on each name.",
        '[["^theme-.*", ""]]',
    ),
    Key("drop", "true/false", "false", "Signatures leave it out.", "true"),
)

METADATA = tuple(
    Key(
        field.name,
        "rules",
        "built in",
        f"{field.meaning} Schema.org: {field.schema_property}"
        + (", a list." if field.is_list else "."),
        field.example,
        also=field.schema_property,
    )
    for field in FIELDS
)

CLEAN = tuple(
    Key(
        field.name,
        "pairs",
        "",
        f"For every value of `{field.name}`; one that becomes empty is left out.",
        field.clean_example,
        also=field.schema_property,
    )
    for field in FIELDS
)
