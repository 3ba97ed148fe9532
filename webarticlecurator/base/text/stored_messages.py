"""Messages that are stored: with their template and values, so that they can be translated
later."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from webarticlecurator.base.text.translation import Message

_STORED_MESSAGE = '{"template": '
"""How a stored message with values begins; other texts are stored as they are."""


def encode_message(text: str) -> str:
    """Return a text as it is stored: a message with values as JSON, unless ``decode_message`` could
    not restore its English text."""
    if isinstance(text, Message) and text.values:
        encoded = json.dumps(_list_fields(text), ensure_ascii=False)
        with suppress(ValueError, TypeError):
            if decode_message(encoded) == text:
                return encoded
    if text.startswith(_STORED_MESSAGE):
        return json.dumps(
            _list_fields(Message("{text}", "", {"text": str(text)})), ensure_ascii=False
        )
    return str(text)


def decode_message(stored: str) -> str:
    """Return the text or the message that ``encode_message`` has encoded."""
    return _make_value(json.loads(stored)) if stored.startswith(_STORED_MESSAGE) else stored


def _list_fields(value: Any) -> Any:
    """Return a message as a mapping, and a value of another type as JSON can have it."""
    if isinstance(value, Message):
        values = {name: _list_fields(each) for name, each in value.values.items()}
        return {"template": value.template, "many": value.many, "values": values}
    return value if isinstance(value, str | int | float | None) else str(value)


def _make_value(value: Any) -> Any:
    """Return the message or the value that ``_list_fields`` has returned."""
    if not isinstance(value, dict):
        return value
    values = {name: _make_value(each) for name, each in value["values"].items()}
    return Message(value["template"], value["many"], values)
