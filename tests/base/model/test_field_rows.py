"""What a row of a metadata field says is all that lists of fields are made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import webarticlecurator
from webarticlecurator.base.model.fields import EXTRACTED_KEYS, FIELD_NAMES
from webarticlecurator.corpus.export.text_table_format import DEFAULT_COLUMNS
from webarticlecurator.service.article_models import ExtractedArticle
from webarticlecurator.studio.article.meanings import (
    MEANINGS,
    is_list_of,
)

PACKAGE = Path(webarticlecurator.__file__).parent
ROWS = "base/model/fields.py"
MOST = 3
"""Names of fields that stand together where something is about these fields and no others."""
OF_THEIR_OWN = {
    "crawling/building/oversight_check.py",  # what nearly every article has, so that none is odd
    "base/proposal/article_readings.py",  # what `new` says of the articles that it has read
    "portal_file/config/expectation_keys.py",  # what a test file of a portal may say of an article
    "tei/documents/output_changes.py",  # what an output version changed
    "corpus/charts/bar_names.py",  # what readers call a field; the others have their own names
    "corpus/duplicates/duplicate_report.py",  # by what a person tells duplicates apart
    "corpus/derived/deriving.py",  # what a derived text may say of its article
    "corpus/deposit/deposit_folder.py",  # what a catalogue says of an article
    "base/portal/expectation.py",  # the same as in portal_file/config/expectation_keys.py
    "proposing/trial/page_observation.py",  # what a test file is begun with,
    "corpus/corpora/fact_conditions.py",  # where the facts have it; any other is read from TEI
    "storage/texts/fact_rows.py",
    "studio/articles/shown_table.py",
}
"""Files with a choice that a new field does not join by itself."""
WORDS = {*FIELD_NAMES, "sections"}


def list_fields(node: ast.AST) -> set[str]:
    """The names of fields in a tuple, a list, a set, the keys of a dict, or words in a string."""
    words: list[str] = []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        words = [each.value for each in node.elts if isinstance(each, ast.Constant)]
    elif isinstance(node, ast.Dict):
        words = [each.value for each in node.keys if isinstance(each, ast.Constant)]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        words = node.value.split() if set(node.value.split()) <= WORDS else []
    return {word for word in words if isinstance(word, str)} & set(FIELD_NAMES)


def find_lists() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if len(list_fields(node)) > MOST:
                yield name


def test_no_other_file_lists_the_fields() -> None:
    assert set(find_lists()) - {ROWS} <= OF_THEIR_OWN


def test_what_is_shown_of_an_article_follows_from_the_rows() -> None:
    shown = "title authors published modified section sections keywords language access"
    assert shown.split() == [*EXTRACTED_KEYS]
    assert {*EXTRACTED_KEYS} < set(ExtractedArticle.model_fields)
    columns = "title authors published year month day section keywords language access"
    assert [*DEFAULT_COLUMNS] == [
        *columns.split(),
        *"column publisher portal words word_unit url".split(),
    ]


def test_the_buttons_of_the_studio_follow_from_the_rows() -> None:
    buttons = {each.target: each.label for each in MEANINGS if each.kind == "field"}
    assert [*buttons] == [
        "title",
        "subtitle",
        "authors",
        "published",
        "section",
        "keywords",
        "access",
    ]
    assert buttons["published"] == "Date"
    several = [each.target for each in MEANINGS if each.kind == "field" and is_list_of(each)]
    assert several == ["authors", "keywords"]
