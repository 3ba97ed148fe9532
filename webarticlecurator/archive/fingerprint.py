"""A digest of the keys that shape a walk: a stored walk counts only for the span as it is written now."""

from __future__ import annotations

from hashlib import sha256

from webarticlecurator.model.portal import Span
from webarticlecurator.model.stored_words import STORED_CLASSES


def fingerprint(span: Span) -> str:
    """Return 16 hex digits over address, step, pagination and stops.

    Other link rules do not change which pages there are; where a rule stands in its file does not count.
    """
    step = span.dates.step if span.dates else ""
    shape = (span.url.text, step, span.pagination, span.stop)
    return sha256(_canonical(shape).encode("utf-8")).hexdigest()[:16]


def _canonical(value: object) -> str:
    stored = STORED_CLASSES.get(type(value))
    if stored is not None:
        attributes = stored.attributes.items()
        inner = ",".join(f"{word}={_canonical(getattr(value, attribute))}" for attribute, word in attributes)
        return f"{stored.word}({inner})"
    if isinstance(value, tuple):
        return "(" + ",".join(_canonical(v) for v in value) + ")"
    return repr(value)
