"""Time stamps of manifests (RFC 3161): proof that a state of a corpus was there on a day.

An authority signs the digest of the file; its answer lies beside the file with the ending ``.tsr``.
Anyone checks it with ``openssl ts -verify -in FILE.tsr -data FILE -CAfile CA``.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import RepositoryRefused, UsageError
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.base.system.installation import __version__, require_extra
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.translation import make_message

ENDING = ".tsr"
_MAX_ANSWER = 1 << 20
_SECONDS = (30.0, 60.0)
_ALGORITHMS = {
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
}
"""Object identifier → name of a digest."""


@dataclass(frozen=True)
class Timestamp:
    """When an authority saw a file. ``fault``: what is wrong with the time stamp, empty if nothing
    is; ``is_trusted``: its signature was checked up to a certificate that the user trusts."""

    time: datetime
    fault: str = ""
    is_trusted: bool = False


def locate_timestamp(file: Path) -> Path:
    """Return where the time stamp of a file is, or is to be."""
    return file.with_name(file.name + ENDING)


def require_timestamps() -> None:
    """Raise UsageError if what makes and reads time stamps is not installed."""
    require_extra("timestamp", ("rfc3161_client",), "a time stamp")


def write_timestamp(file: Path, authority: str) -> Timestamp:
    """Ask the authority at an address for a time stamp of a file, and write it beside the file.

    Raises UsageError (no library), RepositoryRefused.
    """
    require_timestamps()
    import requests
    from rfc3161_client import TimestampRequestBuilder

    timestamp_request = TimestampRequestBuilder().data(file.read_bytes()).build()
    headers = {
        "Content-Type": "application/timestamp-query",
        "User-Agent": f"webarticlecurator/{__version__}",
    }
    try:
        with requests.Session() as session:
            session.trust_env = False
            answer = session.post(
                authority,
                timestamp_request.as_bytes(),
                headers=headers,
                stream=True,
                allow_redirects=False,
                timeout=_SECONDS,
            )
            content = answer.raw.read(_MAX_ANSWER, decode_content=True)
    except requests.RequestException as error:
        raise _refused(authority, str(error)) from error
    if answer.status_code != 200:
        raise _refused(authority, f"status {answer.status_code}")
    try:
        found = _check(content, file, None)
    except ValueError as error:
        raise _refused(authority, f"no time stamp ({error})") from error
    if found.fault:
        raise _refused(authority, found.fault)
    write_file(locate_timestamp(file), [content])
    return found


def _refused(authority: str, reason: str) -> RepositoryRefused:
    return RepositoryRefused(
        make_message("{authority}: {reason}", authority=authority, reason=reason),
        "The file is written, without a time stamp. Ask another authority, or ask this one later.",
    )


def check_timestamp(file: Path, trusted: Path | None) -> Timestamp:
    """Return what the time stamp beside a file says; ``trusted`` has the certificates of the
    authority in PEM. Raises UsageError if one of the files cannot be read."""
    require_timestamps()
    path = locate_timestamp(file)
    try:
        return _check(read_regular(path, MAX_TABLE), file, trusted)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}", "Give the unchanged files.") from error


_CERTIFICATES = 0xA0


def _sort_certificates(content: bytes) -> bytes:
    """Return an answer with its certificates in the order of DER (X.690, 11.6), which the library
    requires and many authorities do not keep. The signature does not cover them."""
    place = (0, len(content))
    # TimeStampResp > timeStampToken > content > SignedData (RFC 3161, 2.4.2; RFC 5652, 5.1)
    for number in (0, 1, 1, 0):
        parts = _list_parts(content, *place)
        if len(parts) <= number:
            return content  # refused, without a token
        place = parts[number][2:]
    for tag, _, start, end in _list_parts(content, *place):
        if tag == _CERTIFICATES:
            found = [content[first:last] for _, first, _, last in _list_parts(content, start, end)]
            return content[:start] + b"".join(sorted(found)) + content[end:]
    return content


def _list_parts(content: bytes, start: int, end: int) -> list[tuple[int, int, int, int]]:
    """Return the values of DER between two places: tag, where it begins, and where its content
    begins and ends. Raises ValueError."""
    parts = []
    while start < end:
        header = content[start : start + 2]
        size = header[1] if len(header) == 2 else 0x80
        inside = start + 2
        if size >= 0x80:
            size, inside = (
                int.from_bytes(content[inside : inside + size - 0x80], "big"),
                inside + size - 0x80,
            )
        if header[1:] == b"\x80" or len(header) < 2 or inside + size > end:
            raise ValueError("no DER")
        parts.append((header[0], start, inside, inside + size))
        start = inside + size
    return parts


def _check(content: bytes, file: Path, trusted: Path | None) -> Timestamp:
    from cryptography.x509 import load_pem_x509_certificates
    from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response

    answer = decode_timestamp_response(_sort_certificates(content))
    if answer.status not in (0, 1):
        raise ValueError(f"refused with status {answer.status}: {'; '.join(answer.status_string)}")
    stamped = answer.tst_info
    algorithm = _ALGORITHMS.get(stamped.message_imprint.hash_algorithm.dotted_string, "")
    found = hashlib.new(algorithm or "sha256")
    with file.open("rb") as stream:
        while piece := stream.read(1 << 20):
            found.update(piece)
    digest = found.digest()
    if digest != stamped.message_imprint.message:
        return Timestamp(stamped.gen_time, f"it is not that of {file}")
    if trusted is None:
        return Timestamp(stamped.gen_time)
    builder = VerifierBuilder()
    for certificate in load_pem_x509_certificates(read_regular(trusted, MAX_TABLE)):
        builder = builder.add_root_certificate(certificate)
    try:
        builder.build().verify(answer, digest)
    except VerificationError as error:
        return Timestamp(stamped.gen_time, f"its signature is not one of {trusted}: {error}")
    return Timestamp(stamped.gen_time, is_trusted=True)
