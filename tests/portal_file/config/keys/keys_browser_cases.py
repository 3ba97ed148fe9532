"""Keys by which pages are rendered in a browser: what it is told to do with the pages of a portal.

What it then does is in tests/crawling/crawl/rendering.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keys_case import HOME, Case, See, loaded

from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.render_steps import LoadedAnswer
from webarticlecurator.crawling.crawl.render_choice import find_render_steps
from webarticlecurator.crawling.fetch.request_answers import RequestAnswers

LIST, ARTICLE = Origin("archive", "all", 0), Origin("article", "all")


def _is_rendered(folder: Path, text: str) -> tuple[bool, bool]:
    """Whether lists and articles are rendered."""
    portal = loaded(folder, text)
    return (
        find_render_steps(portal, LIST) is not None,
        find_render_steps(portal, ARTICLE) is not None,
    )


def _step(name: str) -> See:
    """What the browser does with a list, by an attribute of RenderSteps."""

    def see(folder: Path, text: str) -> Any:
        steps = find_render_steps(loaded(folder, text), LIST)
        return getattr(steps, name)

    return see


@dataclass
class _Request:
    url: str
    method: str = "GET"
    resource_type: str = "fetch"
    post_data_buffer: bytes = b"query"
    headers: dict[str, str] = field(default_factory=dict)


def _is_answered(request: _Request) -> See:
    """Whether a page gets an answer to a request."""

    def see(folder: Path, text: str) -> bool:
        portal = loaded(folder, text)
        answers = RequestAnswers(portal_hosts(portal), portal.fetch)
        answers.begin_page(lambda request: LoadedAnswer(request.url))
        return answers.answer(request) is not None

    return see


def _of_column(keys: str) -> str:
    return f"archive: {{columns: {{all: {{url: '{HOME}/a'{keys}}}}}}}\n"


def _of_span(keys: str) -> str:
    return f"archive: {{columns: {{all: {{url: '{HOME}/a', spans: [{{{keys}}}]}}}}}}\n"


def _list(keys: str) -> str:
    return f"archive: {{url: '{HOME}/a', pagination: {{mode: browser-list{keys}}}}}\n"


def cases() -> dict[str, Case]:
    browser = "fetch: {browser: true%s}\n"
    return {
        "fetch.browser": Case(
            _is_rendered, "fetch: {browser: false}\n", browser % "", (False, False), (True, True)
        ),
        "fetch.wait_for": Case(
            _step("wait_for"), browser % "", browser % ", wait_for: h2", "", "h2"
        ),
        "fetch.consent": Case(
            _step("consent"), browser % "", browser % ", consent: '#ok'", "", "#ok"
        ),
        "fetch.browser_hosts": Case(
            _is_answered(_Request("https://api.other.example/list")),
            browser % "",
            browser % ", browser_hosts: api.other.example",
            False,
            True,
        ),
        "fetch.browser_post": Case(
            _is_answered(_Request(f"{HOME}/graphql", "POST")),
            browser % "",
            browser % ", browser_post: '/graphql$'",
            False,
            True,
        ),
        "column.fetch": Case(
            _is_rendered,
            _of_column(""),
            _of_column(", fetch: {browser: true}"),
            (False, False),
            (True, True),
        ),
        "span.fetch": Case(
            _is_rendered,
            _of_span("order: newest-first"),
            _of_span("fetch: {browser: true}"),
            (False, False),
            (True, True),
        ),
        "column fetch.browser": Case(
            _is_rendered,
            _of_column(", fetch: {browser: true}") + browser % "",
            _of_column(", fetch: {browser: false}") + browser % "",
            (True, True),
            (False, False),
        ),
        "column fetch.wait_for": Case(
            _step("wait_for"),
            _of_column("") + browser % ", wait_for: h2",
            _of_column(", fetch: {wait_for: h3}") + browser % ", wait_for: h2",
            "h2",
            "h3",
        ),
        "column fetch.consent": Case(
            _step("consent"),
            _of_column("") + browser % ", consent: b",
            _of_column(", fetch: {consent: i}") + browser % ", consent: b",
            "b",
            "i",
        ),
        "pagination.scroll": Case(
            _step("scroll"),
            _list(", click: button"),
            _list(", click: button, scroll: true"),
            False,
            True,
        ),
        "pagination.click": Case(_step("click"), _list(""), _list(", click: button"), "", "button"),
        "pagination.until": Case(_step("until"), _list(""), _list(", until: 20"), "", 20),
        "pagination.max": Case(_step("max_rounds"), _list(""), _list(", max: 3"), None, 3),
    }
