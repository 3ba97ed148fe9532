"""Values of the table of articles that are mended in place: rows of the overrides table.

A cell opens a form below its row: its values, near spellings of them in the corpus, and the reason.
What is written acts with the next build; until then, the cell shows both.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from nicegui import ui

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_OF_FIELDS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.characters import drop_accents
from webarticlecurator.base.text.translation import (
    format_number,
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.corpus.corpora.article_rows import ListedRow
from webarticlecurator.portal_file.config.override_tables import OVERRIDES
from webarticlecurator.portal_file.values.tables import read_table_file
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.frame.edited_file import EditedFile
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import (
    on_value,
    set_disabled,
    write_box,
    write_button,
    write_element,
    write_field,
)
from webarticlecurator.studio.metadata.override_rows import (
    EXCLUDE_TABLE,
    OVERRIDE_TABLE,
    add_hand_row,
    mend_values,
)

MAX_MENDED = 1000
"""Articles with the same spelling that are mended at once."""
MAX_NEAR = 12
"""Near spellings that are shown."""
_NOT_LETTERS = re.compile(r"[\W_]+")
_MIN_LETTERS = 5
"""Letters of a name of which one may differ."""


class NearSpellings(NamedTuple):
    """A value with its number of articles, and the spellings near it with theirs."""

    value: str
    articles: int
    near: list[tuple[str, int]]


def find_key(name: str) -> str:
    """Return what spellings of a name share: its words without case, accents and punctuation,
    sorted, each once."""
    return " ".join(sorted(set(_NOT_LETTERS.split(drop_accents(name.casefold()))) - {""}))


def find_near(name: str, known: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the spellings near a name, itself not among them, with their numbers of articles:
    first those with the same words, then those in whose words one letter differs, is missing or too
    much; the most frequent ones first."""
    key = find_key(name)
    letters = key.replace(" ", "")
    same, near = [], []
    for other, articles in known:
        if other == name or not other:
            continue
        other_key = find_key(other)
        if other_key == key:
            same.append((other, articles))
        elif len(letters) >= _MIN_LETTERS and differs_by_one(letters, other_key.replace(" ", "")):
            near.append((other, articles))
    return [
        *sorted(same, key=lambda pair: -pair[1]),
        *sorted(near, key=lambda pair: -pair[1]),
    ][:MAX_NEAR]


def differs_by_one(one: str, other: str) -> bool:
    """Return True if a letter of one text is another one, or missing, in the other."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    return one[start + (len(one) >= len(other)) :] == other[start + (len(other) >= len(one)) :]


class MendedArticles:
    """The cells of a table that can be mended, and the overrides table of its portal. Made in a
    thread: it reads that table."""

    def __init__(self, folder: Path, portal: Portal, portal_file: Path) -> None:
        self._folder, self._portal = folder, portal
        self._file = EditedFile(OVERRIDE_TABLE.beside_portal(portal_file))
        self._excluded = EditedFile(EXCLUDE_TABLE.beside_portal(portal_file))
        self._written = self._file
        self._reason = ""
        self._read_rows()

    def _read_rows(self) -> None:
        """Read which articles have values of which fields by hand."""
        self._by_hand: dict[tuple[str, str], list[str]] = defaultdict(list)
        rows = read_table_file((self._file.content or b"").decode("utf-8-sig", "replace"))
        names = [cell.strip() for cell in rows[0].cells] if rows else []
        for row in rows[1:]:
            cells = dict(zip(names, row.cells, strict=False))
            name, field = (cells.get(column, "") for column in OVERRIDES[:2])
            self._by_hand[name, field].append(cells.get("value", ""))

    def write_cell(
        self,
        row: ListedRow,
        field: str,
        text: str,
        body: ui.element,
        line: ui.element,
        title: str,
    ) -> None:
        """Write a cell: its values, those that the next build will put in their place, and the
        button that opens the form in the table ``body`` below the ``line``."""
        place = write_element("span")

        def show() -> None:
            overriding = self._by_hand.get((row.url, field)) or self._by_hand.get(
                (article_id(row.url), field)
            )
            values = "; ".join(filter(None, overriding or ()))
            place.clear()
            with place:
                if overriding is None or values == text:
                    write_element("span", text)
                else:
                    write_element("s", text)
                    words = values or translate("none")
                    write_element(
                        "span",
                        " "
                        + translate(
                            "{words} (corrected by hand, from the next build on)", words=words
                        ),
                        "state-kept",
                    )

        show()
        opened: list[ui.element] = []

        def close() -> None:
            while opened:
                opened.pop().delete()

        async def open_form() -> None:
            if opened:
                close()
                return
            near = await asyncio.to_thread(
                self._find_near, field, [str(cell) for cell in row.cells[field]] or [""]
            )
            with body:
                form = write_element("tr")
            form.move(target_index=body.default_slot.children.index(line) + 1)
            opened.append(form)
            with form, write_element("td", colspan="40"):
                self._write_form(row, field, near, show, close)

        write_button(
            "✎",
            showing_errors(open_form),
            aria_label=translate("Correct {field} of {title}", field=field, title=title),
        ).classes("articles-mend")

    def _find_near(self, field: str, values: Sequence[str]) -> list[NearSpellings]:
        """Return for each value its number of articles, and the spellings near it."""
        known: list[tuple[str, int]] = []
        if field in DIMENSIONS_OF_FIELDS:
            with view_corpus(self._folder, self._portal.id) as corpus:
                known = corpus.article_facts.values(DIMENSIONS_OF_FIELDS[field].fact.what)
        counts = dict(known)
        return [
            NearSpellings(value, counts.get(value, 0), find_near(value, known) if value else [])
            for value in values
        ]

    def _write_form(
        self,
        row: ListedRow,
        field: str,
        near: Sequence[NearSpellings],
        show: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        """Write the form for a cell."""
        texts = {number: each.value for number, each in enumerate(near)}
        everywhere: dict[int, bool] = {}
        with write_element(
            "section", classes="studio-panel", aria_label=translate("Correct {field}", field=field)
        ):
            for number, each in enumerate(near):
                with write_element("div", classes="form-row"):
                    words = field if number == 0 else f"{field} {number + 1}"
                    place = write_field(words, f"value{number}", each.value, size="32")
                    on_value(place, "input", partial(texts.__setitem__, number))
                    for spelling, articles in each.near:
                        write_button(
                            f"{spelling} ({format_number(articles)})",
                            partial(_fill, place, texts, number, spelling),
                        )
                    if each.articles > 1:
                        label = translate(
                            "also in {articles} with “{value}”",
                            articles=translate_count(
                                "{number:,} other article",
                                "{number:,} other articles",
                                each.articles - 1,
                            ),
                            value=each.value,
                        )
                        with write_element("label", classes="form-field"):
                            write_box(label, partial(everywhere.__setitem__, number))
                            write_element("span", label)
            on_value(
                write_field("Reason", "reason", self._reason, size="32"), "input", self._set_reason
            )

            def finish(written: EditedFile) -> None:
                self._written = written
                show()
                set_disabled(back, False)
                done.set_text(translate("Saved to {file}.", file=written.path.name))

            async def write() -> None:
                chosen = [number for number, is_on in everywhere.items() if is_on]
                values = [" ".join(texts[number].split()) for number in range(len(near))]
                replaced = [(near[number].value, values[number]) for number in chosen]
                await asyncio.to_thread(self._write, row.url, field, values, replaced)
                finish(self._file)

            async def take_out() -> None:
                await asyncio.to_thread(self._take_out, row.url)
                finish(self._excluded)

            async def undo() -> None:
                await asyncio.to_thread(self._undo)
                show()
                done.set_text(translate("Undone."))

            with write_element("div", classes="form-row"):
                write_button("Write", showing_errors(write))
                write_button("Take the article out", showing_errors(take_out))
                back = write_button("Undo", showing_errors(undo))
                set_disabled(back, not self._written.can_undo)
                write_button("Close", close)
                done = ui.label("").props('role="status"')

    def _set_reason(self, text: str) -> None:
        self._reason = " ".join(str(text).split())

    def _undo(self) -> None:
        self._written.undo()
        self._read_rows()

    def _take_out(self, url: str) -> None:
        """Write the article into the table of those that the next build removes. Raises as
        ``add_hand_row``."""
        file, cells = self._excluded, {"id": url, "reason": self._reason}
        file.write(
            add_hand_row(EXCLUDE_TABLE, file.content, cells, file.path.name),
            EXCLUDE_TABLE.start() if file.content is None else file.content,
        )

    def _write(
        self, url: str, field: str, values: Sequence[str], replaced: Sequence[tuple[str, str]]
    ) -> None:
        """Write the values of a field of an article, and of the others with a ``replaced`` value.
        Raises UsageError, ConfigError as ``mend_values``."""
        mended = {(url, field): _keep_named(values)}
        for former, value in replaced:
            for other, names in self._list_with(field, former):
                if other != url:
                    known = mended.get((other, field), names)
                    mended[other, field] = _keep_named(
                        [value if name == former else name for name in known]
                    )
        self._file.write(
            mend_values(self._file.content, mended, self._reason, self._file.path.name),
            OVERRIDE_TABLE.start() if self._file.content is None else self._file.content,
        )
        self._read_rows()

    def _list_with(self, field: str, value: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the articles with a value of an indexed field, with all of its values. Raises
        UsageError for too many."""
        dimension = DIMENSIONS_OF_FIELDS[field]
        with view_corpus(self._folder, self._portal.id) as corpus:
            facts = corpus.article_facts.in_bar((dimension.key, value), MAX_MENDED + 1)
            rows = [*corpus.frontier.with_ids(facts)]
        if len(facts) > MAX_MENDED:
            raise UsageError(
                make_message(
                    "more than {max_mended:,} articles have “{value}”",
                    max_mended=MAX_MENDED,
                    value=value,
                ),
                "Merge the spellings in the view Metadata: that takes one line of the portal file.",
            )
        for row in rows:
            yield row.canonical, getattr(facts[row.id], dimension.fact.value)


def _keep_named(values: Iterable[str]) -> list[str]:
    """Return values, each once, without empty ones."""
    return [*dict.fromkeys(value for value in values if value)]


def _fill(place: ui.element, texts: dict[int, str], number: int, spelling: str) -> None:
    """Put a spelling into a field of the form."""
    texts[number] = spelling
    ui.run_javascript(f"getHtmlElement({place.id}).value = {json.dumps(spelling)}")
