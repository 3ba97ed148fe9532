"""Answers of a site about itself (robots.txt, tdmrep.json, licences), each read from its record
once: every article of the site asks for the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from webarticlecurator.base.model.capture import SITE_LEVELS, Body, Capture

MAX_KEPT = 32
"""Answers that are kept, those that were used last."""


class SiteAnswers:
    """Reads bodies by ``read_body``, and keeps those of a site about itself."""

    def __init__(self, read_body: Callable[[Capture], Body]) -> None:
        self._read_body = read_body
        self._kept: OrderedDict[str, Body] = OrderedDict()

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises what ``read_body`` raises."""
        if capture.origin is None or capture.origin.level not in SITE_LEVELS:
            return self._read_body(capture)
        body = self._kept.get(capture.record_id)
        if body is None:
            body = self._kept[capture.record_id] = self._read_body(capture)
        self._kept.move_to_end(capture.record_id)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return body
