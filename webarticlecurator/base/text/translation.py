"""Translate what a person reads; the English text is the id of its translation.

``translate`` returns a text in the language of the reader, for what is shown at once.
``make_message`` returns a text in English that can be translated later: an error keeps its English
words in files and in ``--json``, and is translated where it is shown. In English nothing is looked
up.

The catalogues are the ``.po`` files of ``translations/``, which are read as they are, so that a
checkout needs no build step. ``docs/translations.md`` says how one is added or mended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from string import Formatter
from typing import Any

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES, read_catalogue

_NUMBER_SIGNS = {
    "hu": {",": "\N{NO-BREAK SPACE}", ".": ","},
    "de": {",": ".", ".": ","},
    "fr": {",": "\N{NARROW NO-BREAK SPACE}", ".": ","},
    "es": {",": ".", ".": ","},
}
"""Signs of numbers, in place of the comma of thousands and the decimal point of English."""

reader_language: ContextVar[str] = ContextVar("reader_language", default="")
"""The language of whoever asks in this context, "" for that of the process."""
_process_language = [ENGLISH]


def use_language(language: str) -> None:
    """Translate into this language from now on, in all threads of the process."""
    _process_language[0] = language


def current_language() -> str:
    """Return the language into which texts are translated here and now."""
    return reader_language.get() or _process_language[0]


def match_language(tags: Iterable[str]) -> str:
    """Return the language of the first tag (BCP 47, or a locale: ``de_AT.UTF-8``) that there is a
    catalogue for, "" without any."""
    primary = (tag.replace("_", "-").partition("-")[0].partition(".")[0].lower() for tag in tags)
    return next((language for language in primary if language in LANGUAGES), "")


class Message(str):
    """A text in English, with what is needed to translate it.

    ``template`` is the text with its values in braces. ``many`` is the template for numbers other
    than one, "" where no number counts; the number is the value ``number``.
    """

    template: str
    many: str
    values: dict[str, Any]

    def __new__(
        cls, template: str, many: str = "", values: dict[str, Any] | None = None
    ) -> Message:
        values = values or {}
        chosen = many if many and values["number"] != 1 else template
        text = super().__new__(cls, chosen.format(**values) if values else chosen)
        text.template, text.many, text.values = template, many, values
        return text

    def map_values(self, change: Callable[[str], str]) -> Message:
        """Return the message with its values, or itself where it has none, changed by a function;
        values that are no text stay."""
        if not self.values:
            changed = change(self)
            return Message(changed) if changed != self else self
        values = {
            name: value.map_values(change)
            if isinstance(value, Message)
            else change(value)
            if isinstance(value, str)
            else value
            for name, value in self.values.items()
        }
        return Message(self.template, self.many, values)

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.template, self.many, self.values)


def make_message(template: str, /, **values: Any) -> Message:
    """Return a text in English that ``translate`` takes; ``values`` stand in its braces."""
    return Message(template, "", values)


def make_count_message(one: str, many: str, number: int, /, **values: Any) -> Message:
    """Return a text as ``make_message`` about a number, which stands in both templates, or in the
    second, as ``{number}``."""
    return Message(one, many, {"number": number, **values})


def as_message(text: str) -> Message:
    """Return a text as a message: itself, or as one without values."""
    return text if isinstance(text, Message) else Message(text)


def join_messages(separator: str, texts: Iterable[str]) -> Message:
    """Return texts one after the other, each of which is translated by itself."""
    values = {f"text{place}": text for place, text in enumerate(texts)}
    return Message(separator.join(f"{{{name}}}" for name in values), "", values)


def translate(text: str, /, **values: Any) -> str:
    """Return a text in the language of the reader: a template with its values, or a message."""
    found = text if isinstance(text, Message) else Message(text, "", values)
    language = current_language()
    if language == ENGLISH:
        return str(found)
    catalogue = read_catalogue(language)
    forms = catalogue.texts.get(found.template, ()) if found.template else ()
    form = forms and forms[catalogue.plural(found.values["number"]) if found.many else 0]
    # a text that is not in the catalogue stays English, but not the messages in it
    template = form or (
        found.many if found.many and found.values["number"] != 1 else found.template
    )
    return _Formatter(language).vformat(template, (), found.values) if found.values else template


def show_message(text: str) -> str:
    """Return a message in the language of the reader, and any other text as it is."""
    return translate(text) if isinstance(text, Message) else text


def translate_count(one: str, many: str, number: int, /, **values: Any) -> str:
    """Return a text about a number, which stands in both templates as ``{number}``, in the
    language of the reader."""
    return translate(make_count_message(one, many, number, **values))


def describe_problems(error: ConfigError) -> list[str]:
    """Return the problems of a portal file as lines, with their places, and their number."""
    lines = [
        f"{each.file}:{each.line}:{each.column}: {translate(each.message)}"
        for each in error.problems
    ]
    number = translate_count("{number} problem", "{number} problems", len(lines))
    return [*"\n".join(lines).split("\n"), number]


def format_number(number: float, form: str = ",") -> str:
    """Return a number with the signs of the language of the reader; ``form`` as ``format`` takes
    it."""
    return translate(f"{{number:{form}}}", number=number)


class _Formatter(Formatter):
    """Writes values into a template as a language does: numbers with its signs, and messages
    translated."""

    def __init__(self, language: str) -> None:
        self._signs = str.maketrans(_NUMBER_SIGNS[language])

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return format(translate(value), format_spec)
        written = format(value, format_spec)
        return written.translate(self._signs) if isinstance(value, int | float) else written
