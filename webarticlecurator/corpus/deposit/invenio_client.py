"""Requests to a repository of InvenioRDM, such as Zenodo, by its API of records.

The API is that of https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/. The token
is sent to the repository alone: redirects are not followed, and addresses without TLS are
refused, but for this machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import requests

from webarticlecurator.base.errors import RepositoryRefused, UsageError
from webarticlecurator.base.portal.hosts import is_loopback, split_address
from webarticlecurator.base.portal.log_lines import get_logger, hide_secrets_of
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.connection_settings import AGENT

_log = get_logger(__name__)

TRIES = 4
TIMEOUT = (30.0, 600.0)
"""Seconds to wait for a connection, and for the answer, which may check gigabytes."""
_BUSY = frozenset({429, 502, 503, 504})
_LONGEST_WAIT = 120.0
_REPEATABLE = frozenset({"GET", "PUT", "DELETE"})
"""Methods that are tried again when the connection breaks: what they do twice is done once."""
_RESUME = "Run the same command again: it continues with what is missing."


class InvenioClient:
    """Requests of one user to one repository. To be used in a ``with`` statement.

    Methods raise RepositoryRefused if the repository refuses or does not answer.
    """

    def __init__(self, address: str, token: str, clock: Clock) -> None:
        self._base, self._token, self._clock = check_repository(address), token, clock
        self._session = requests.Session()
        self._session.trust_env = False
        hide_secrets_of(self)
        self._session.headers.update(
            {
                "Authorization": f"Bearer {token}",
                "Accept": "application/json",
                "User-Agent": f"{AGENT}/{__version__}",
            }
        )

    def __enter__(self) -> InvenioClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def create_draft(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Create a draft and return it."""
        return self._ask("POST", "records", record)

    def find_draft(self, record_id: str) -> dict[str, Any] | None:
        """Return a draft, or None if there is none of this id."""
        answer = self._send("GET", f"records/{quote(record_id, safe='')}/draft")
        return None if answer.status_code in (404, 410) else self._read(answer)

    def update_draft(self, record_id: str, record: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the metadata of a draft and return it."""
        return self._ask("PUT", self._draft(record_id), record)

    def create_version(self, record_id: str) -> dict[str, Any]:
        """Return the draft of a new version of a published record: that which it has, or a new
        one."""
        return self._ask("POST", f"records/{quote(record_id, safe='')}/versions")

    def import_files(self, record_id: str) -> None:
        """Link the files of the version before to the draft of a new one."""
        self._ask("POST", f"{self._draft(record_id)}/actions/files-import")

    def reserve_doi(self, record_id: str) -> dict[str, Any]:
        """Reserve a DOI for a draft and return the draft."""
        return self._ask("POST", f"{self._draft(record_id)}/pids/doi")

    def publish(self, record_id: str) -> dict[str, Any]:
        """Publish a draft and return the record."""
        return self._ask("POST", f"{self._draft(record_id)}/actions/publish")

    def list_files(self, record_id: str) -> dict[str, str]:
        """Return name → checksum of the files of a draft, as ``upload_file`` returns it."""
        found = self._ask("GET", f"{self._draft(record_id)}/files")
        return {str(entry["key"]): _read_checksum(entry) for entry in found.get("entries") or ()}

    def upload_file(self, record_id: str, path: Path) -> str:
        """Announce a file, upload its content, complete it, and return the checksum of what is
        there (``md5:…``), empty while it is not complete."""
        place = self._file(record_id, path.name)
        self._ask("POST", f"{self._draft(record_id)}/files", [{"key": path.name}])
        self._read(self._send("PUT", f"{place}/content", file=path))
        return _read_checksum(self._ask("POST", f"{place}/commit"))

    def delete_file(self, record_id: str, name: str) -> None:
        """Delete a file of a draft."""
        self._ask("DELETE", self._file(record_id, name))

    def _draft(self, record_id: str) -> str:
        return f"records/{quote(record_id, safe='')}/draft"

    def _file(self, record_id: str, name: str) -> str:
        return f"{self._draft(record_id)}/files/{quote(name, safe='')}"

    def _ask(self, method: str, path: str, content: Any = None) -> dict[str, Any]:
        return self._read(self._send(method, path, content))

    def _send(
        self, method: str, path: str, content: Any = None, file: Path | None = None
    ) -> requests.Response:
        """Return the answer to a request; a busy repository is asked again."""
        for number in range(1, TRIES + 1):
            is_last = number == TRIES
            try:
                answer = self._send_once(method, path, content, file)
            except requests.RequestException as error:
                if is_last or method not in _REPEATABLE:
                    raise RepositoryRefused(
                        f"{self._base} does not answer: {self.hide(str(error)):.300}", _RESUME
                    ) from None
                self._clock.sleep(2.0**number)
                continue
            _log.info(
                "%s %s %d, %d bytes, %.2f s: repository",
                method,
                answer.url,
                answer.status_code,
                len(answer.content),
                answer.elapsed.total_seconds(),
            )
            if answer.status_code not in _BUSY or is_last:
                return answer
            stated = answer.headers.get("Retry-After", "")
            seconds = float(stated) if stated.isdigit() else 2.0**number
            self._clock.sleep(min(seconds, _LONGEST_WAIT))
        raise AssertionError("the last try returns or raises")

    def _send_once(
        self, method: str, path: str, content: Any, file: Path | None
    ) -> requests.Response:
        address = f"{self._base}/api/{path}"
        if file is None:
            return self._session.request(
                method, address, json=content, timeout=TIMEOUT, allow_redirects=False
            )
        with file.open("rb") as stream:
            # requests sends an empty stream in chunks, which repositories do not take
            return self._session.request(
                method,
                address,
                data=stream if file.stat().st_size else b"",
                headers={"Content-Type": "application/octet-stream"},
                timeout=TIMEOUT,
                allow_redirects=False,
            )

    def _read(self, answer: requests.Response) -> dict[str, Any]:
        """Return the JSON of an answer. Raises RepositoryRefused for one that is not a success."""
        method, url = answer.request.method, self.hide(str(answer.request.url))
        if answer.status_code in (401, 403):
            raise RepositoryRefused(
                f"{self._base} answers {answer.status_code} to {method} {url}: the token is not"
                " valid, or does not allow this",
                "Create a token with the scopes deposit:write and deposit:actions.",
            )
        try:
            found = answer.json() if answer.content else {}
        except ValueError:
            found = None
        if not 200 <= answer.status_code < 300:
            message = self.hide(_describe_errors(found) or answer.reason or "")
            raise RepositoryRefused(
                f"{self._base} answers {answer.status_code} to {method} {url}: {message:.500}",
                _RESUME,
            )
        if not isinstance(found, dict):
            raise RepositoryRefused(
                f"{url} does not answer with a JSON object (expected the API of InvenioRDM)",
                "Give the address of a repository of InvenioRDM with --at.",
            )
        return found

    def hide(self, text: str) -> str:
        """Return a text without the token."""
        return text.replace(self._token, "…")


def check_repository(address: str) -> str:
    """Return the address of a repository without a slash at its end. Raises UsageError unless it is
    one of https, or of this machine."""
    parts = split_address(address)
    host = parts.hostname or ""
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
    if not host or not is_safe or "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError(
            f"not the address of a repository: {address!r} (expected https://HOST)",
            "Give it with --at, such as https://sandbox.zenodo.org; the token is not sent without"
            " TLS.",
        )
    return address.rstrip("/")


def _read_checksum(entry: Mapping[str, Any]) -> str:
    return str(entry.get("checksum") or "") if entry.get("status") == "completed" else ""


def _describe_errors(found: Any) -> str:
    """Return the message of an error, with the fields that are wrong."""
    if not isinstance(found, dict):
        return ""
    fields = (
        f"{error.get('field')}: {' '.join(map(str, error.get('messages') or ()))}"
        for error in found.get("errors") or ()
        if isinstance(error, dict)
    )
    return "; ".join([str(found.get("message") or ""), *fields])
