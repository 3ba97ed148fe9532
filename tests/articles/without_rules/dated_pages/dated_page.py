"""A made-up page that says its day in one way, with the markup of one system."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone

from page_texts import TITLES, paragraphs

CAPTURED = datetime(2024, 11, 20, 12, tzinfo=timezone.utc)


@dataclass(frozen=True)
class DatedPage:
    """``body`` and ``head`` have ``{title}`` and ``{text}`` in them. ``published`` and ``modified``:
    what the page says, to the day, or with the time where it says that, in UTC; None if it does not."""

    name: str
    language: str
    body: str
    published: str | None = None
    modified: str | None = None
    head: str = ""
    path: str = "bridge"

    @property
    def url(self) -> str:
        return f"https://www.echo.example/{self.path}"

    @property
    def html(self) -> str:
        title = TITLES[self.language.partition("-")[0]]
        body = self.body.replace("{title}", title).replace("{text}", paragraphs(self.language))
        return (
            f'<!DOCTYPE html><html lang="{self.language}"><head><title>{title} | Echo</title>'
            f"{self.head}</head><body>{body}</body></html>"
        )
