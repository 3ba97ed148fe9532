"""What a portal file says, as two hashes: what TEI depends on, and what the list of articles depends on."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from webarticlecurator.model.portal import Portal

TEI_KEYS = (
    "id home title language timezone zoned encoding publisher rights corpus address article versions match continuation captures "
    "template template_text"
).split()
LINK_KEYS = "home language timezone encoding columns links next".split()


def plain(value: Any) -> Any:
    """A value as JSON: dataclasses as objects without what is not compared (where something stood), dates as ISO 8601."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value) if f.compare}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    return value


def tei_digest(portal: Portal, base: bytes) -> str:
    """Hex sha256 over the keys that can change TEI (hooks' sources are in their rules), what is read beside links, and the base
    dictionary."""
    said = {key: plain(getattr(portal, key)) for key in TEI_KEYS}
    said["listed"] = [[span.column, plain(span.listed)] for column in portal.columns for span in column.spans]
    return _digest(said, base)


def link_digest(portal: Portal) -> str:
    """Hex sha256 over the keys that can change which articles and pages a stored archive page lists."""
    return _digest({key: plain(getattr(portal, key)) for key in LINK_KEYS}, b"")


def _digest(said: dict[str, Any], content: bytes) -> str:
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    digest = hashlib.sha256(text.encode("utf-8"))
    digest.update(b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()
