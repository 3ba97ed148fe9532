"""Remarks on articles: none of them ends a command with exit code 1."""

from __future__ import annotations

from webarticlecurator.base.doubts.doubt_kinds import DoubtKind

_SKIPPED_DATE = "{name}: {original} from {source} was skipped: {why}"

ARTICLE_REMARKS = (
    DoubtKind(
        "unconfirmed",
        "an address is final because it was asked for often, not since two answers agree",
        is_serious=False,
        asked=("walk", "article"),
        sentences={
            "archive": "{number} requests since {day} found nothing there, but never in two runs"
            " in which another archive page was as expected; it counts as the end",
            "article": "{reason}: final after the fifth request on {day}, although it is not proved"
            " (expected: the same answer in two crawls in which another article was as expected)",
        },
    ),
    DoubtKind(
        "shortened",
        "the index keeps a part of a value; the WARC file and the TEI have all of it",
        is_serious=False,
        asked=("walk", "article"),
        sentences={
            "links": "values beside links: {names} (at most {most} characters of each are kept)",
            "article": "{parts}; the TEI has all of it",
        },
    ),
    DoubtKind(
        "post-without-id",
        "a post of a page with several has no id, and is told by what is in it",
        is_serious=False,
        asked=("page",),
    ),
    DoubtKind(
        "teaser",
        "the page shows a part of the text to those who do not pay",
        is_serious=False,
        asked=("page",),
        sentences={"": "the text is only the teaser of a paid article: {value}"},
    ),
    DoubtKind(
        "published-unknown",
        "no date of publication was found",
        is_serious=False,
        asked=("page",),
        sentences={"": "published: the page only says when it was changed: {value} from {source}"},
    ),
    DoubtKind(
        "date-unreadable",
        "a date cannot be read",
        is_serious=False,
        asked=("page",),
        sentences={"": _SKIPPED_DATE},
    ),
    DoubtKind(
        "author-unsure",
        "the page names somebody in words that may not mean its author",
        is_serious=False,
        asked=("page",),
        sentences={
            "": "authors: {line} names {names} (expected words such as *Written by*); write a rule"
            " for `authors`, or  authors: none"
        },
    ),
    DoubtKind(
        "date-impossible",
        "a date cannot be that of the article",
        is_serious=False,
        asked=("page",),
        sentences={"": _SKIPPED_DATE},
    ),
    DoubtKind(
        "date-doubtful",
        "the day in the address is not the one that the page shows",
        "look at the page, and write a rule for `published`",
        "texts",
        is_serious=False,
        asked=("page",),
        proof="the only day of publication is that of the address, and the page shows another one"
        " beside the title",
        refutation="a rule for `published`, or the same day on the page",
        keys=("metadata.published",),
        sentences={"": "published: {day} is only in the address; the page shows {shown}"},
    ),
    DoubtKind(
        "charset-ignored",
        "the page is not in the encoding that it, or the portal file, names",
        is_serious=False,
        asked=("page",),
        sentences={
            "": "not a character set of the web: {declared} (expected a label such as utf-8); the"
            " page was read as {encoding} ({evidence}). `encoding:` may help"
        },
    ),
    DoubtKind(
        "charset-doubtful",
        "the encoding of the page is a guess, or its letters speak against it",
        "look at the letters of the text, and write the encoding of the portal's pages",
        "texts",
        is_serious=False,
        asked=("page",),
        proof="the page declares no encoding and no language whose letters choose one; or those of"
        " its language choose another one than the portal file",
        refutation="a declared encoding, or one in the portal file that the letters fit",
        keys=("encoding",),
        sentences={"": "the page declares no encoding, and was read as {encoding} ({evidence})"},
    ),
    DoubtKind(
        "undecodable",
        "the page has bytes that its encoding does not allow",
        is_serious=False,
        asked=("page",),
        sentences={
            "": "{number} bytes are not {encoding} ({evidence}); they were read as U+FFFD."
            " `encoding:` may help"
        },
    ),
    DoubtKind(
        "parser-difference",
        "two parsers read the page in different ways",
        is_serious=False,
        asked=("page",),
        sentences={
            "": "{difference}: a browser's inspector shows a different tree there, so take"
            " selectors from `curator outline`"
        },
    ),
    DoubtKind(
        "microdata-cut",
        "the microdata of the page are too many or too deep; a part was read",
        is_serious=False,
        asked=("page",),
    ),
    DoubtKind(
        "tag-tie",
        "two rows of a tag dictionary fit an element equally well, and differ",
        is_serious=False,
        asked=("page",),
        sentences={
            "": "{signature}: line {line} ({operation}) contradicts line {other}"
            " ({other_operation})"
        },
    ),
    DoubtKind(
        "tag-row",
        "a row of a tag dictionary cannot be used",
        is_serious=False,
        asked=("file",),
        sentences={"": "{signature}: {error}"},
    ),
    DoubtKind(
        "body-damaged",
        "the stored body of a page is damaged; what could be read was read",
        is_serious=False,
        asked=("article",),
    ),
    DoubtKind(
        "version-shrunk",
        "an article shows much less than before, which is to be confirmed",
        is_serious=False,
        asked=("article",),
        sentences={
            "": "a later capture is not used yet ({reason}): the article is requested again, and"
            " the capture counts if the answer is the same"
        },
    ),
    DoubtKind(
        "by-hand-unknown",
        "a value or an address given by hand is of no article of the corpus",
        is_serious=False,
        asked=("corpus",),
        sentences={
            "": "{name} is in the overrides or on the exclude list, but no article of this corpus"
            " has that id or address"
        },
    ),
    DoubtKind(
        "page-gone",
        "a page of an article, or what one loads apart, is gone; its text has a gap there",
        is_serious=False,
        asked=("corpus",),
        sentences={"": "the portal answers 404 or 410 for it; the text has a gap there"},
    ),
    DoubtKind(
        "asset-missing",
        "a picture, style sheet or font that a page uses was not captured",
        is_serious=False,
        asked=("article", "corpus"),
        sentences={"": "the answer is {status}"},
    ),
    DoubtKind(
        "not-packed",
        "an article is not in the package, since a page of it is not",
        is_serious=False,
        asked=("file",),
    ),
    DoubtKind(
        "unreadable-tei",
        "a TEI file cannot be read, and was left out",
        is_serious=False,
        asked=("file",),
    ),
)
"""The rows of remarks on articles."""
