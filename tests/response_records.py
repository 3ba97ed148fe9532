"""WARC records for tests that need a file and no writer of WARC files."""

from __future__ import annotations


def response_record(
    url: str, body: bytes, uuid: str, content_type: str = "text/html; charset=utf-8"
) -> bytes:
    """Return an uncompressed response record of 2020-01-02: status 200, ``uuid`` in its record id."""
    block = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{uuid}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode("utf-8") + block + b"\r\n\r\n"
