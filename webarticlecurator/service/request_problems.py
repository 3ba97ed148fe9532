"""Problems of a request to the service, and what errors become in an answer: problem details
(RFC 9457, ``application/problem+json``) with value, expected form and cure.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from webarticlecurator.base import errors
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.stored_words import PROBLEM_WORDS
from webarticlecurator.base.text.translation import as_message, make_message

MEDIA_TYPE = "application/problem+json"

_STATUS_BY_ERROR: tuple[tuple[type[errors.CuratorError], HTTPStatus], ...] = (
    (errors.ConfigError, HTTPStatus.CONFLICT),
    (errors.CorpusMismatch, HTTPStatus.CONFLICT),
    (errors.CorpusLocked, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.RulesTooSlow, HTTPStatus.GATEWAY_TIMEOUT),
    (errors.PortalRefused, HTTPStatus.BAD_GATEWAY),
    (errors.StoreDamaged, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.WarcUnreadable, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.DiskFull, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.UsageError, HTTPStatus.BAD_REQUEST),
    (errors.CuratorError, HTTPStatus.INTERNAL_SERVER_ERROR),
)


class RequestProblem(errors.CuratorError):
    """A request that is not answered: what is wrong with which value, what is expected there, and
    what to do. ``retry`` is the number of seconds after which another try may succeed."""

    def __init__(
        self,
        status: HTTPStatus,
        problem: str,
        value: str | None = None,
        *,
        expected: str | None = None,
        cure: str = "",
        retry: int | None = None,
    ) -> None:
        # in one line, as the commands print it
        text = as_message(problem)
        if value is not None:
            text = make_message("{problem}: {value!r}", problem=text, value=value)
        if expected:
            text = make_message("{problem} (expected {expected})", problem=text, expected=expected)
        super().__init__(text, cure)
        self.status, self.retry = status, retry
        self.problem, self.value, self.expected = problem, value, expected


def find_status(error: Exception) -> HTTPStatus:
    """Return the status of the answer to an error."""
    if isinstance(error, RequestProblem):
        return error.status
    if isinstance(error, errors.PageUnreadable):
        is_slow = error.reason == "rule-timeout"
        return HTTPStatus.GATEWAY_TIMEOUT if is_slow else HTTPStatus.INTERNAL_SERVER_ERROR
    return next(
        (status for kind, status in _STATUS_BY_ERROR if isinstance(error, kind)),
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def problem_json(error: Exception) -> dict[str, Any]:
    """Return the body of the answer to an error; one that is no CuratorError is a mistake of the
    program, of which the answer tells nothing."""
    status = find_status(error)
    detail, problem, cure = _read_description(error)
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "problem": problem,
        "value": None,
        "expected": None,
        "cure": cure,
    }
    if isinstance(error, RequestProblem):
        body |= {"value": error.value, "expected": error.expected}
    if isinstance(error, errors.ConfigError):
        body["problems"] = [to_words(problem, PROBLEM_WORDS) for problem in error.problems]
    return body


def _read_description(error: Exception) -> tuple[str, str, str | None]:
    """Return the detail, the problem and the cure of an error."""
    if isinstance(error, RequestProblem):
        return error.message, error.problem, error.cure or None
    if isinstance(error, errors.ConfigError):
        cure = "Correct the portal file; the service reads it again by itself."
        return str(error), "the portal file has problems", cure
    if isinstance(error, errors.CuratorError):
        return error.message, error.message, error.cure or None
    if isinstance(error, OSError):
        problem = f"{error.filename or 'a file'}: {error.strerror or error}"
        return problem, problem, "Make it readable for the user who runs the service."
    problem = "an error in the program; the terminal of the service shows more"
    return problem, problem, None


def problem_headers(error: Exception) -> dict[str, str]:
    """Return the headers that the answer to an error needs."""
    headers = {}
    if isinstance(error, RequestProblem):
        if error.retry is not None:
            headers["Retry-After"] = str(error.retry)
        if error.status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = "Bearer"
    return headers
