"""The values of a field, of which several can be left out or become one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from webarticlecurator.errors import UsageError
from webarticlecurator.studio.html_elements import (
    on_value,
    write_box,
    write_button,
    write_element,
    write_field,
    write_link,
    write_table_head,
)
from webarticlecurator.studio.metadata_view.cleaned_values import CLEANED_FIELDS
from webarticlecurator.studio.metadata_view.field_values import FieldValue, ValuePage
from webarticlecurator.studio.window import showing_errors, view_address


class ValueTable:
    """A page of values. ``clean`` is called with the chosen ones and what they become ("": nothing,
    they are left out)."""

    def __init__(
        self,
        portal_id: str,
        field: str,
        text: str,
        page: int,
        clean: Callable[[Sequence[str], str], Awaitable[None]],
    ) -> None:
        self._portal_id, self._field, self._text, self._page = portal_id, field, text, page
        self._clean, self._becomes = clean, ""
        self._chosen: dict[str, None] = {}

    def write(self, page: ValuePage) -> None:
        """Write the form that searches, the values, and the buttons that decide about them."""
        self._write_search()
        if not page.values:
            ui.label("No value is like this." if self._text else "No article has a value.")
            return
        is_text = self._field in CLEANED_FIELDS
        has_sources = any(value.sources for value in page.values)
        with (
            write_element(
                "div", classes="studio-wide", tabindex="0", role="region", aria_label="Values"
            ),
            write_element("table", classes="studio-table"),
        ):
            columns = [("choose", "narrow")] if is_text else []
            columns += [("value", ""), ("articles", "number")]
            write_table_head([*columns, *([("sources", "")] if has_sources else [])])
            with write_element("tbody"):
                for value in page.values:
                    with write_element("tr"):
                        self._write_row(value, is_text, has_sources)
        self._write_pages(page)
        if is_text:
            self._write_decisions()

    def _write_search(self) -> None:
        action = view_address(self._portal_id, "metadata")
        with write_element("form", classes="form-row", method="get", action=action, role="search"):
            write_element("input", type="hidden", name="field", value=self._field)
            write_field("Search", "text", self._text, type="search")
            write_element("button", "Show", "studio-button", type="submit")

    def _write_row(self, value: FieldValue, is_text: bool, has_sources: bool) -> None:
        if is_text:
            with write_element("td"):
                write_box(
                    f"choose {value.value}",
                    lambda is_chosen: self._choose(value.value, is_chosen),
                )
        with write_element("td"):
            address = view_address(
                self._portal_id, "metadata", **self._query(page=self._page), value=value.value
            )
            write_link(value.value, address, "studio-anywhere")
        write_element("td", str(value.articles), "number")
        if has_sources:
            write_element("td", value.sources, "studio-anywhere")

    def _choose(self, value: str, is_chosen: bool) -> None:
        self._chosen.pop(value, None)
        if is_chosen:
            self._chosen[value] = None

    def _write_pages(self, page: ValuePage) -> None:
        with write_element("nav", classes="form-row", aria_label="Pages of the values"):
            write_element("span", f"page {self._page}")
            for words, number, exists in (
                ("Previous", self._page - 1, self._page > 1),
                ("Next", self._page + 1, page.has_more),
            ):
                if exists:
                    query = self._query(page=number)
                    write_link(words, view_address(self._portal_id, "metadata", **query))

    def _query(self, page: int) -> dict[str, str]:
        query = {"field": self._field, "text": self._text, "page": str(page)}
        return {name: value for name, value in query.items() if value not in ("", "1")}

    def _write_decisions(self) -> None:
        with write_element("div", classes="form-row", role="group", aria_label="Chosen values"):
            write_element("span", "The chosen values:")
            write_button("Leave out", showing_errors(self._leave_out))
            field = write_field("Become", "becomes", size="24")
            on_value(field, "input", self._set_becomes)
            write_button("Merge", showing_errors(self._merge))

    def _set_becomes(self, value: str) -> None:
        self._becomes = value.strip()

    async def _leave_out(self) -> None:
        await self._decide("")

    async def _merge(self) -> None:
        if not self._becomes:
            raise UsageError("nothing that the values become", "Write it into the field `Become`.")
        await self._decide(self._becomes)

    async def _decide(self, becomes: str) -> None:
        values = [value for value in self._chosen if value != becomes]
        if not values:
            raise UsageError("no value is chosen", "Choose some in the table.")
        await self._clean(values, becomes)
