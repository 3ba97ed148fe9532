"""The year in a value or in a copyright line."""

from __future__ import annotations

import pytest

from webarticlecurator.extract.metadata.years import normalize_year


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2019", "2019"),
        (" 2019-03-15T08:30:00+01:00", "2019"),
        ("© 2011–2019 Echo Kft.", "2011"),
        ("Founded 1848. (c) 2019 Echo", "2019"),
        ("2019 © Echo", "2019"),
        ("COPYRIGHT Echo, 2019", "2019"),
        ("٢٠١٩", "2019"),
        ("© 2562 (2019)", "2019"),
        ("2020", "2020"),
        ("2021", None),
        ("1599", None),
        ("20190315", None),
        ("'19", None),
        ("", None),
    ],
)
def test_a_year_up_to_the_capture_is_read(text: str, year: str | None) -> None:
    assert normalize_year(text, 2020) == year
