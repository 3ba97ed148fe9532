"""Doubts about the archive of a portal: its pages, its lists and their ends."""

from __future__ import annotations

from webarticlecurator.base.doubts.doubt_kinds import DoubtKind
from webarticlecurator.base.text.translation import make_message

CRAWL_AGAIN = make_message("crawl again to fetch what is missing")
_SEE_LINKS = make_message(
    "run `curator links` to see what the rules find on it, and correct `links` or `pagination`"
)
_READ_AGAIN = "a later answer for the page, which the walk can use"
_WALKED_AGAIN = "a walk that ends in another way"

LIST_ROWS = (
    DoubtKind(
        "archive-page-failed",
        "an archive page could not be fetched or read",
        CRAWL_AGAIN,
        "articles",
        asked=("walk",),
        proof="no usable answer for the page",
        refutation=_READ_AGAIN,
        sentences={
            "": "{cause}; `curator why` says what happened, and the next crawl tries again",
            "far-end": "the other end of the list could not be read; the next crawl tries again",
        },
    ),
    DoubtKind(
        "archive-page-unread",
        "the links of a stored archive page cannot be read",
        "build again; if the problem remains, correct the rule that the message names",
        "articles",
        asked=("corpus", "file"),
        proof="an error of a rule on the stored page",
        refutation="the rules read the stored page",
        keys=("links", "pagination"),
        step="list",
    ),
    DoubtKind(
        "out-of-order",
        "the portal seems to have been out of order: many pages in a row, or all dates of a"
        " column, were not as expected",
        "crawl again when the portal works",
        "articles",
        asked=("run",),
        proof="more answers in a row that are not as expected than chance makes",
        refutation="a later crawl in which such pages were well",
        sentences={
            "articles": "the portal seems to have been out of order since {time} UTC: {number}"
            " answers are not used, the first for {url}; the next crawl requests these"
            " articles again",
            "pages": "the portal seems to have been out of order since {time} UTC: {number} archive"
            " pages are not used, the first {url}; the next crawl requests them again",
            "dates": "the pages of {number} dates are missing in a crawl (404 or 410), and no date"
            " has ever listed anything. Either the portal has been out of order since {time}"
            " UTC, or `url` in the portal file is wrong: {url} (expected: an article on one"
            " of the dates). The next crawl requests them again",
        },
    ),
    DoubtKind(
        "wrong-clock",
        "the clock of this computer and that of the portal differ by an hour or more",
        "set the clock of this computer, and crawl again",
        "articles",
        asked=("run",),
        proof="the `Date` headers of the portal's answers",
        refutation="a later crawl whose answers have our time",
        sentences={
            "ahead": "the clock of this computer is {offset} ahead of that of the portal, as its"
            " answers say ({portal:%Y-%m-%d %H:%M} UTC, not {ours:%Y-%m-%d %H:%M}); days that"
            " were not over by the portal's clock are read again",
            "behind": "the clock of this computer is {offset} behind that of the portal, as its"
            " answers say ({portal:%Y-%m-%d %H:%M} UTC, not {ours:%Y-%m-%d %H:%M}); anything"
            " newer is not read yet",
        },
    ),
    DoubtKind(
        "missing-archive-page",
        "an archive page does not exist, although another one links it or the portal file names it",
        "look at its address in a browser, and correct `url` or `pagination` of the column",
        "articles",
        asked=("walk",),
        proof="404 or 410 for an address that a page links or the portal file names",
        refutation=_READ_AGAIN,
        keys=("url", "pagination"),
        sentences={
            "": "status {status} for an archive page that should exist; {ask_again}",
            "file": "status {status} for a file that should exist; the next crawl requests it"
            " again",
        },
    ),
    DoubtKind(
        "empty-archive-page",
        "an archive page lists nothing where it should",
        _SEE_LINKS,
        "articles",
        asked=("walk",),
        proof="the link rules find nothing on a page before the end of its list",
        refutation=_READ_AGAIN,
        keys=("links", "pagination"),
        sentences={
            "file": "it lists nothing",
            "list": "column {column}, span {number}: none of its pages lists a link",
            "named": "it lists nothing, but the portal file names it; look at the links rules"
            " (curator links), {ask_again}",
            "between": "it lists nothing, but a page after it does; a crawl on another day"
            " requests it again",
            "linked": "it lists nothing but has a next page; look at the links rules (curator"
            " links)",
        },
        step="list",
    ),
    DoubtKind(
        "no-links",
        "the link rules of a column match nothing on any of its archive pages, or on the newest of"
        " them where they did before",
        "run `curator repair` if they matched before; otherwise correct `links`",
        "articles",
        asked=("walk", "run", "corpus"),
        proof="no link on any page of a span, or on its newest ones beside those of earlier walks",
        refutation="a page of the span that lists an article",
        keys=("links",),
        sentences={
            "span": "the link rules match nothing on {pages}: {rules}; `curator links"
            " --explain` shows what is near",
            "lost": "the link rules find nothing on the newest pages of the list, up to {page},"
            " where they found articles before; {cure}",
            "shrunk": "the link rules find {number} articles at the top of the list, {page}, all of"
            " them known (expected about {before}, as before); {cure}",
        },
        step="list",
    ),
    DoubtKind(
        "rules-take-tei",
        "the rules of the portal file would remove the TEI of many articles, so the build wrote"
        " nothing",
        "undo the change, or run `build --prune` if you mean it",
        "articles",
        asked=("corpus",),
        proof="many articles with TEI that the rules of today reject",
        refutation="a build that takes fewer, or `build --prune`",
        keys=("article", "columns"),
        sentences={
            "": "{changed}: the build would remove the TEI of {number} of {of} articles ({counts}),"
            " so it wrote nothing; the first is {first}. Correct the rule. If you want to remove"
            " them, run curator build {file} --prune"
        },
        step="text",
    ),
    DoubtKind(
        "unlisted-articles",
        "no rule of the portal file lists many of the articles any more; they keep their TEI",
        "undo the change, or run `build --prune` to remove the TEI",
        "articles",
        asked=("corpus",),
        proof="articles in TEI that no stored archive page lists by the rules of today",
        refutation="rules that list them, or `build --prune`",
        keys=("archive.links", "archive.columns"),
        sentences={
            "": "{message}. If you did not intend this, correct archive.links or the columns"
        },
        step="text",
    ),
    DoubtKind(
        "damaged-source",
        "a part of a sitemap or a feed could not be read",
        CRAWL_AGAIN,
        "articles",
        asked=("walk",),
        proof="the file is not well-formed from one place on",
        refutation=_READ_AGAIN,
        sentences={
            "": "{damage}; the readable part was used, and the next crawl reads the file again"
        },
    ),
    DoubtKind(
        "wrong-order",
        "a list grows at its end, which the portal file does not expect; all of it was walked",
        "write `order: oldest-first` beside its `url`",
        asked=("walk",),
        proof="a link at the other end of the list that no earlier walk listed",
        refutation="a walk whose other end has nothing new",
        keys=("order",),
        sentences={
            "": (
                "column {column}, span {span}: the page at the other end of the list, {url}, has a"
                " link that no earlier walk listed (expected none in a list that is {assumed});"
                " write `order: {cure}` for it. Nothing is lost: the whole span is walked",
                "column {column}, span {span}: the page at the other end of the list, {url}, has"
                " {number} links that no earlier walk listed (expected none in a list that is"
                " {assumed}); write `order: {cure}` for it. Nothing is lost: the whole span is"
                " walked",
            )
        },
        step="list",
    ),
    DoubtKind(
        "beyond-last",
        "an archive page links a page after the last one that the portal file names",
        "raise `last` in `pagination`, or remove it",
        "articles",
        asked=("walk",),
        proof="a link to a larger number than `last`",
        refutation=_READ_AGAIN,
        keys=("pagination.last",),
        sentences={
            "": "the page links {address}, a page after `last`; raise pagination.last, or leave it"
            " out"
        },
    ),
    DoubtKind(
        "pager-current",
        "an archive page has a pager whose `current` selects no number, so the next page is not"
        " known",
        _SEE_LINKS,
        "articles",
        asked=("walk",),
        proof="a pager without the number of the page",
        refutation=_READ_AGAIN,
        keys=("pagination.next",),
        sentences={
            "": "it has a pager whose `current` selects no number (expected the number of the"
            " page); look at pagination.next"
        },
    ),
    DoubtKind(
        "next-off-portal",
        "the next link of an archive page leaves the portal",
        _SEE_LINKS,
        "articles",
        asked=("walk",),
        proof="a next link to a host that is not the portal's",
        refutation=_READ_AGAIN,
        keys=("pagination.next", "stop.at"),
        sentences={
            "": "the next link leads to {address}, outside the portal; look at pagination.next, or"
            " name the address in stop.at"
        },
    ),
    DoubtKind(
        "page-limit",
        "a walk reached the default limit of pages; the rest of the archive is not walked",
        "write `stop: {max_pages: …}` with a larger number into the span",
        "articles",
        asked=("walk",),
        proof="a next page after as many pages as a walk reads",
        refutation=_WALKED_AGAIN,
        keys=("stop.max_pages",),
        sentences={
            "": "a walk has reached page {number}, and there is a next one: {address} (expected at"
            " most {most} pages). If the archive is that long, write stop: {{max_pages: …}}, and"
            " the next crawl continues here. If the next links never end (a session id in the"
            " address, a calendar), correct pagination.next",
            "named": "{number} of the pages that it names are left out (expected at most {most})",
        },
    ),
    DoubtKind(
        "walk-looped",
        "the next link of an archive page leads back to a page that was read before, so the rest of"
        " the list may be missing",
        _SEE_LINKS,
        "articles",
        asked=("walk", "corpus"),
        proof="a next link to a page that this walk has read",
        refutation="a walk that ends in another way, or a sitemap all of whose articles are listed",
        keys=("pagination.next",),
        sentences={
            "": "the next link of {page} leads back to {target}, which was read before. The rule"
            " may have chosen the link to newer pages: look at pagination.next (`curator repair`"
            " tries it)"
        },
    ),
    DoubtKind(
        "list-not-whole",
        "the end of a list is not proved, because there are signs of further pages",
        _SEE_LINKS,
        "articles",
        asked=("walk", "run", "corpus"),
        proof="pages, years or months that the list links and no walk has read; a larger number of"
        " pages or articles, as its pages count them; pages that repeat articles of others among"
        " new ones; articles that a page links and no rule takes; a page that breaks off, or that"
        " looks like another one, or has the title of one",
        refutation="a walk that ends in another way, or a sitemap all of whose articles are listed",
        keys=("links", "pagination", "fetch.sitemaps"),
        sentences={
            "left-pages": "the walk ends at {page}, but its pages link others of the list that were"
            " not read: {pages}. Write a rule for them under `pagination` (`curator repair` tries"
            " some); if you do not want them, write the address of the oldest article that you want"
            " under `stop: {{listed: …}}`, beside `pagination`",
            "counts-more": "the walk ends at {page}, but its pages count more than it has read:"
            " {says} ({counted} of {of}). Look for the rest in a browser: the portal may have it"
            " under other addresses, by dates or in a sitemap; if you want nothing more, write the"
            " address of the oldest article that you want under `stop: {{listed: …}}`, beside"
            " `pagination`",
            "shuffled": "the pages up to {page} repeat articles of earlier ones among new articles:"
            " the portal seems to change the order at each request, so that some are missing. Take"
            " a list in a fixed order, such as one by date or a sitemap",
            "unread": (
                "the rules take nothing from the page of this date, but it links what looks like an"
                " article and is in no list: {url}. The page may have another design: look at it,"
                " and add a rule to `links`",
                "the rules take nothing from the page of this date, but it links {number} pages"
                " that look like articles and are in no list, such as {url}. The page may have"
                " another design: look at it, and add a rule to `links`",
            ),
            "left-periods": "its pages link years or months that have no article: {periods}; add a"
            " column with `dates` (`curator new` proposes one), or write `fetch: {{sitemaps:"
            " none}}` if the lists are complete",
            "only-page": "no rule finds a link to a next page on it; write one under `pagination`,"
            " or `pagination: none` if no page follows",
            "odd": "the list of {page} looks wrong: {reason}; the next crawl requests it again",
            "cut": "it breaks off (</html> is missing), unlike other pages of the list; the crawl"
            " reads it again",
            "unsure-end": "the walk ends at {page}, which {lacks}, unlike the pages before it; the"
            " next crawl looks at it again",
            "two-states": "the walk ends at {page}, which lists more when it is requested again, so"
            " that servers of the portal seem to have different states of the list; the next crawl"
            " looks at it again",
        },
    ),
    DoubtKind(
        "larger-number",
        "a number beside a list is larger than the list; it may count something else",
        is_serious=False,
        asked=("walk",),
        sentences={
            "": "a text beside the list says “{says}”, and {counted} articles were read. If this"
            " number grows as the list does, a later crawl takes it as the total"
        },
    ),
    DoubtKind(
        "stop-doubtful",
        "a walk did not meet what is under `stop`, or met it on its first page",
        is_serious=False,
        asked=("walk",),
        sentences={
            "unmet": "the walk did not meet anything under `stop` ({patterns}), and read the list"
            " to its end",
            "early": "the walk ended on the first page of the list, {page}, which has an article"
            " under `stop` ({patterns}). If the portal pins it there, name another one",
        },
    ),
    DoubtKind(
        "skipped-links",
        "the link rules select an element that has several articles, of which they take the first",
        _SEE_LINKS,
        "articles",
        asked=("walk", "corpus"),
        proof="links to articles beside the one that a rule takes of an element",
        refutation="the rules take all of them, or a sitemap all of whose articles are listed",
        keys=("links",),
    ),
    DoubtKind(
        "gone-at-once",
        "many articles that a list names do not exist: the rules may make wrong addresses of its"
        " links",
        "compare the first address with the link in a browser, and correct `links` or `address`;"
        " if it is the same, crawl again a day later",
        "articles",
        asked=("corpus",),
        proof="404 or 410 at the first request for five articles of a column and a third of those"
        " that a crawl has requested",
        refutation="later requests, `fetch.confirm` apart, that confirm that they are gone, or find"
        " them",
        keys=("links", "address"),
        sentences={
            "": "{number} of {of} articles that a crawl requested for the first time do not exist"
            " (404 or 410; expected less than a third); they are requested again later, which"
            " confirms it or not"
        },
    ),
    DoubtKind(
        "article-twins",
        "the corpus has an article twice, under two addresses",
        "write the line that is named into the portal file, and run `curator build --prune`",
        "texts",
        asked=("corpus",),
        proof="the same text, shown or in TEI, and the same `rel=canonical` at two addresses, or at"
        " addresses that differ in names of the query, or in one number or part of the path; or"
        " title, day and no more words than others on 9 of 10 articles at addresses of one form; or"
        " the same text as an article whose address is gone (404 or 410 on two days)",
        refutation="a line of `address` that makes one of them, `exclude` in `links`, or a row of"
        " `<portal>.exclude.tsv`",
        keys=("address", "links"),
        sentences={
            "": "it has the text of {url}; if both are one article, write  address: {line}  into"
            " the portal file",
            "others": "it has the text of another address, and  address: {line}  would unite other"
            " articles, too; write an expression of your own that does not",
            "copies": "it has the title and the day of {url}, as all articles at addresses like"
            " its own have those of others; if they are copies, such as pages to print, leave them"
            " out by `exclude` in `links`",
            "gone": "this address is gone (404 or 410), and {url} has its text; look at that in a"
            " browser: if it shows this article, write the address that is gone into"
            " `<portal>.exclude.tsv`; if another one, run `curator crawl --refresh {url}`",
        },
    ),
    DoubtKind(
        "after-end",
        "the portal seems to have articles after the last day that its file names",
        "leave `until` out of `dates`, and crawl again",
        "articles",
        asked=("corpus",),
        proof="articles that the corpus lacks on the front page: before those that it has, or in"
        " their place at a later look",
        refutation="`dates` without `until`, or lists that name the articles",
        keys=("dates.until",),
        sentences={
            "": (
                "it lists an article that came after the end of the archive: {url}",
                "it lists {number} articles that came after the end of the archive, such as {url}",
            )
        },
    ),
    DoubtKind(
        "not-listed",
        "the portal has articles that no list names",
        "look at the first one, and add a column that lists it",
        "articles",
        asked=("corpus", "proposal"),
        proof="addresses of the sitemaps, or of other pages, that look like articles and are in no"
        " list",
        refutation="lists that name them, or `fetch: {sitemaps: none}`",
        keys=("archive.columns", "fetch.sitemaps"),
        sentences={
            "": "the lists name {number} of {of} articles of the portal's sitemaps; these {missing}"
            " are in no list: {named}; add a column for them ({sources}), or write  fetch:"
            " {{sitemaps: none}}  if the lists are complete",
            "elsewhere": "{number} articles on other pages of the portal are in none of these"
            " lists",
        },
        question="Is this the list of the whole portal?",
        answers=("list",),
    ),
)
"""The rows about lists."""
