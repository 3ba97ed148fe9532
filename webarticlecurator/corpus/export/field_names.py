"""Names of fields that a user gives: the field, or an error that names the nearest one."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.values.nearest_name import nearest_word

_SYNONYMS = {"length": "words", "date": "published", "lang": "language", "site": "portal"}


def check_field_name(name: str, known: Iterable[str], option: str) -> str:
    """Return ``name`` if it is one of ``known``. Raises UsageError; ``option`` is where it was
    given."""
    names = tuple(known)
    if name in names:
        return name
    nearest = nearest_word(name, names) or _SYNONYMS.get(name.lower())
    cure = make_message("Give one of them.")
    if nearest in names:
        cure = make_message("Did you mean {nearest}?", nearest=nearest)
    raise UsageError(
        make_message(
            "{option}: not a field: {name!r} (expected {names})",
            option=option,
            name=name,
            names=", ".join(names),
        ),
        cure,
    )
