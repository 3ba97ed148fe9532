"""Log lines: one line each, with the portal, without secrets, made only if they are wanted."""

from __future__ import annotations

import gc
import logging

import pytest

from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.log_lines import (
    MAX_LINE,
    clean_line,
    current_purpose,
    describe_origin,
    get_logger,
    hide_secrets_of,
    name_portal,
    name_purpose,
)


class Keeper:
    def hide(self, text: str) -> str:
        return text.replace("secret", "…")


class Unprintable:
    def __str__(self) -> str:
        raise AssertionError("a line that nobody wants is made")


def test_a_line_is_made_only_if_it_is_wanted(caplog: pytest.LogCaptureFixture):
    log = get_logger("webarticlecurator.test")
    log.debug("%s", Unprintable())
    with caplog.at_level(logging.DEBUG, "webarticlecurator"), name_portal("one"):
        log.debug("a %s", "b\nc")
    log.debug("%s", Unprintable())
    assert [(r.name, r.getMessage()) for r in caplog.records] == [
        ("webarticlecurator.test", "one: a b\\nc")
    ]


def test_secrets_are_hidden_as_long_as_they_are_used():
    keeper = Keeper()
    hide_secrets_of(keeper)
    assert clean_line("http://u:p@host/?t=secret") == "http://…@host/?t=…"
    del keeper
    gc.collect()
    assert clean_line("secret") == "secret"


def test_a_long_line_is_shortened_and_any_text_can_be_written():
    assert len(clean_line("a" * 9999)) == MAX_LINE
    assert clean_line("a\udc80\x1b[2J\u202eb ") == "a\\udc80\\x1b[2J\\u202eb"


def test_what_a_request_is_for():
    archive = Origin("archive", "news", 1, "2019-03-01", "2")
    assert describe_origin(archive) == "archive page of news 2019-03-01, page 2"
    assert describe_origin(Origin("continuation", "news")) == "later page of an article of news"
    with name_purpose(archive), name_purpose(Origin("robots")):
        assert current_purpose() == "robots.txt"
    assert current_purpose() == "page"
