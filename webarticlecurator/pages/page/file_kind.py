"""Files that a portal sends where a page is expected: a PDF, an image, a film."""

from __future__ import annotations

import re

from webarticlecurator.base.text.translation import make_message

_SIGNATURES = (
    ("PDF", rb"%PDF-"),
    ("PostScript", rb"%!PS-Adobe-"),
    (
        make_message("image"),
        rb"\x89PNG\r\n\x1a\n|GIF8[79]a|\xff\xd8\xff|BM.{4}\x00{4}|RIFF.{4}WEBPVP|\x00\x00\x01\x00",
    ),
    (make_message("image"), rb"II\*\x00|MM\x00\*|\x00.{3}ftyp(?:avif|heic|mif1)"),
    (
        make_message("sound"),
        rb"ID3[\x02-\x04]|\xff[\xfb\xf3\xf2][\x10-\xef]|OggS\x00|RIFF.{4}WAVE|fLaC|FORM.{4}AIFF|MThd\x00",
    ),
    (make_message("film"), rb"\x00.{3}ftyp|\x1aE\xdf\xa3|RIFF.{4}AVI |FLV\x01|\x00\x00\x01\xba"),
    (
        make_message("archive or office document"),
        rb"PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|Rar!\x1a\x07|7z\xbc\xaf\x27\x1c",
    ),
    (
        make_message("compressed file"),
        rb"\x1f\x8b\x08|BZh[1-9]1AY&SY|\xfd7zXZ\x00|\x28\xb5\x2f\xfd",
    ),
    (make_message("font"), rb"wOF[F2]|\x00\x01\x00\x00\x00|OTTO\x00"),
)
_KINDS = tuple((kind, re.compile(pattern, re.DOTALL)) for kind, pattern in _SIGNATURES)


def find_file_kind(content: bytes) -> str:
    """Return what kind of file the bytes of a body are by their first bytes, empty for text.

    The signatures are those of the WHATWG MIME Sniffing Standard §6, and of office documents. What
    the HTTP header claims does not count: portals send pages as almost anything.
    """
    return next((kind for kind, signature in _KINDS if signature.match(content)), "")
