"""Values that are left out or become another one: pairs of ``article.clean`` in a portal file.

They act on the values of whatever source, so that no source need be written down for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.base.model.fields import FIELDS, FieldKind
from webarticlecurator.portal_file.yaml_file.yaml_edit import add_value, find_value, set_value

CLEANED_FIELDS = frozenset(
    field.name
    for field in FIELDS
    if field.kind in (FieldKind.TEXT, FieldKind.PERSON, FieldKind.ORGANISATION)
)
"""Fields whose values are texts, which a pair can leave out or replace."""
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")


def clean_values(text: str, field: str, values: Sequence[str], becomes: str) -> str:
    """Return the text of a portal file in which some values of a field become another one, or are
    left out where that is empty. Raises UsageError as ``set_value``."""
    path = ("article", "clean", field)
    pair = [match_values(values), becomes.replace("\\", r"\\")]
    if isinstance(find_value(text, path), list):
        return add_value(text, path, pair)
    return set_value(text, path, [pair])


def match_values(values: Sequence[str]) -> str:
    """Return a regular expression for exactly these values."""
    escaped = [*map(escape_pattern, values)]
    return f"^{escaped[0]}$" if len(escaped) == 1 else f"^(?:{'|'.join(escaped)})$"


def escape_pattern(text: str) -> str:
    """Return a regular expression that finds a text; a space stays one."""
    return _SPECIAL.sub(r"\\\g<0>", text)
