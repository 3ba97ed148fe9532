"""Answers as they are sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi.responses import Response

from webarticlecurator.base.text.characters import json_safe
from webarticlecurator.service.request_problems import (
    MEDIA_TYPE,
    find_status,
    problem_headers,
    problem_json,
)


def answer_json(
    content: Any, headers: Mapping[str, str] | None = None, media_type: str = "application/json"
) -> Response:
    """Return an answer in JSON, in which lone surrogates and control characters are harmless."""
    return Response(
        json_safe(json.dumps(content, ensure_ascii=False)).encode("utf-8", "replace"),
        media_type=media_type,
        headers=headers,
    )


def answer_problem(error: Exception) -> Response:
    """Return the answer to an error."""
    return Response(
        json.dumps(problem_json(error)).encode("ascii"),
        find_status(error).value,
        problem_headers(error),
        MEDIA_TYPE,
    )
