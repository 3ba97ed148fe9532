"""What describes a metadata field: its kind, its place in the TEI header, and its row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

SourceRule: TypeAlias = Mapping[str, str | Sequence[Sequence[str]] | Mapping[str, str]]
"""A rule as in the portal file: ``{"meta": "author", "split": ";"}``."""


class FieldKind(Enum):
    """The kind of the values of a field.

    It decides how a value is read and cleaned (``extract/metadata/read_fields.py``), how one
    written by hand is checked (``config/override_tables.py``) and normalized
    (``extract/metadata/manual_overrides.py``), and what it becomes in Schema.org
    (``tei/schema_org.py``).
    """

    TEXT = "text"
    DATE = "date"
    LANGUAGE = "language"
    ACCESS = "access"
    PERSON = "person"
    ORGANISATION = "organisation"
    YEAR = "year"


class HeaderPlace(Enum):
    """The place of a field in the TEI header; ``tei/header_places.py`` describes each."""

    MAIN_TITLE = "main title"
    OTHER_TITLE = "other title"
    AUTHOR = "author"
    SOURCE_ORGANISATION = "source organisation"
    SOURCE_DATE = "date of the source"
    KEYWORDS = "keywords"
    LANGUAGE = "language"
    AVAILABILITY = "availability"
    ABSTRACT = "abstract"


@dataclass(frozen=True, eq=False)
class MetadataField:
    """A row of the table of metadata fields.

    - ``name``: in the portal file and everywhere else; ``schema_property``: its Schema.org name
    - ``meaning``, ``example``, ``clean_example``: for the reference; an example of a rule and of
      ``article.clean`` as in a portal file
    - ``is_list``: it may have several values
    - ``picks_first``: of a list, only the first value counts, unless its rule says ``pick: all``
    - ``json_list``: key of all values in JSON, where ``name`` itself has the first one
    - ``title_type``: value of ``title/@type``, for ``HeaderPlace.OTHER_TITLE``
    - ``is_of_article_only``: one of several articles on a page (``article.split``) never takes it
      from the page around
    - ``note``: a remark for the table in docs/tei.md
    - ``sources``: the rules that are used where the portal file has none, best first
    """

    name: str
    schema_property: str
    kind: FieldKind
    place: HeaderPlace
    meaning: str
    example: str
    clean_example: str
    is_list: bool = False
    picks_first: bool = False
    json_list: str = ""
    title_type: str = ""
    is_of_article_only: bool = False
    note: str = ""
    sources: tuple[SourceRule, ...] = ()
