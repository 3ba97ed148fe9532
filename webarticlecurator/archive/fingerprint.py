"""A digest of the keys that shape a walk: a stored walk counts only for the span as it is written now."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from hashlib import sha256

from webarticlecurator.model.portal import Span


def fingerprint(span: Span) -> str:
    """16 hex digits over address, step, pagination and stops. Other link rules do not change which pages there are; where a
    rule stands in its file says nothing."""
    step = span.dates.step if span.dates else ""
    shape = (span.url.text, step, span.pagination, span.stop)
    return sha256(_canonical(shape).encode("utf-8")).hexdigest()[:16]


def _canonical(value: object) -> str:
    if is_dataclass(value):
        inner = ",".join(f"{f.name}={_canonical(getattr(value, f.name))}" for f in fields(value) if f.compare)
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return "(" + ",".join(_canonical(v) for v in value) + ")"
    return repr(value)
