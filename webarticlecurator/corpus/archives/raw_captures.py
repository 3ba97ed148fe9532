"""Fetch a capture from a web archive as the portal sent it, and compare it with the index."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit, urlunsplit

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import RAW_CAPTURE
from webarticlecurator.corpus.archives.archive_requests import (
    ArchiveClient,
    WrongRedirect,
)
from webarticlecurator.storage.warc.cdx_answers import CdxLine
from webarticlecurator.storage.warc.coding import decode_body
from webarticlecurator.storage.warc.coding_digests import is_digest_of

_ORIGINAL_CODING = "x-archive-orig-transfer-encoding"
_WAYBACK, _PYWB = "/cdx/search/cdx", "/cdx"


@dataclass(frozen=True)
class RawCapture:
    """A capture of a web archive: its row in the index, the address it was fetched from, its body
    without codings, and its type.

    ``refusal`` says why it cannot be copied, or is empty. ``is_unchecked``: its digest is not that
    of the index, which may be that of the chunks in which the portal sent it.
    """

    line: CdxLine
    source: str
    content: bytes = b""
    content_type: str = ""
    refusal: str = ""
    is_unchecked: bool = False


def find_replay_address(server: str) -> str:
    """Return the beginning of the addresses of captures, for the address of a CDX API.

    Raises UsageError for a form that is not known.
    """
    parts = urlsplit(server)
    path = parts.path.rstrip("/")
    if path.endswith(_WAYBACK):
        replay = f"{path.removesuffix(_WAYBACK)}/web/"
    elif path.endswith(_PYWB):
        replay = f"{path.removesuffix(_PYWB)}/"
    else:
        raise UsageError(
            f"{server}: curator does not know where this archive shows its captures",
            "Give the address with --replay, such as https://web.archive.org/web/.",
        )
    return urlunsplit((parts.scheme, parts.netloc, replay, "", ""))


def raw_address(replay: str, line: CdxLine) -> str:
    """Return the address of the bytes of a capture, for the beginning of such addresses."""
    return f"{replay}{line.time}{RAW_CAPTURE}{line.url}"


def fetch_capture(
    client: ArchiveClient, replay: str, line: CdxLine, *, any_digest: bool = False
) -> RawCapture:
    """Fetch the capture of a row of the index.

    Its digest, with or without its Content-Encoding, must be that of the index, unless the portal
    sent it in chunks, whose lengths are a part of many digests and are not replayed. With
    ``any_digest``, it need not be. Raises PortalRefused.
    """
    source = raw_address(replay, line)
    try:
        answer = client.get(source)
    except WrongRedirect as error:  # of this capture alone: the others may be good
        return RawCapture(line, source, refusal=error.message)
    if answer.status != 200:
        return RawCapture(line, source, refusal=f"the archive answers {answer.status}")
    if answer.url != source:
        return RawCapture(line, source, refusal=f"the archive redirects to {answer.url}")
    response = answer.response
    decoded = response.decoded()
    if decoded.fault:
        return RawCapture(line, source, refusal=f"its body cannot be read: {decoded.words}")
    content_type = response.get("content-type") or line.mime or "text/html"
    capture = RawCapture(line, source, decoded.content, content_type)
    encoded = decode_body(response.raw, response.joined_header("transfer-encoding"), "").content
    digests = (hashlib.sha1(each).digest() for each in (decoded.content, encoded))
    if not line.digest or any(is_digest_of(line.digest, each) for each in digests):
        return capture
    if any_digest or "chunked" in response.joined_header(_ORIGINAL_CODING).lower():
        return replace(capture, is_unchecked=True)
    return RawCapture(line, source, refusal=f"its digest is not that of the index: {line.digest}")
