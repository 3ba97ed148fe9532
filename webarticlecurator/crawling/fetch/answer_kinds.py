"""What an answer says about the portal: it refuses, may do better later, or was never asked."""

from __future__ import annotations

REFUSALS = frozenset({403, 429, 503})
"""Statuses by which a portal refuses a request."""
LICENSEES = frozenset({401, 402})
"""Statuses by which a portal asks for a licence (RSL)."""
TRANSIENT_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses of errors that may be temporary: the request is repeated (RFC 9110 §15)."""
NOT_REQUESTED = frozenset(
    {"bad-address", "private-address", "robots", "robots-unreachable", "excluded", "unreachable"}
)
"""Failures without a request: they say nothing about the portal."""
PERMANENT_FAILURES = NOT_REQUESTED | {"redirect-loop", "tls"}
"""Failures that a retry would only repeat."""
