"""Read the values of the metadata fields at each place of the header."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.fields import HeaderPlace, MetadataField, fields_at


def values_at(metadata: Metadata, place: HeaderPlace) -> Iterator[tuple[MetadataField, str]]:
    """Yield the values of the fields with this place in the header, each with its field."""
    for field in fields_at(place):
        for value in metadata.texts(field.name):
            if value:
                yield field, value


def first_value_at(metadata: Metadata, place: HeaderPlace) -> str | None:
    """Return the first value of the fields with this place in the header, or None."""
    return next((value for _, value in values_at(metadata, place)), None)
