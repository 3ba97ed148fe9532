"""What the pages of an archive list: links to articles, and further pages of the archive."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass, field


@dataclass(frozen=True)
class Link:
    """One link of an archive page.

    ``url`` is the address as listed, without fragment; ``listed`` the (name, value) pairs shown
    beside it; ``headline`` the text of the link, "" for none.
    """

    url: str
    listed: tuple[tuple[str, str], ...] = ()
    headline: str = field(default="", compare=False)


@dataclass(frozen=True)
class NamedPage:
    """A page of the archive that another one names: a file of a sitemap, an issue of a magazine.

    ``modified`` is the time of its last change as written there, or ""; ``index_level``: how deep a
    page of an index is, 0 for the next page of the outermost one; None for an archive page.
    """

    url: str
    modified: str = ""
    index_level: int | None = None

    @property
    def key(self) -> str:
        """The key of its window: the address, which has no fragment, and the level of an index."""
        return self.url if self.index_level is None else f"{self.url}#index-{self.index_level}"


@dataclass(frozen=True)
class StoredNamedPage:
    """A named page as stored.

    ``url`` is its key; ``window`` is that of the first walk that led to it, ``parent`` the page
    that names it; ``modified`` is what that page says of its last change, ``read_modified`` what it
    said when the page was read completely.
    """

    url: str
    window: str
    parent: str = ""
    modified: str = ""
    read_modified: str = ""


@dataclass(frozen=True)
class SitemapSource:
    """A sitemap to read, or ``robots``, without the files whose address one of the regexes
    ``left_out`` finds."""

    url: str
    left_out: tuple[str, ...] = ()
