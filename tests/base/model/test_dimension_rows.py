"""A row of a dimension says all that is made of it."""

from __future__ import annotations

import pytest

from webarticlecurator.base.model.article_facts import FACT_VALUES
from webarticlecurator.base.model.corpus_dimensions import (
    CHARTED,
    DIMENSIONS,
    DIMENSIONS_OF_FIELDS,
    Dimension,
)
from webarticlecurator.base.model.fields import FIELDS_BY_NAME, MetadataField
from webarticlecurator.corpus.charts.bar_names import name_bar
from webarticlecurator.corpus.charts.export_hint import describe_export
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.storage.index.derived_schema import FACT_COLUMNS
from webarticlecurator.storage.texts.bar_conditions import make_condition


@pytest.mark.parametrize("dimension", CHARTED, ids=lambda each: each.key)
def test_its_unknown_bar_and_its_command_are_those_of_the_row(dimension: Dimension) -> None:
    assert name_bar(dimension.key, "") == dimension.unknown != ""
    if dimension.where:
        assert dimension.where in ARTICLE_FIELDS_BY_NAME
        assert f"--where {dimension.where}=x" in describe_export("p.yaml", dimension.key, "x")


@pytest.mark.parametrize("dimension", DIMENSIONS, ids=lambda each: each.key)
def test_its_fact_has_a_column_by_which_its_bars_are_found(dimension: Dimension) -> None:
    columns = {column.attribute: column.name for column in FACT_COLUMNS}
    assert list(columns) == [row.name for row in FACT_VALUES]
    condition = make_condition((dimension.key, "50"), [])
    assert f"f.{columns[dimension.date or dimension.fact.value]}" in condition.text


@pytest.mark.parametrize("field", FIELDS_BY_NAME.values(), ids=lambda each: each.name)
def test_a_field_that_the_index_counts_is_a_column_of_exports(field: MetadataField) -> None:
    dimension = DIMENSIONS_OF_FIELDS.get(field.name)
    if dimension is not None:
        assert dimension.where == field.name
        assert ARTICLE_FIELDS_BY_NAME[field.name].is_list == field.is_list
