"""Formats that are data sets: Parquet, and a folder for Hugging Face with its card.

The format ``parquet``: typed columns, for pandas, Polars, DuckDB, Spark and R.

Each metadata field is a column, with a list for a field that may have several values. ``--output``
is a folder with a part for each year of publication (``2015/demo.parquet``), or a single file. The
year is not in the form ``year=2015``: then some readers take it for a text, and pandas cannot read
articles without one.
"""

from __future__ import annotations

from webarticlecurator.corpus.export.hugging_face_format import HUGGING_FACE
from webarticlecurator.corpus.export.parquet_format import PARQUET

FORMATS = {"parquet": PARQUET, "huggingface": HUGGING_FACE}
