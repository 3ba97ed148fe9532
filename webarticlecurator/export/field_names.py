"""Names of fields that a user gives: the field, or an error that names the nearest one."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.errors import UsageError

_SYNONYMS = {"length": "words", "date": "published", "lang": "language", "site": "portal"}


def check_field_name(name: str, known: Iterable[str], option: str) -> str:
    """Return ``name`` if it is one of ``known``. Raises UsageError; ``option`` is where it was
    given."""
    names = tuple(known)
    if name in names:
        return name
    nearest = nearest_word(name, names) or _SYNONYMS.get(name.lower())
    cure = f"Did you mean {nearest}?" if nearest in names else "Give one of them."
    raise UsageError(f"{option}: not a field: {name!r} (expected {', '.join(names)})", cure)
