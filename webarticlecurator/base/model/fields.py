"""The metadata fields of an article: one row for each.

From its row follow the keys of the portal file, their reference, the built-in sources, the reading
and checking of values, the TEI header, and the columns of exports. The order of the rows is that in
which fields are written everywhere. The order of sources is what was most often right on the news
pages it was measured on (bench/text/metadata.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import TypeAlias, TypeVar

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message

_Content = TypeVar("_Content")
SourceRule: TypeAlias = Mapping[str, str | Sequence[Sequence[str]] | Mapping[str, str]]
"""A rule as in the portal file: ``{"meta": "author", "split": ";"}``."""


class FieldKind(Enum):
    """The kind of the values of a field.

    It decides how a value is read and cleaned (``articles/by_rules/metadata.py``), how one
    written by hand is checked (``portal_file/values/tables.py``) and normalized
    (``articles/by_rules/assemble.py``), and what it becomes in Schema.org
    (``tei/documents/schema_org.py``).
    """

    TEXT = "text"
    DATE = "date"
    LANGUAGE = "language"
    ACCESS = "access"
    PERSON = "person"
    ORGANISATION = "organisation"
    YEAR = "year"


class HeaderPlace(Enum):
    """The place of a field in the TEI header; ``tei/documents/header.py`` writes each. Those of
    ``SINGLE_PLACES`` hold one field."""

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
    - ``in_json``: ``extract --format json`` has its values beside the text, the service too
    - ``in_metadata_table``: the table beside plain texts has it, unless the user chose columns
    - ``button``: what the studio calls it on a button of its own, where it has one
    - ``note``: a remark for the table in docs/tei-reference.md
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
    in_json: bool = False
    in_metadata_table: bool = False
    button: str = ""
    note: str = ""
    sources: tuple[SourceRule, ...] = ()


_NO_SITE_NAME = ((r"\s+[|｜ㅣ]\s*[^|｜ㅣ]{1,40}$", ""),)
_NAMES = r"\s*[;|]\s*|\s+(?:and|und|és|og|och)\s+"
_PICTURES = r"(?i)^\W*(image|photo|picture|foto|bild)\b"
_ALL_POSTS = r"(?i)^(?:view|see|read) (?:all|more)\b|[→»›]$"
"""The text of a link to the other posts of an author."""
_NO_BY = (("^(?i:by) ", ""),)
_KEYWORDS = r"\s*[,;،؛、，；፣፤]\s*"
"""The commas and semicolons of Latin, Arabic, Chinese and Japanese, and Ethiopic letters."""
_CATEGORY = "[rel~=category]"
"""Links to the sections of a post in WordPress, which are ``rel="category tag"``."""
LINKED_KEYWORDS = f"a[rel~=tag]:not({_CATEGORY})"
"""Links to pages of a keyword; in some themes of WordPress also of a section."""
_RDFA_CREATED = "[property~='dc:created'][content], [property~='schema:dateCreated'][content]"
"""The date in Drupal 7 (``dc:created``) and 8."""
_RDFA_PUBLISHED = "[property~='schema:datePublished'][content], [property~='dc:issued'][content]"
_RDFA_MODIFIED = "[property~='schema:dateModified'][content], [property~='dc:modified'][content]"
_DAY_IN_PATH = r"(?<!\d)((?:19|20)\d\d([/-])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01]))(?!\d)"
_DIGITS_IN_PATH = r"(?<!\d)((?:19|20)\d\d/?(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_MONTH_IN_PATH = rf"(?i)(?<!\d)((?:19|20)\d\d([/-]){_MONTH}\2(?:0?[1-9]|[12]\d|3[01]))(?!\d)"
_DAY_FIRST_IN_PATH = r"(?<!\d)((?:0[1-9]|[12]\d|3[01])([.-])(?:0[1-9]|1[0-2])\2(?:19|20)\d\d)(?!\d)"


_IPTC = (
    (r"^\S*[/:#]", ""),
    ("DigitalSource$", ""),
    *((f"^{letter.upper()}", letter) for letter in "acdhmnpstv"),
)
"""What makes the names of Schema.org (TrainedAlgorithmicMediaDigitalSource) those of IPTC."""


TIME_ELEMENTS = (
    ("article time[datetime]", "datetime"),
    ("time[datetime]", "datetime"),
    ("relative-time[datetime], local-time[datetime], time-ago[datetime]", "datetime"),
    ("[data-datetime]", "data-datetime"),
    (".timeago[title]", "title"),
    ("article time", ""),
    ("time", ""),
)
"""Selector and attribute of elements with a date of which nothing says what it is."""
DATES_IN_ADDRESS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (_DAY_IN_PATH, ()),
    (_DIGITS_IN_PATH, (("/", ""),)),
    (_MONTH_IN_PATH, ()),
    (_DAY_FIRST_IN_PATH, ()),
)
"""Regular expressions for dates in addresses, and what to replace in them."""


def _time_sources(*, with_attribute: bool) -> tuple[SourceRule, ...]:
    return tuple(
        {"css": css, **({"attr": attribute} if attribute else {})}
        for css, attribute in TIME_ELEMENTS
        if bool(attribute) == with_attribute
    )


def _address_sources() -> tuple[SourceRule, ...]:
    return tuple(
        {"url": expression, **({"replace": pairs} if pairs else {})}
        for expression, pairs in DATES_IN_ADDRESS
    )


def _metas(*names: str, split: str = "") -> tuple[SourceRule, ...]:
    """Return a source for each of several ``meta`` elements."""
    return tuple({"meta": name, **({"split": split} if split else {})} for name in names)


FIELDS: tuple[MetadataField, ...] = (
    MetadataField(
        name="title",
        schema_property="headline",
        kind=FieldKind.TEXT,
        place=HeaderPlace.MAIN_TITLE,
        in_json=True,
        in_metadata_table=True,
        button=make_message("Title"),
        meaning=make_message("Title."),
        example="h1",
        clean_example='[[" - Echo$", ""]]',
        sources=(
            {"jsonld": "headline", "replace": _NO_SITE_NAME},
            {"meta": "og:title", "replace": _NO_SITE_NAME},
            {"microdata": "headline"},
            {"css": "h1"},
            {"meta": "headline"},
            {"meta": "twitter:title", "replace": _NO_SITE_NAME},
            *_metas("dcterms.title", "DC.title", "dc:title", "parsely-title"),
            *_metas("sailthru.title", "cXenseParse:title", "citation_title"),
            {"css": "title", "replace": _NO_SITE_NAME},
        ),
    ),
    MetadataField(
        name="subtitle",
        schema_property="alternativeHeadline",
        kind=FieldKind.TEXT,
        place=HeaderPlace.OTHER_TITLE,
        title_type="sub",
        button=make_message("Subtitle"),
        meaning=make_message("Subtitle."),
        example="h2.sub",
        clean_example='[["^Echo: ", ""]]',
        sources=({"jsonld": "alternativeHeadline"}, {"microdata": "alternativeHeadline"}),
    ),
    MetadataField(
        name="kicker",
        schema_property="alternativeHeadline",
        kind=FieldKind.TEXT,
        place=HeaderPlace.OTHER_TITLE,
        title_type="kicker",
        note="Schema.org has no name of its own for it",
        meaning=make_message("The words above the title that are not part of it."),
        example="h1 small",
        clean_example='[[":$", ""]]',
        # without a value, what the page marks as a kicker (articles/facts/title.py)
        sources=_metas("kicker"),
    ),
    MetadataField(
        name="authors",
        schema_property="author",
        kind=FieldKind.PERSON,
        place=HeaderPlace.AUTHOR,
        is_list=True,
        is_of_article_only=True,
        in_json=True,
        in_metadata_table=True,
        button=make_message("Author"),
        meaning=make_message("People who wrote it."),
        example=".byline a",
        clean_example='[["^By ", ""]]',
        sources=(
            {"jsonld": "author.name", "split": _NAMES},
            {"microdata": "author.name", "split": _NAMES, "exclude": _PICTURES},
            {"meta": "author", "split": _NAMES, "exclude": _PICTURES},
            {"meta": "sailthru.author", "split": _NAMES},
            *_metas("parsely-author", "cXenseParse:author"),
            {"css": "a[rel~=author]", "replace": (("^By ", ""),), "exclude": _ALL_POSTS},
            *_metas("dcterms.creator", "DC.creator", "dc:creator"),
            {"meta": "citation_author", "replace": ((r"^([^,]+), ([^,]+)$", r"\2 \1"),)},
            {"meta": "byl", "split": _NAMES, "replace": _NO_BY},
            *_metas("article:author", "og:article:author"),
            {"jsonld": "creator.name"},
            {"css": ".hentry .author .fn", "replace": _NO_BY},
            {"css": ".hentry .author-title", "replace": ((r"^(?i:author|autor):? ", ""),)},
            {
                "css": "span[itemprop~=author]:not([itemscope])",
                "split": _NAMES,
                "replace": _NO_BY,
            },
        ),
    ),
    MetadataField(
        name="sources",
        schema_property="sourceOrganization",
        kind=FieldKind.ORGANISATION,
        place=HeaderPlace.SOURCE_ORGANISATION,
        is_list=True,
        meaning=make_message("Agencies and other media that it was taken from."),
        example=".source",
        clean_example='[["^MTVA$", "MTI"]]',
        sources=({"jsonld": "sourceOrganization.name"}, {"microdata": "sourceOrganization.name"}),
    ),
    MetadataField(
        name="published",
        schema_property="datePublished",
        kind=FieldKind.DATE,
        place=HeaderPlace.SOURCE_DATE,
        is_of_article_only=True,
        in_json=True,
        in_metadata_table=True,
        button=make_message("Date"),
        meaning=make_message("When it was published."),
        example="{jsonld: datePublished}",
        clean_example='[["^Published: ", ""]]',
        sources=(
            {"jsonld": "datePublished"},
            {"meta": "article:published_time"},
            {"microdata": "datePublished"},
            *_metas("og:article:published_time", "og:published_time", "datePublished"),
            *_metas("dcterms.issued", "DC.date.issued", "dcterms.created", "sailthru.date"),
            *_metas("parsely-pub-date", "cXenseParse:recs:publishtime", "cXenseParse:publishtime"),
            *_metas("citation_publication_date", "citation_date", "published_time"),
            *_metas("publishdate", "publish_date", "pubdate", "date"),
            *_metas("DC.date.created", "DC.created", "DC.date.published", "created"),
            *_metas("published", "published-date", "published_on", "publisheddate", "pub_date"),
            *_metas("article_published_time", "article:published", "og:publish_date"),
            *_metas("publication_date", "publication-date", "date_published", "date-pub"),
            *_metas("article.published", "article:post_date", "published_at", "published_date"),
            *_metas("publish_time", "publish-date", "datePosted", "DisplayDate", "release_date"),
            *_metas("OriginalPublicationDate", "og:pubdate", "og:regDate", "bt:pubDate"),
            *_metas("rnews:datePublished", "citation_online_date", "dcterms.available"),
            *_metas("dcterms.date", "DC.date", "dc:date"),
            {"css": "time[itemprop~=datePublished][datetime]", "attr": "datetime"},
            {"css": "time.published[datetime]", "attr": "datetime"},
            {"css": _RDFA_PUBLISHED, "attr": "content"},
            {"css": _RDFA_CREATED, "attr": "content"},
            {"css": "abbr.published[title]", "attr": "title"},
            *_time_sources(with_attribute=True),
            {"jsonld": "coverageStartTime"},
            {"microdata": "coverageStartTime"},
            {"jsonld": "dateCreated"},
            {"microdata": "dateCreated"},
            {"jsonld": "uploadDate"},
            {"css": "span[itemprop~=datePublished]"},
            *_time_sources(with_attribute=False),
            *_address_sources(),
        ),
    ),
    MetadataField(
        name="modified",
        schema_property="dateModified",
        kind=FieldKind.DATE,
        place=HeaderPlace.SOURCE_DATE,
        is_of_article_only=True,
        in_json=True,
        meaning=make_message("When it was last changed."),
        example="{jsonld: dateModified}",
        clean_example='[["^Updated: ", ""]]',
        sources=(
            {"jsonld": "dateModified"},
            {"meta": "article:modified_time"},
            {"microdata": "dateModified"},
            *_metas("og:updated_time", "dcterms.modified", "DC.date.modified"),
            *_metas("article:modified", "cXenseParse:recs:updatedtime"),
            {"css": "time[itemprop~=dateModified][datetime]", "attr": "datetime"},
            {"css": "time.updated[datetime]", "attr": "datetime"},
            {"css": ".modified time[datetime]", "attr": "datetime"},
            *_metas("dateModified", "DC.modified", "revised", "lastmod", "last-modified"),
            {"css": _RDFA_MODIFIED, "attr": "content"},
        ),
    ),
    MetadataField(
        name="section",
        schema_property="articleSection",
        kind=FieldKind.TEXT,
        place=HeaderPlace.KEYWORDS,
        is_list=True,
        picks_first=True,
        json_list="sections",
        in_json=True,
        in_metadata_table=True,
        button=make_message("Section"),
        meaning=make_message("Section of the portal; several with `pick: all`."),
        example='{url: "^https://[^/]+/([^/]+)/"}',
        clean_example='[["^Home / ", ""]]',
        sources=(
            {"jsonld": "articleSection", "pick": "all"},
            {"meta": "article:section", "pick": "all"},
            {"microdata": "articleSection", "pick": "all"},
            {"meta": "parsely-section"},
            {"css": "a[itemprop~=articleSection]", "pick": "all"},
            {"within": {"css": ".hentry", "pick": "first"}, "css": _CATEGORY, "pick": "all"},
        ),
    ),
    MetadataField(
        name="keywords",
        schema_property="keywords",
        kind=FieldKind.TEXT,
        place=HeaderPlace.KEYWORDS,
        is_list=True,
        in_json=True,
        in_metadata_table=True,
        button=make_message("Keywords"),
        meaning=make_message("Keywords."),
        example=".tags a",
        clean_example='[["^#", ""]]',
        sources=(
            {"jsonld": "keywords", "split": _KEYWORDS},
            *_metas("article:tag", "news_keywords", "keywords", split=_KEYWORDS),
            {"microdata": "keywords", "split": _KEYWORDS},
            *_metas("parsely-tags", "sailthru.tags", "dcterms.subject", split=_KEYWORDS),
            *_metas("DC.subject", "citation_keywords", split=_KEYWORDS),
            {"css": LINKED_KEYWORDS, "exclude": "^#?$"},
        ),
    ),
    MetadataField(
        name="language",
        schema_property="inLanguage",
        kind=FieldKind.LANGUAGE,
        place=HeaderPlace.LANGUAGE,
        in_json=True,
        in_metadata_table=True,
        meaning=make_message("Language, if it differs from the portal's."),
        example='{xpath: "/html/@lang"}',
        clean_example='[["^magyar$", "hu"]]',
        sources=(
            {"jsonld": "inLanguage"},
            {"css": "html", "attr": "lang"},
            *_metas("content-language", "dcterms.language", "DC.language"),
        ),
    ),
    MetadataField(
        name="access",
        schema_property="isAccessibleForFree",
        kind=FieldKind.ACCESS,
        place=HeaderPlace.AVAILABILITY,
        in_json=True,
        in_metadata_table=True,
        meaning=make_message("Whether it can be read without paying."),
        example="{jsonld: isAccessibleForFree}",
        clean_example='[["^Plus$", "closed"]]',
        sources=(
            {"jsonld": "isAccessibleForFree"},
            {"microdata": "isAccessibleForFree"},
            *_metas("article:content_tier", "og:article:content_tier"),
            *_metas("article_content_tier", "content_tier"),
            {"meta": "k5a:paid", "map": {"0": "free", "1": "closed"}, "only": "true"},
            {
                "meta": "lp:paywall",
                "map": {"open": "free", "soft": "partial", "hard": "closed"},
                "only": "true",
            },
            {
                "jsonld": "hasPart.isAccessibleForFree",
                "replace": ((r"(?i)^(?:https?://schema\.org/)?false$", "partial"),),
            },
        ),
    ),
    MetadataField(
        name="description",
        schema_property="description",
        kind=FieldKind.TEXT,
        place=HeaderPlace.ABSTRACT,
        meaning=make_message("Summary written for search engines and shares."),
        example='{meta: "og:description"}',
        clean_example='[[" Read more…$", ""]]',
        sources=(
            {"jsonld": "description"},
            *_metas("og:description", "description", "twitter:description"),
            *_metas("dcterms.description", "DC.description", "sailthru.description"),
        ),
    ),
    MetadataField(
        name="copyright_year",
        schema_property="copyrightYear",
        kind=FieldKind.YEAR,
        place=HeaderPlace.SOURCE_DATE,
        meaning=make_message(
            "Year of the copyright; of several years in a copyright line, the first."
        ),
        example="footer .copyright",
        clean_example='[["^Echo since 1998", ""]]',
        sources=({"jsonld": "copyrightYear"}, {"microdata": "copyrightYear"}),
    ),
    MetadataField(
        name="digital_source",
        schema_property="digitalSourceType",
        kind=FieldKind.TEXT,
        place=HeaderPlace.KEYWORDS,
        is_list=True,
        meaning=make_message(
            "How the text was made, as IPTC calls it, such as `trainedAlgorithmicMedia` (by a"
            " language model)."
        ),
        example="{jsonld: digitalSourceType}",
        clean_example='[["^ai-written$", "trainedAlgorithmicMedia"]]',
        sources=tuple(
            {selector: name, "replace": _IPTC}
            for selector, name in (
                ("jsonld", "digitalSourceType"),
                ("jsonld", "digitalSourceType.@id"),
                ("microdata", "digitalSourceType"),
                ("meta", "Iptc4xmpExt:DigitalSourceType"),
                ("meta", "iptc:digitalSourceType"),
                ("meta", "digitalSourceType"),
            )
        ),
    ),
)

FIELD_NAMES: tuple[str, ...] = tuple(field.name for field in FIELDS)


def order_fields(values: Mapping[str, _Content]) -> tuple[tuple[str, _Content], ...]:
    """Return what fields have, by name, as pairs in the order of FIELDS."""
    return tuple((name, values[name]) for name in FIELD_NAMES if name in values)


FIELDS_BY_NAME: dict[str, MetadataField] = {field.name: field for field in FIELDS}

EXTRACTED_KEYS: tuple[str, ...] = tuple(
    key for field in FIELDS if field.in_json for key in (field.name, field.json_list) if key
)
"""The keys of fields beside the text of an article in JSON."""

LIST_FIELDS = frozenset(field.name for field in FIELDS if field.is_list)
"""The names of the fields that may have several values."""


@lru_cache(maxsize=32)
def fields_at(place: HeaderPlace) -> tuple[MetadataField, ...]:
    """Return the fields with this place in the TEI header, in the order of the table."""
    return tuple(field for field in FIELDS if field.place is place)


SINGLE_PLACES = (
    HeaderPlace.MAIN_TITLE,
    HeaderPlace.LANGUAGE,
    HeaderPlace.AVAILABILITY,
    HeaderPlace.ABSTRACT,
)
for _field in FIELDS:
    if _field.place in SINGLE_PLACES and fields_at(_field.place) != (_field,):
        raise TypeError(
            f"several fields at HeaderPlace.{_field.place.name}, which holds one: {_field.name}, in"
            " FIELDS of base/model/fields.py; give one another place"
        )


@lru_cache(maxsize=32)
def fields_of(*kinds: FieldKind) -> tuple[MetadataField, ...]:
    """Return the fields of these kinds, in the order of the table."""
    return tuple(field for field in FIELDS if field.kind in kinds)
