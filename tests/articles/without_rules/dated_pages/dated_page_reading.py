"""What is read of a made-up page without any rules, compared as far as the page says it."""

from __future__ import annotations

import tempfile
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path

from dated_page import CAPTURED, DatedPage

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.portal_file.config.load import load_portal

_PORTAL = """
portal: echo
home: https://www.echo.example/
language: {language}
timezone: UTC
archive: {{url: "https://www.echo.example/news"}}
"""
_DAY = len("2024-03-12")


@lru_cache(maxsize=32)
def _portal(language: str) -> Portal:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "echo.yaml"
        path.write_text(_PORTAL.format(language=language), encoding="utf-8", newline="\n")
        return load_portal(path)


def read_page_metadata(
    page: DatedPage,
    portal_language: str | None = None,
    captured: datetime | None = CAPTURED,
) -> tuple[Metadata, tuple[Problem, ...]]:
    portal = _portal(portal_language or page.language)
    made = read_page(
        page.url, page.html.encode("utf-8"), "text/html; charset=utf-8", captured=captured
    )
    return read_metadata(made, portal, portal.article)


def read_days(
    page: DatedPage,
    portal_language: str | None = None,
    captured: datetime | None = CAPTURED,
) -> dict[str, str | None]:
    """``published`` and ``modified`` as they are read: with the time only where the page says one."""
    found, _ = read_page_metadata(page, portal_language, captured)
    return {
        name: _shorten(found.first(name), getattr(page, name)) for name in ("published", "modified")
    }


def _shorten(read: str | None, expected: str | None) -> str | None:
    if read is None or len(read) == _DAY:
        return read
    moment = datetime.fromisoformat(read)
    if expected is None or len(expected) == _DAY:
        return f"{moment:%Y-%m-%d}"
    return f"{moment.astimezone(timezone.utc):%Y-%m-%dT%H:%M}"
