"""Dates and names of languages in the languages of readers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES
from webarticlecurator.base.text.language_names import name_language
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import use_language


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use_language(ENGLISH)


@pytest.mark.parametrize(
    ("language", "day", "month"),
    [
        ("en", "2024-05-02", "2024-05"),
        ("de", "02.05.2024", "Mai 2024"),
        ("fr", "2 mai 2024", "mai 2024"),
        ("es", "2 may 2024", "mayo de 2024"),
        ("hu", "2024. máj. 2.", "2024. május"),
    ],
)
def test_dates_are_written_as_the_reader_writes_them(language: str, day: str, month: str) -> None:
    use_language(language)
    assert write_date("2024-05-02") == day
    assert write_date("2024-05-02T12:30:00+02:00") == f"{day} 12:30"
    assert write_date("2024-05") == month


@pytest.mark.parametrize("text", ["", "2024", "2024-13", "2024-05-40", "2024-05-02 x", "0 3 * * *"])
def test_what_is_no_date_stays(text: str) -> None:
    use_language("de")
    assert write_date(text) == text


def test_languages_have_names() -> None:
    for language, name in (("en", "Hungarian"), ("de", "Ungarisch"), ("es", "húngaro")):
        use_language(language)
        assert name_language("hu") == name
    use_language("de")
    assert name_language("pt-BR") == "Portugiesisch (pt-BR)"
    assert name_language("xx-none") == "xx-none"
    for language in LANGUAGES:
        use_language(language)
        assert all(name_language(each) != each for each in LANGUAGES)
