"""A link source of another package: files that list articles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from webarticlecurator.base.portal.plug_in import (
    FileSource,
    PlugIn,
    describe_plug_in_failure,
    load_plug_in,
)
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.file_entries import make_links
from webarticlecurator.crawling.archive.link_source import (
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.portal_file.config.plug_in_sources import plug_in_kind


class PlugInFiles(LinkSource):
    """The link source of a plug-in. Its files name no further ones."""

    def __init__(self, plug_in: PlugIn) -> None:
        self._plug_in = plug_in
        plug_in_kind(plug_in)  # raises for one that cannot be used

    def read_page(
        self,
        _portal: Portal,
        span: Span,
        body: SourceBody,
        _place: PagePlace,
        _trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of a file. Raises PlugInError if the plug-in fails."""
        try:
            entries = tuple(self._read_entries(body))
        except ValueError as error:
            return SourcePage(
                trouble=str(error) or make_message("not a file of this kind"), suspect=body.page
            )
        except Exception as error:
            raise describe_plug_in_failure(self._plug_in, body.url, error) from error
        links, damage = make_links(span, body.url, entries)
        return SourcePage(links, damage=damage)

    def _read_entries(self, body: SourceBody) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield what the plug-in yields. Raises TypeError for anything but an address and texts by
        the names that it has declared."""
        source = load_plug_in(self._plug_in, FileSource)
        for entry in source.read(body.content, body.url):
            address, values = entry
            names = set(values) - set(source.listed)
            if names or not all(isinstance(text, str) for text in (address, *values.values())):
                raise TypeError(f"{entry!r:.80} (expected an address and texts of `listed`)")
            yield address, values
