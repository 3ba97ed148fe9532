"""A month or a year alone in each format: its year is there, and no day is made for it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from export_material import export_corpus

from webarticlecurator.corpus.export.formats import EXPORTERS, WHOLE_CORPUS

ARTICLE_FORMATS = sorted(EXPORTERS.keys() - set(WHOLE_CORPUS))
_YEAR = "1987"


def read_texts(folder: Path) -> Iterator[str]:
    """Yield the names and texts of the files of an export, also those in its archives."""
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".parquet":
            pq = pytest.importorskip("pyarrow.parquet")
            yield f"{name} {pq.read_table(path).to_pylist()}"
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
                for inner in archive.namelist():
                    yield f"{inner} {archive.read(inner).decode('utf-8', 'replace')}"
        else:
            yield f"{name} {path.read_text(encoding='utf-8')}"


@pytest.mark.parametrize("form", ARTICLE_FORMATS)
@pytest.mark.parametrize("published", [_YEAR, f"{_YEAR}-09"])
def test_a_date_without_a_day_has_its_year_and_no_day(
    corpus: Path, put: Callable[..., Path], tmp_path: Path, form: str, published: str
) -> None:
    put("story", {"title": ["A story"], "published": [published], "modified": [published]})
    folder = tmp_path / "export"
    folder.mkdir()
    export_corpus(corpus, form, folder / "out")
    text = "\n".join(read_texts(folder))
    # The plain text of a single file has no metadata.
    assert (_YEAR in text) or form == "txt"
    assert not re.search(rf"{_YEAR}[-/.]?\d\d[-/.]?\d\d|{int(_YEAR) - 1}|January|undated", text)
    assert not re.search(rf"datetime\.\w+\({_YEAR}|{_YEAR}-0[^9]", text)
