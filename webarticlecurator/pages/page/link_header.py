"""The header ``Link`` of an answer, which links as ``link`` in a page does (RFC 8288)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from webarticlecurator.base.portal.hosts import join_address

_LINK = re.compile(r"<([^<>]*)>([^<]*)")
_RELATIONS = re.compile(r";\s*rel\s*=\s*(?:\"([^\"]*)\"|([\w-]+))", re.IGNORECASE)


def list_header_links(
    headers: Iterable[tuple[str, str]], url: str, relation: str
) -> Iterator[tuple[str, str]]:
    """Yield the absolute address and the parameters of each link of a ``relation``, relative to the
    address of the answer: a ``base`` in the page does not count."""
    for name, text in headers:
        for target, parameters in _LINK.findall(text) if name.lower() == "link" else ():
            found = _RELATIONS.search(parameters)
            if found is not None and relation in (found[1] or found[2] or "").lower().split():
                yield join_address(url, target.strip()), parameters
