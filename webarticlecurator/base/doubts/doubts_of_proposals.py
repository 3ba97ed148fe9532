"""Doubts about a portal file that ``curator new`` proposes: the command and the file say them
first.
"""

from __future__ import annotations

from webarticlecurator.base.doubts.doubt_kinds import DoubtKind

_PROPOSAL = ("proposal",)
_WRITTEN = "a rule that somebody writes into the file"

PROPOSAL_ROWS = (
    DoubtKind(
        "no-list",
        "no list of all articles was recognised",
        "give `curator new` the address of a page that lists articles, or write `links`",
        "articles",
        is_serious=False,
        asked=_PROPOSAL,
        proof="a page without a list, a feed alone, or a list that a script loads",
        refutation=_WRITTEN,
        keys=("links",),
        sentences={
            "feed": "a feed with the newest {number}",
            "json": "the answer is JSON; write its links as rules such as  {rule}",
            "post-form": "a form on this page sends by POST what it asks for, which no crawl does;"
            " look for other addresses of the same lists, or ask the portal for a list of its"
            " articles",
            "hidden-links": "the links of this page lead to one address until a person moves the"
            " pointer: the portal gives programs no links on purpose; ask it for a list of its"
            " articles, or for permission to read them",
        },
        question="Where does the portal list its articles?",
        answers=("links",),
    ),
    DoubtKind(
        "no-next-page",
        "no next page of the list was recognised, so the file reads only this page",
        "write `pagination`, or `pagination: none` if no page follows",
        "articles",
        is_serious=False,
        asked=_PROPOSAL,
        proof="a list without a next link, a counter, dates or a sitemap",
        refutation=_WRITTEN,
        keys=("pagination",),
        question="Is this the whole list?",
        answers=("whole", "next"),
    ),
    DoubtKind(
        "next-not-proved",
        "the next page of the list was not tried, or lists no other articles",
        "run `curator links` to see what the rules find there, and correct `links` or `pagination`",
        "articles",
        is_serious=False,
        asked=_PROPOSAL,
        proof="a next page without other articles, or that was not read",
        refutation="a next page that lists other articles",
        keys=("links", "pagination"),
        sentences={
            "untried": "not tried",
            "no-others": "the links rule finds no further articles there",
            "forbidden": "robots.txt forbids the next page, and no sitemap lists these",
        },
        question="Which link leads to older articles?",
        answers=("next", "whole"),
    ),
    DoubtKind(
        "other-lists",
        "pages of the same kind list other articles, but are not in the file",
        "if you want them, give `curator new` the front page, or write them as `columns`",
        "articles",
        is_serious=False,
        asked=_PROPOSAL,
        proof="a page of the same menu that lists other articles by the same rule",
        refutation=_WRITTEN,
        keys=("columns",),
        sentences={"": "it lists {number} other articles, such as {url}"},
        question="Do the articles of other lists of the portal belong to it, too?",
        answers=("list",),
    ),
    DoubtKind(
        "first-day-unknown",
        "the first day of the archive was not found",
        "write the day of the first article into `dates`",
        "articles",
        is_serious=False,
        asked=_PROPOSAL,
        proof="articles in the first window that was read, or a pause longer than what was"
        " looked at before it",
        refutation=_WRITTEN,
        keys=("dates",),
        sentences={"": "the archive may begin earlier than {day}"},
        question="On which day does the archive begin?",
        answers=("list",),
    ),
    DoubtKind(
        "not-articles",
        "these rules reject pages that the list names",
        "look at the first one in a browser, and correct `links` or `article`",
        "articles",
        is_serious=False,
        asked=_PROPOSAL,
        proof="a page of the list that the proposed rules reject",
        refutation="rules that read the page, or a list without it",
        keys=("links", "article"),
        question="Are these pages articles?",
        answers=("article",),
    ),
    DoubtKind(
        "articles-not-read",
        "articles of the list were not read, so no rule was tried on them",
        "crawl a few with `--limit 20`, and look at their texts",
        "texts",
        is_serious=False,
        asked=_PROPOSAL,
        proof="no article of the list that could be requested",
        refutation="a crawl",
        sentences={"": "none was read"},
        question="Can the articles be read?",
        answers=("try",),
    ),
    DoubtKind(
        "few-articles",
        "too few articles were read to know what is the same on all of them",
        "give `curator new` a page that lists more, or compare each text with its page",
        "texts",
        is_serious=False,
        asked=_PROPOSAL,
        proof="fewer articles than what is shared by all shows on",
        refutation="a page that lists more",
        sentences={"": "{number} articles"},
        question="Is the text of these articles right?",
        answers=("article",),
    ),
    DoubtKind(
        "kind-unsure",
        "the pages may be threads of a forum, or articles with comments",
        "look at one, and write `page_kind: thread` or `page_kind: article`, and for an article the"
        " `body.root` of it alone",
        "texts",
        is_serious=False,
        asked=_PROPOSAL,
        proof="first posts whose writers wrote none of the others, or posts on a few pages alone",
        refutation=_WRITTEN,
        keys=("article.page_kind", "body.root"),
        sentences={
            "": "who wrote the first posts wrote none of the others",
            "some": "{number} of {total} pages show posts of several writers",
        },
        question="Are these pages threads, or articles with comments?",
        answers=("article",),
    ),
    DoubtKind(
        "text-without-rules",
        "no rule finds the text better than the reader without rules, so the file uses that reader",
        "compare the first text with its page; if they differ, write `article.body.root`",
        "texts",
        is_serious=False,
        asked=_PROPOSAL,
        proof="no root that holds the text of all pages",
        refutation=_WRITTEN,
        keys=("body.root",),
        sentences={"": "read without a root, confidence {share}"},
        question="Is all of this the text of the article?",
        answers=("article",),
    ),
    DoubtKind(
        "field-not-found",
        "a field was not found on articles that were read",
        "write a rule for it into `article.metadata`, or `none` if the portal does not show it",
        "fields",
        is_serious=False,
        asked=_PROPOSAL,
        proof="more articles without the field than portals have",
        refutation=_WRITTEN,
        keys=("article.metadata",),
        sentences={
            "": "{field} not found on {number} of {total}",
            "first-pages": "{field} not found on {number} of {number} articles of several pages, of"
            " which the first is read for it",
            "organization": "authors not found on {number} of {number}: all declare {name}, an"
            " organization",
            "site": "authors not found on {number} of {total}, which declare the site alone",
        },
    ),
)
"""The rows about a proposal. ``not-listed`` is one, too."""
