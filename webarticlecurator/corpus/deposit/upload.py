"""Send a deposit to a repository of InvenioRDM: a draft, its files, its metadata.

A file beside the folder (``DIR.upload.json``) names the draft, so that a broken upload goes on:
files that the draft has with the same digest are not sent again. The token is written nowhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import RepositoryRefused, UsageError
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.corpus.deposit.deposit_files import digest_file
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription
from webarticlecurator.corpus.deposit.invenio_client import InvenioClient
from webarticlecurator.corpus.deposit.invenio_record import make_invenio_record
from webarticlecurator.crawling.workers.progress import Progress

MAX_FILES = 100
"""Files that a record of Zenodo may have."""


@dataclass(frozen=True)
class Repository:
    """Where a deposit is sent: the address of the repository, the published record of which it is a
    new version (empty for a new record), and the file that names its draft; the ``token`` is not
    shown."""

    address: str
    version_of: str
    state_file: Path
    token: str = field(repr=False)


@dataclass(frozen=True)
class UploadedRecord:
    """A draft or record in a repository: its ``page``, its DOI (empty if it has none yet), and how
    many files were ``sent`` and ``kept``."""

    id: str
    page: str
    doi: str
    is_published: bool = False
    sent: int = 0
    kept: int = 0


def reserve_doi(client: InvenioClient, repository: Repository, title: str) -> UploadedRecord:
    """Reserve a DOI for the draft of a deposit, which is created if missing. Raises
    RepositoryRefused, UsageError."""
    draft = _open_draft(client, repository, {"metadata": {"title": title}})
    if not _find_doi(draft):
        draft = client.reserve_doi(str(draft["id"]))
    return _to_record(draft)


def upload_deposit(
    client: InvenioClient,
    repository: Repository,
    folder: Path,
    description: DepositDescription,
    progress: Progress,
) -> UploadedRecord:
    """Send the files and the metadata of a deposit to its draft, which is created if missing, and
    remove other files from it. Raises RepositoryRefused, UsageError."""
    paths = {path.name: path for path in sorted(folder.iterdir())}
    if len(paths) > MAX_FILES:
        raise UsageError(
            f"{folder} has {len(paths)} files (expected at most {MAX_FILES})",
            "Ask the repository to allow more files, or leave out tables with --tables.",
        )
    record = make_invenio_record(description)
    draft = _open_draft(client, repository, record)
    doi = description.portal.corpus.doi
    reserved = _find_doi(draft)
    if doi and doi.lower() != reserved.lower():
        raise UsageError(
            f"corpus.doi is {doi}, but the draft has {reserved or 'no DOI yet'}",
            "Reserve one with --reserve-doi, which writes it into the portal file, or remove it:"
            " curator set CONFIG corpus.doi --remove",
        )
    record_id = str(draft["id"])
    sent = _send_files(client, record_id, paths, progress)
    # a draft that is sent without its identifiers loses its reserved DOI
    found = _to_record(client.update_draft(record_id, {**record, "pids": draft.get("pids") or {}}))
    return UploadedRecord(found.id, found.page, found.doi, sent=sent, kept=len(paths) - sent)


def publish_upload(client: InvenioClient, repository: Repository, record_id: str) -> UploadedRecord:
    """Publish the draft of a deposit. Raises RepositoryRefused."""
    published = client.publish(record_id)
    _write_state(repository, record_id, is_published=True)
    return _to_record(published)


def _open_draft(
    client: InvenioClient, repository: Repository, record: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the draft of the state file, or a new one."""
    state = _read_state(repository)
    known = str(state.get("record") or "")
    if known and not state.get("published"):
        draft = client.find_draft(known)
        if draft is not None:
            return draft
    if known and state.get("published"):
        raise UsageError(
            f"record {known} is published ({repository.state_file})",
            f"Send a new version with --new-version-of {known}, or give another folder.",
        )
    if repository.version_of:
        draft = client.create_version(repository.version_of)
        if not client.list_files(str(draft["id"])):
            client.import_files(str(draft["id"]))
    else:
        draft = client.create_draft(record)
    _write_state(repository, str(draft["id"]), is_published=False)
    return draft


def _send_files(
    client: InvenioClient, record_id: str, paths: Mapping[str, Path], progress: Progress
) -> int:
    """Make the files of a draft those of the folder; return how many were sent."""
    remote = client.list_files(record_id)
    sent = 0
    progress.begin("upload", len(paths), "files")
    try:
        for name in set(remote) - set(paths):
            client.delete_file(record_id, name)
        for name, path in paths.items():
            checksum = f"md5:{digest_file(path, 'md5')}"
            if remote.get(name) != checksum:
                if name in remote:
                    client.delete_file(record_id, name)
                found = client.upload_file(record_id, path)
                if found != checksum:
                    raise RepositoryRefused(
                        f"{path.name} arrived with the digest {found or 'none'} (expected"
                        f" {checksum})",
                        "Run the same command again to send the file once more.",
                    )
                sent += 1
            progress.step(name)
    finally:
        progress.end()
    return sent


def _find_doi(record: Mapping[str, Any]) -> str:
    doi = (record.get("pids") or {}).get("doi") or {}
    return str(doi.get("identifier") or "")


def _to_record(record: Mapping[str, Any]) -> UploadedRecord:
    page = (record.get("links") or {}).get("self_html") or ""
    return UploadedRecord(
        str(record["id"]), str(page), _find_doi(record), bool(record.get("is_published"))
    )


def _read_state(repository: Repository) -> dict[str, Any]:
    """Return what is known of an upload to this repository; empty if there was none."""
    try:
        state = json.loads(repository.state_file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{repository.state_file} cannot be read: {error}",
            "Remove it; the next upload then makes a new draft.",
        ) from error
    is_same = (
        isinstance(state, dict)
        and state.get("at") == repository.address
        and state.get("version_of") == repository.version_of
    )
    return state if is_same else {}


def _write_state(repository: Repository, record_id: str, *, is_published: bool) -> None:
    state = {
        "at": repository.address,
        "version_of": repository.version_of,
        "record": record_id,
        "published": is_published,
    }
    write_file(repository.state_file, [json.dumps(state, indent=2).encode() + b"\n"])
