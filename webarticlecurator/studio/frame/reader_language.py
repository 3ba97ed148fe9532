"""The language of the reader: what the menu has chosen, or ``--language``, or what the browser
says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES, is_read_by_native
from webarticlecurator.base.text.translation import (
    current_language,
    match_language,
    translate,
)
from webarticlecurator.studio.frame.controls import label_prop

LANGUAGE_COOKIE = "curator-language"
_CHOOSE_LANGUAGE = Path(__file__).with_name("choose_language.js").read_text(encoding="utf-8")


def find_reader_language(headers: Mapping[bytes, bytes], given: str) -> str:
    """Return the language for a request with these headers; ``given`` is that of the command line,
    or ""."""
    chosen = re.search(
        rf"(?:^|; ?){LANGUAGE_COOKIE}=(\w+)", headers.get(b"cookie", b"").decode("latin-1")
    )
    accepted = headers.get(b"accept-language", b"").decode("latin-1").split(",")
    tags = (each.partition(";")[0].strip() for each in accepted)
    return match_language((chosen[1] if chosen else "", given, *tags)) or ENGLISH


def write_language_menu() -> None:
    """Write the menu of languages. It marks those whose translations no native speaker has
    read."""
    with ui.element("select").props(label_prop("Language")).classes("studio-language") as menu:
        _write_languages(is_read=True)
        with ui.element("optgroup") as others:
            others.props["label"] = translate("Not read by a native speaker")
            _write_languages(is_read=False)
    menu.on("change", js_handler=_CHOOSE_LANGUAGE.replace("COOKIE", LANGUAGE_COOKIE))


def _write_languages(*, is_read: bool) -> None:
    for language, name in LANGUAGES.items():
        if is_read_by_native(language) == is_read:
            option = TextElement(tag="option", text=name)
            option.props["value"] = option.props["lang"] = language
            option.props["defaultSelected"] = language == current_language()
