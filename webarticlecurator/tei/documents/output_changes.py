"""What each output version changed in TEI: a row for each change.

A commit that raises ``OUTPUT_VERSION`` adds its rows. By them an upgrade says what it changes in
the TEI of a corpus, before it writes any (``documents_compared.py`` finds the parts that differ).
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.fields import FIELDS_BY_NAME
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

LEFT_OUT, ADDED, ORDER = "words-left-out", "words-added", "order"
CHARACTERS, MARKUP, HEADER = "characters", "markup", "header"
NO_TEI, RULES, CAPTURES = "no-tei", "rules", "captures"
PARTS: dict[str, str] = {
    LEFT_OUT: make_message("words left out"),
    ADDED: make_message("words added"),
    ORDER: make_message("order of the words"),
    CHARACTERS: make_message("characters only"),
    MARKUP: make_message("elements of the text"),
    HEADER: make_message("header"),
    NO_TEI: make_message("no TEI any more"),
    RULES: make_message("rules changed, too"),
    CAPTURES: make_message("captures changed, too"),
}
"""Part of an article → what a change is called that no row explains. Every metadata field is a
part, too. ``CHARACTERS``: only white space and invisible characters differ."""
OTHER_CAUSES = (RULES, CAPTURES)
"""Parts that say where what differs may come from: rules, of the portal file or built in, and
captures."""


@dataclass(frozen=True)
class DocumentChange:
    """A part of an article (of PARTS, or a metadata field) that differs in two documents, with its
    values in both; of texts, the words that only one of them has."""

    part: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class OutputChange:
    """A change that came with an output ``version``.

    ``name``: what it is called, in a few words. ``sentence``: what the program does since.
    ``parts``: those of an article that it may change, of PARTS or metadata fields.
    """

    version: int
    name: str
    sentence: str
    parts: tuple[str, ...]


def check_changes(rows: tuple[OutputChange, ...]) -> tuple[OutputChange, ...]:
    """Return rows as they are. Raises TypeError for a row that lacks a part, and for an output
    version after the first without a row."""
    for row in rows:
        has_parts = row.parts and {*row.parts} <= {*PARTS, *FIELDS_BY_NAME}
        if not (row.name and row.sentence and has_parts):
            raise TypeError(
                f"output change {row.name!r}: a name, a sentence, or parts that are of PARTS or"
                f" metadata fields are missing: {row.parts}; complete its row of OUTPUT_CHANGES"
            )
    differing = {*range(2, OUTPUT_VERSION + 1)} ^ {row.version for row in rows}
    if differing:
        raise TypeError(
            f"OUTPUT_VERSION is {OUTPUT_VERSION}, but OUTPUT_CHANGES and it differ in version"
            f" {min(differing)}; say in a row what it changes in TEI"
        )
    return rows


OUTPUT_CHANGES = check_changes(
    (
        OutputChange(
            2,
            "damaged HTML",
            "pages whose HTML is damaged are read as a browser reads them",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            3,
            "year of the copyright",
            "the header has the year of the copyright",
            ("copyright_year",),
        ),
        OutputChange(
            4,
            "no-break spaces",
            "titles, subtitles and descriptions keep their no-break spaces, as texts do",
            ("title", "subtitle", "description"),
        ),
        OutputChange(5, "kind of page", "the header says what kind of page it is", (HEADER,)),
        OutputChange(
            6,
            "choice of the text without rules",
            "where no rule selects the text, one judgement of all blocks chooses it",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            7,
            "hidden text",
            "text that a browser hides is left out, unless a reader can open it",
            (LEFT_OUT, ORDER, MARKUP),
        ),
        OutputChange(
            7,
            "shown text",
            "shadow roots, buttons between words, lines and boxes of a style are read as shown",
            (ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            7,
            "days of more languages",
            "short years, eras, Roman months and more forms of days are read, or are no day",
            ("published", "modified"),
        ),
        OutputChange(
            7,
            "encoding by language",
            "a page that declares no encoding is read by one of those of its language",
            (LEFT_OUT, ADDED, CHARACTERS, "title", "subtitle", "description", "authors"),
        ),
        OutputChange(
            7,
            "marks inside words",
            "titles, names and other values have no soft hyphens and marks that are not seen",
            ("title", "subtitle", "kicker", "description", "keywords", "section", "authors"),
        ),
        OutputChange(
            7,
            "names of authors",
            "roles in JSON-LD and nodes with a relative name are read",
            ("authors",),
        ),
        OutputChange(
            8,
            "readings without brackets",
            "the brackets around readings of characters, which no browser shows, are left out",
            (LEFT_OUT, MARKUP),
        ),
        OutputChange(
            8,
            "text for two sizes of screen",
            "words that a page has once for each size of screen are there once",
            (LEFT_OUT, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "dialogs that a control opens",
            "dialogs and popovers that a control of the page opens are text, unless they have"
            " fields to fill in",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "one id of several elements",
            "a control opens the first of the elements that have its id, as in a browser",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "hidden text below the title",
            "what a browser hides directly below the title of the page is left out",
            (LEFT_OUT, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "streamed parts",
            "parts of a page that React sends later are read where a browser shows them",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "entries of live reports",
            "without rules, the entries of live reports are posts with their times and headings,"
            " and headings of days and times are text",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "comments below lists",
            "without rules, comments of readers below an article or a list are no text of it",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "bylines",
            "names in capitals, with degrees, places, addresses, labels, and in more languages, are"
            " read, and the day behind several names; who directs, plays or checks is no author",
            ("authors", "published"),
        ),
        OutputChange(
            8,
            "months and years alone",
            "a date without a day is a month or a year, where the page has no day",
            ("published", "modified"),
        ),
        OutputChange(
            8,
            "days with Ethiopic months",
            "days with Ethiopic months, and more words around days and times, are read; shown"
            " days in numbers that may be Ethiopic are none",
            ("published", "modified"),
        ),
        OutputChange(
            8,
            "days beside the title",
            "letters of eras beside other words and short years with hyphens are read; where a"
            " number in the address may be no day, the shown day counts",
            ("published", "modified"),
        ),
        OutputChange(
            8,
            "days of events, months alone",
            "without rules, several days in a line are none of publication, and a month alone"
            " beside the title is read; years of the Republic of China are read, or are no day",
            ("published", "modified"),
        ),
        OutputChange(
            8,
            "code in figures",
            "code in a figure is text, and no caption",
            (ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "declared values",
            "breadcrumbs, labelled data, Parse.ly's JSON and the language of the page are read",
            ("title", "subtitle", "authors", "published", "section", "keywords", "description"),
        ),
        OutputChange(
            8,
            "further pages",
            "more further pages are found: of threads, whose addresses count posts, and of"
            " articles, where a header names them or their link has a word of the title",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "buttons in headings",
            "without rules, the title is without the buttons of its heading, and without the links"
            " at its end that the title of the window lacks",
            ("title",),
        ),
        OutputChange(
            8,
            "who began a thread",
            "without rules, a thread has day and writer of its first post by time, not of the first"
            " on the page; the number of a post is no name",
            ("authors", "published", MARKUP),
        ),
        OutputChange(
            8,
            "entries of lists",
            "where no rule selects the text of a list page, more of its entries are text",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "links that are text",
            "without rules, quoted posts of other sites and lists of names that a sentence"
            " introduces are text; a phrase that a line repeats, and comments on a list or an"
            " article, are none",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "styles of elements",
            "the style of an element is read as CSS, and a button opens only what it names, if it"
            " names something",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "values as they are shown",
            "titles, names and other values of elements are without what readers do not see in"
            " them",
            ("title", "subtitle", "authors", "section", "keywords", "description"),
        ),
        OutputChange(
            8,
            "text that a reader opens",
            "without rules, text that a control opens, or that is for one size of screen, is read",
            (LEFT_OUT, ADDED, ORDER, MARKUP),
        ),
        OutputChange(
            8,
            "keywords between commas",
            "keywords are also split at Arabic, Chinese and Ethiopic commas and semicolons",
            ("keywords",),
        ),
        OutputChange(
            8,
            "how words are counted",
            "the number of words is that of Unicode's words, and of characters or syllables in"
            " scripts without spaces",
            (HEADER,),
        ),
        OutputChange(
            8,
            "names in scripts without capitals",
            "lines that a page declares as an author are cut into names where their script has"
            " no capitals; functions that are written together with a name are no part of it",
            ("authors",),
        ),
        OutputChange(
            8,
            "how the text was made",
            "the header says what a page declares of how its text was made (digitalSourceType)",
            ("digital_source",),
        ),
        OutputChange(
            8,
            "where a reservation stands",
            "what tdmrep.json and licences (RSL) say has its file and pattern of paths in @n",
            (HEADER,),
        ),
    )
)
"""The rows, by version."""


def find_output_changes(part: str, since: int) -> list[OutputChange]:
    """Return the changes later than the output version ``since`` that may have changed a part."""
    return [row for row in OUTPUT_CHANGES if row.version > since and part in row.parts]
