"""The faults of a record of DataCite 4.7 by the schema of its library, which ends at 4.5."""

from __future__ import annotations

import importlib.resources
import json
from typing import Any

import pytest

LATER = {"Coverage": "Other", "RAiD": "URL", "SWHID": "URL"}
"""Words of 4.6 and 4.7 → what stands in their places in 4.5."""


def find_datacite_faults(record: dict[str, Any]) -> list[str]:
    """Return the faults; the words of later versions are known."""
    jsonschema = pytest.importorskip("jsonschema")
    datacite = pytest.importorskip("datacite", reason="pip install datacite")
    schema = importlib.resources.files(datacite) / "schemas" / "datacite-v4.5.json"
    validator = jsonschema.Draft201909Validator(json.loads(schema.read_text("utf-8")))
    earlier = {
        part: [
            {key: LATER.get(value, value) for key, value in each.items()} for each in record[part]
        ]
        for part in ("dates", "relatedIdentifiers")
    }
    return [error.message for error in validator.iter_errors({**record, **earlier})]
