"""The studio in the language of the reader: its menu, what the browser asks for, every word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running_studio import Studio
from studio_pictures import demo_studio

from webarticlecurator.studio.frame.reader_language import find_reader_language


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("language")
    with demo_studio(folder, demo_corpus) as running:
        yield running


@pytest.fixture
def view(tab: Any, studio: Studio) -> Any:
    studio.admit(tab)
    return tab


def test_the_menu_chooses_the_language_and_says_what_nobody_has_read(
    view: Any, studio: Studio
) -> None:
    view.goto(f"{studio.base}/")
    menu = view.get_by_label("Language")
    assert menu.input_value() == "en"
    unread = menu.locator("optgroup[label='Not read by a native speaker']")
    assert "Magyar" in unread.locator("option").all_text_contents()
    menu.select_option("hu")
    view.get_by_role("heading", name="Portálok").wait_for()
    assert view.evaluate("document.documentElement.lang") == "hu"
    assert view.title() == "Portálok"
    view.get_by_label("Nyelv").select_option("en")
    view.get_by_role("heading", name="Portals").wait_for()


@pytest.mark.parametrize(
    ("headers", "given", "language"),
    [
        ({}, "", "en"),
        ({b"accept-language": b"de-AT,de;q=0.9,en;q=0.8"}, "", "de"),
        ({b"accept-language": b"pl, fr;q=0.5"}, "", "fr"),
        ({b"accept-language": b"de"}, "hu", "hu"),
        ({b"cookie": b"a=b; curator-language=es", b"accept-language": b"de"}, "hu", "es"),
        ({b"cookie": b"curator-language=xx"}, "", "en"),
        ({b"cookie": b"not-curator-language=es"}, "", "en"),
    ],
)
def test_the_menu_comes_before_the_command_line_and_the_browser(
    headers: dict[bytes, bytes], given: str, language: str
) -> None:
    assert find_reader_language(headers, given) == language
