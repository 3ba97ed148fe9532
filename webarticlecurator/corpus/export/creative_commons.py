"""Licences of Creative Commons, however they are written: by name, by short name, by address."""

from __future__ import annotations

import re

from webarticlecurator.base.dataclasses import dataclass

_ADDRESS = "https://creativecommons.org/"
_LICENCE = re.compile(
    r"(?:https?://creativecommons\.org/(?:licenses|publicdomain)/)?"
    r"(?:cc[ -]?)?(by(?:-nc)?(?:-sa|-nd)?|zero|0)[ /-]?([1-4]\.\d)/?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class CreativeCommons:
    """A licence: ``kind`` is ``by``, ``by-nc-sa`` … or ``zero``, ``version`` is ``4.0``."""

    kind: str
    version: str

    @property
    def hugging_face(self) -> str:
        """Its name on Hugging Face: ``cc-by-4.0``."""
        return f"{'cc0' if self.kind == 'zero' else f'cc-{self.kind}'}-{self.version}"

    @property
    def spdx(self) -> str:
        """Its identifier in the list of SPDX: ``CC-BY-4.0``."""
        return self.hugging_face.upper()

    @property
    def address(self) -> str:
        """Its address."""
        folder = "publicdomain" if self.kind == "zero" else "licenses"
        return f"{_ADDRESS}{folder}/{self.kind}/{self.version}/"


def find_licence_address(licence: str) -> str:
    """Return the address of a licence that is one, or that is one of Creative Commons; else ""."""
    known = parse_creative_commons(licence)
    if known is not None:
        return known.address
    return licence if licence.startswith(("http://", "https://")) else ""


def parse_creative_commons(licence: str) -> CreativeCommons | None:
    """Return the licence of Creative Commons that a text names and nothing else, or None."""
    found = _LICENCE.fullmatch(licence.strip())
    if found is None:
        return None
    kind = found[1].lower()
    return CreativeCommons("zero" if kind == "0" else kind, found[2])
