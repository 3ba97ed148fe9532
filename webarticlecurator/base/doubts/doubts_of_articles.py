"""Doubts about articles: their texts, their fields, their captures and their files."""

from __future__ import annotations

from webarticlecurator.base.doubts.doubt_kinds import DoubtKind
from webarticlecurator.base.doubts.doubts_of_lists import CRAWL_AGAIN
from webarticlecurator.base.text.translation import make_message

_SEE_ARTICLE = make_message("look at it with `curator extract --explain`, and correct the rule")
_BUILT_AGAIN = "a build of the article that no longer finds it"
_BUILT_AS_ONE = "a build after which the articles have no such thing in common"

ARTICLE_ROWS = (
    DoubtKind(
        "layout-drift",
        "many new articles have no root, lack a field or differ in length: the portal has probably"
        " changed its pages",
        "run `curator repair`",
        "texts",
        asked=("corpus",),
        proof="a difference between new and earlier articles that is too large for chance",
        refutation="a build of the article that shows it; of lengths also new articles that are as"
        " long as ever",
        keys=("article.layouts",),
        sentences={
            "": "the pages of column {of} have probably changed: {words}; look at this article"
            " with curator extract {file} --url {url} --explain, and add a layout if it has a new"
            " one"
        },
    ),
    DoubtKind(
        "same-title",
        "many articles have the same title, or that of the site",
        _SEE_ARTICLE,
        "fields",
        asked=("corpus",),
        proof="one title on a tenth of the articles, or the name of the site",
        refutation=_BUILT_AS_ONE,
        keys=("metadata.title", "article.gate_off"),
        sentences={
            "": "{count} of {number} articles have the title {title} (expected one of their"
            " own); a rule such as  title: h1  takes what readers see, and  gate_off:"
            " [{reason}]  says that it is so"
        },
    ),
    DoubtKind(
        "field-empty",
        "a field for which the portal file has rules is empty on all articles",
        _SEE_ARTICLE,
        "fields",
        asked=("corpus",),
        proof="a field with rules that no article has",
        refutation=_BUILT_AS_ONE,
        keys=("article.metadata",),
        sentences={
            "": "{rule} finds nothing on any of {articles} articles, the first {first} (expected"
            " {name}); `curator extract {file} --url {first} --explain` shows similar places;"
            " write  {name}: none  if the pages have none",
            "unread-date": "{rule} finds no date ({date}) on any of {articles} articles, the first"
            " {first} (expected {name}); `curator extract {file} --url {first} --explain` shows"
            " similar places; write  {name}: none  if the pages have none",
        },
    ),
    DoubtKind(
        "field-affix",
        "values of a field contain too much: nearly all begin or end in the same way, or one"
        " holds several names",
        "write the `replace` or `split` that the message names into the rule of the field",
        "fields",
        asked=("corpus",),
        proof="the same words at one end of nearly all values, or a value made of two others",
        refutation=_BUILT_AS_ONE,
        keys=("metadata.authors",),
        sentences={
            "": "{count} of {number} values {place} {affix}, such as {example} (expected names"
            " alone); write  replace: [['{pattern}', '']]  into the rule",
            "joined": "{count} of {number} values have two others, such as {example} (expected one"
            " name each); write  split: '{pattern}'  into the rule, beside what it splits at",
        },
    ),
    DoubtKind(
        "published-is-now",
        "articles say that they were published when they were requested: the portal writes the"
        " present time into its pages",
        _SEE_ARTICLE,
        "fields",
        asked=("corpus",),
        proof="a time of publication within five seconds of the request on nine of ten articles, in"
        " any time zone; without seconds, within its minute",
        refutation=_BUILT_AS_ONE,
        keys=("metadata.published",),
        sentences={
            "": "{count} of {number} articles say that they were published in the second in which"
            " they were requested (expected an earlier time); write a rule for `published` that"
            " takes the date that readers see, or  published: none",
            "minute": "{count} of {number} articles say that they were published in the minute in"
            " which they were requested, in some time zone (expected an earlier time); write a rule"
            " for `published` that takes the date that readers see, or  published: none",
        },
    ),
    DoubtKind(
        "repeated-text",
        "texts have lines that do not belong to them: links to other articles, or the same"
        " words in most texts",
        "write the `drop` that the message names into `article.body`",
        "texts",
        asked=("corpus",),
        proof="the same line in the texts of several articles",
        refutation="a build of the first of them without such a line",
        keys=("body.drop",),
        sentences={
            "": "{count} of {number} articles have the same line in their text: {words}; write "
            " drop: [{{xpath: '{rule}'}}]",
            "articles": "{count} of {number} articles have links to others with these words in"
            " their text: {words}; write  drop: [{{xpath: '{rule}'}}]",
            "others": "{count} of {number} articles have links with these words in their text:"
            " {words}; write  drop: [{{xpath: '{rule}'}}]",
        },
    ),
    DoubtKind(
        "unfollowed-page",
        "an article leads to a further page that no rule follows; its text is cut",
        "write `article.next_page`",
        "texts",
        asked=("corpus",),
        proof="a pager on the page, or a list that names its next page",
        refutation=_BUILT_AGAIN,
        keys=("article.next_page", "article.continuation"),
        sentences={
            "": "no rule follows the link to its next page, {address}, so its text is cut"
            " (expected the rule `article.next_page`); write  next_page: {{pager: {{}}}} , or"
            "  next_page: none  if articles have one page",
            "listed": "its next page {address} is listed as an article of its own, so its text is"
            " cut (expected: no list names later pages); write  continuation: '{pattern}$'",
            "script": "the number of its next page, {address}, leads to nothing on the page, so its"
            " text may be cut (expected: a script loads it); write a rule of  article.parts  for"
            " the address that is loaded, or  next_page: none  if articles have one page",
        },
    ),
    DoubtKind(
        "text-outside",
        "a page of several articles has text that is in none of them",
        "make `article.split` select it, or drop it in `body.drop`",
        "texts",
        asked=("corpus",),
        proof="a paragraph outside of the articles that no other page has",
        refutation=_BUILT_AGAIN,
        keys=("article.split", "body.drop"),
        sentences={
            "": (
                "{number} paragraph is in none of its articles and on no other page: {words};"
                " make  article.split  select it, or drop its element in  body.drop",
                "{number} paragraphs are in none of its articles and on no other page, the first:"
                " {words}; make  article.split  select them, or drop their element in  body.drop",
            )
        },
    ),
    DoubtKind(
        "withdrawn-again",
        "an article has the text of one that was withdrawn",
        "run `curator withdraw` with its address, too",
        "texts",
        asked=("corpus",),
        proof="the same digest of the text as the tombstone of a withdrawn article has",
        refutation="a withdrawal of the article, or another text of it",
        keys=(),
        sentences={
            "": "it has the text of an article that was withdrawn on {day}; run  curator withdraw"
            "  with its address, too"
        },
    ),
    DoubtKind(
        "first-page-missing",
        "a later page of an article is stored, but its first page is not",
        CRAWL_AGAIN,
        "articles",
        asked=("article",),
        proof="no capture of the first page",
        refutation=_BUILT_AGAIN,
        sentences={"": "the beginning of the article was not captured; the text has a gap there"},
    ),
    DoubtKind(
        "page-missing",
        "a page of an article was not captured; its text has a gap there",
        CRAWL_AGAIN,
        "texts",
        asked=("article", "corpus"),
        proof="no capture of a page that the page before it links",
        refutation=_BUILT_AGAIN,
        sentences={
            "": "page {number} of the article was not captured; the text has a gap there",
            "split": "page {number} was not captured; its articles are missing",
            "other": "the portal sent the page of another article instead; the text has a gap"
            " there",
        },
    ),
    DoubtKind(
        "cut-page",
        "a page of an article breaks off, although the pages of other articles end",
        CRAWL_AGAIN,
        "texts",
        asked=("corpus",),
        proof="an HTML page with open elements and without an end, where nine of ten have one",
        refutation="a later answer that ends, or that is the same `fetch.confirm` later",
        sentences={"": "it breaks off at {last}; the next crawl asks for it again"},
    ),
    DoubtKind(
        "part-missing",
        "content that a page loads separately (comments, entries …) was not captured",
        CRAWL_AGAIN,
        "texts",
        asked=("article", "corpus"),
        proof="no capture of an address that the page loads",
        refutation=_BUILT_AGAIN,
        sentences={"": "{kind} of the article: not captured; the next crawl asks again"},
    ),
    DoubtKind(
        "loaded-later",
        "scripts of a page load more of the text, which is not captured",
        "write a rule of `article.parts` for the address that they load; if it is no text, drop the"
        " element in `body.drop`",
        "texts",
        asked=("page",),
        proof="a button beside the posts, or what ends a text: an element without words that has an"
        " address of the page or is busy, or a link or button that leads nowhere",
        refutation=_BUILT_AGAIN,
        keys=("article.parts", "body.drop"),
        sentences={
            "posts": "the page has {count} posts, and its button {words} loads others, which are"
            " not in the text; write a rule of  article.parts  for the address that it loads",
            "address": "behind the text is an empty element with the address {words}, and what"
            " scripts load from there is not in the text; write a rule of  article.parts  for it,"
            " or drop the element in  body.drop  if that is no text",
            "busy": "behind the text is an element that shows that something is being loaded, which"
            " is not in the text; write a rule of  article.parts  for its address, or drop the"
            " element in  body.drop",
            "control": "the text ends with {words}, which leads nowhere and may load the rest;"
            " write a rule of  article.parts  for the address that it loads, or drop the element in"
            "  body.drop",
        },
    ),
    DoubtKind(
        "later-capture",
        "the rules cannot read a later capture of an article, so its text is that of an earlier"
        " one",
        "run `curator repair`",
        "texts",
        asked=("article",),
        proof="a later capture that the rules reject, after one that they read",
        refutation=_BUILT_AGAIN,
        sentences={
            "": "a later capture is not read ({reason}); the text is that of an earlier one: check"
            " the rules, because the portal may have changed its pages"
        },
    ),
    DoubtKind(
        "page-rejected",
        "a later page of an article is not an article page; its text has a gap there",
        _SEE_ARTICLE,
        "texts",
        asked=("article",),
        proof="a page check or a missing root on a later page",
        refutation=_BUILT_AGAIN,
        keys=("body.root", "article.next_page"),
    ),
    DoubtKind(
        "next-page",
        "the next page of an article is the page itself, an earlier one, or unknown",
        "correct `article.next_page`",
        "texts",
        asked=("article",),
        proof="a next link to a page that was read, or a pager without the number of the page",
        refutation=_BUILT_AGAIN,
        keys=("article.next_page",),
    ),
    DoubtKind(
        "commenters-unknown",
        "the names of readers must be replaced, but the writers of the comments are not known",
        "give the element of the name the block `comment-author`, or drop it",
        "fields",
        asked=("page",),
        proof="comments none of which has a writer",
        refutation=_BUILT_AGAIN,
        keys=("article.comments",),
        sentences={
            "": "the tag dictionary names no writer for any of {number} comments, so their names"
            " may be in the text (give their element the block comment-author, or drop it)"
        },
    ),
    DoubtKind(
        "unclassified",
        "a page of a WARC file is neither an archive page nor an article",
        "if it should be one of them, add a column or `article.match` for its address",
        "articles",
        asked=("file", "corpus"),
        proof="an address that no column has and no archive page links",
        refutation="a build with the file that reads it, an article with its address, or a line in"
        " <portal>.exclude.tsv",
        keys=("article.match",),
        sentences={
            "": "neither an archive page nor linked by one; `article.match` can say which addresses"
            " are articles"
        },
    ),
    DoubtKind(
        "warc-damaged",
        "a part of a WARC file cannot be read; the records after it were read",
        "copy the file from a backup",
        "articles",
        asked=("file", "corpus"),
        proof="bytes that are no record",
        refutation="a build with the file that reads all of it, or a new index (`curator verify"
        " --rebuild`)",
    ),
    DoubtKind(
        "lost",
        "answers that were stored are in no WARC file any more",
        "put the WARC files back from a copy, and run `curator verify --rebuild`; if they are lost"
        " for good, remove lost.jsonl from the corpus folder first",
        "articles",
        asked=("corpus",),
        proof="a record that the index knew and no WARC file has",
        refutation="a WARC file that has the record, or lost.jsonl without it",
    ),
    DoubtKind(
        "revisit-unresolved",
        "a WARC record repeats one that is in none of the files",
        "give the file that has it, too",
        "articles",
        asked=("file", "corpus"),
        proof="a `revisit` record whose original is not there",
        refutation="a build with the files of both, or a new index (`curator verify --rebuild`)",
        sentences={"": "the record it repeats is in none of the files"},
    ),
    DoubtKind(
        "invalid-tei",
        "the TEI violates its schema, which is an error in this program",
        "please report it (`build --all --validate all` checks every file)",
        asked=("article",),
        proof="an error of the schema",
        refutation=_BUILT_AGAIN,
        step="text",
    ),
    DoubtKind(
        "rule-timeout",
        "a rule of the portal file took too long on a page, or reading the page did",
        "make the rule simpler",
        "articles",
        asked=("worker",),
        proof="no result within the time of a page",
        refutation=_BUILT_AGAIN,
        step="text",
    ),
    DoubtKind(
        "worker-killed",
        "the process that built the article was killed or crashed",
        "build again",
        "articles",
        asked=("worker",),
        proof="the end of the process",
        refutation=_BUILT_AGAIN,
        step="text",
    ),
    DoubtKind(
        "out-of-memory",
        "the process that built the article ran out of memory",
        "build with fewer `--jobs`",
        "articles",
        asked=("worker",),
        proof="an error of the system",
        refutation=_BUILT_AGAIN,
        step="text",
    ),
    DoubtKind(
        "program-error",
        "an error in this program; please report it",
        "report its message",
        "articles",
        asked=("worker",),
        proof="an error that nothing in the program expects",
        refutation=_BUILT_AGAIN,
        step="text",
    ),
)
"""The rows about articles; remarks on them are in ``remarks_on_articles.py``."""
