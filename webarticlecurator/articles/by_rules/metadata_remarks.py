"""Metadata that look doubtful beside the page itself: remarks for a person, never for the TEI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.hosts import plain_host
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.characters import keep_letters
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space
from webarticlecurator.pages.rules.results import select_values

HEADLINE = "the visible headline (h1)"
SITE_NAME = "the name of the site"
_INVISIBLE = ("jsonld:", "meta:")
"""Beginnings of the sources that a reader of the page does not see."""
_SITE_NAMES = (
    Rule(kind="meta", expression="og:site_name"),
    Rule(kind="meta", expression="application-name"),
    Rule(kind="jsonld", expression="publisher.name"),
)


@dataclass(frozen=True)
class MetadataRemark:
    """A doubtful value of ``field``: its ``source``, and what else the page says.

    ``other`` is HEADLINE, with the headline in ``other_value``, or SITE_NAME.
    """

    field: str
    source: str
    value: str
    other: str
    other_value: str

    def __str__(self) -> str:
        if self.other == HEADLINE:
            return (
                f"{self.field}: {self.value!r} from {self.source} differs from {self.other}:"
                f" {self.other_value!r}; a rule such as  title: h1  takes what readers see"
            )
        return (
            f"{self.field}: {self.value!r} from {self.source} is {self.other}, not a person;"
            " a rule for the byline, or  clean:  leaves it out"
        )


def remark_metadata(
    portal: Portal,
    page: Page,
    titles: Sequence[tuple[str, str]],
    authors: Sequence[tuple[str, str]],
) -> tuple[MetadataRemark, ...]:
    """Return what is doubtful in (source, value) pairs: the title and the authors in force."""
    names = _site_names(portal, page)
    named = ((source, author, names.get(keep_letters(author))) for source, author in authors)
    return (
        *_remark_title(page, titles, names),
        *(
            MetadataRemark("authors", source, author, SITE_NAME, name)
            for source, author, name in named
            if name is not None
        ),
    )


def _remark_title(
    page: Page, titles: Sequence[tuple[str, str]], names: dict[str, str]
) -> Iterator[MetadataRemark]:
    """Yield a remark if no headline of the page says what an invisible source says."""
    if not titles or not titles[0][0].startswith(_INVISIBLE):
        return
    source, title = titles[0]
    headlines = [
        text
        for element in page.root.iter("h1")
        if (text := collapse_white_space("".join(map(str, element.itertext()))))
        and keep_letters(text) not in names
    ]
    plain = keep_letters(title)
    if headlines and not any(
        keep_letters(headline) in plain or plain in keep_letters(headline) for headline in headlines
    ):
        yield MetadataRemark("title", source, title, HEADLINE, headlines[0])


def _site_names(portal: Portal, page: Page) -> dict[str, str]:
    """Return the names of the site without case and marks, each with its own spelling."""
    host = plain_host(page.url) or plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    names = [portal.title, publisher, host, host.partition(".")[0]]
    for rule in _SITE_NAMES:
        names += [found.value for found in select_values((rule,), page)]
    return {plain: name for name in reversed(names) if (plain := keep_letters(name))}
