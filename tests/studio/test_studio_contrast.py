"""Messages of the window have a contrast of 4.5 : 1, in light and dark; ``test_studio_every_view`` has
its views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from accessibility import find_faint_texts
from running_studio import Studio
from studio_pictures import demo_studio

MESSAGES = ("positive", "negative", "warning", "info", "")
"""The kinds of messages of Quasar, and one without a kind."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Any) -> Iterator[Studio]:
    with demo_studio(tmp_path_factory.mktemp("contrast"), demo_corpus) as running:
        yield running


def test_a_message_and_its_button_can_be_read(tab: Any, studio: Studio) -> None:
    studio.admit(tab)
    tab.goto(f"{studio.base}/run")
    tab.get_by_role("button", name="Crawl", exact=True).click()
    message = tab.locator(".studio-message")
    message.get_by_role("button", name="Close").wait_for()
    for kind in MESSAGES:  # those with the same words would be one
        given = f"{{ type: {kind!r}, message: 'words {kind}' }}" if kind else "'words'"
        tab.evaluate(f"void Quasar.Notify.create({given})")
    tab.wait_for_timeout(1000)  # they fade in
    assert tab.locator(".q-notification", has_text="words").count() == len(MESSAGES)
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        assert find_faint_texts(tab) == []


def test_faint_texts_are_found(tab: Any) -> None:
    tab.set_content(
        "<body style='background: #fff'><p style='color: #777'>faint</p>"
        "<p style='color: #767676'>not faint</p><div style='background: #300'>"
        "<b style='color: rgb(255 255 255 / .3)'>too thin</b></div></body>"
    )
    assert find_faint_texts(tab) == ["4.48 faint", "2.51 too thin"]
