"""Answers of a site about itself (robots.txt, tdmrep.json, licences), each read from its record
once: every article of the site asks for the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from webarticlecurator.base.model.capture import SITE_LEVELS, Body, Capture

MAX_KEPT = 32
"""Answers that are kept, those that were used last."""


ReadBody: TypeAlias = Callable[[Capture], Body]


def keep_site_answers(read_body: ReadBody) -> ReadBody:
    """Return what reads bodies by ``read_body``, and keeps those of a site about itself."""
    read_kept = lru_cache(MAX_KEPT)(read_body)

    def read(capture: Capture) -> Body:
        is_of_site = capture.origin is not None and capture.origin.level in SITE_LEVELS
        return read_kept(capture) if is_of_site else read_body(capture)

    return read
