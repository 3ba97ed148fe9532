"""What a portal says about the use of its texts, as it says it."""

from __future__ import annotations

from dataclasses import dataclass

TDMREP_PATH = "/.well-known/tdmrep.json"
"""Where a site says which of its pages are reserved from text and data mining (TDMRep)."""


@dataclass(frozen=True)
class RightsStatement:
    """One statement: ``source`` names the place (``header:X-Robots-Tag``, ``meta:robots``,
    ``link:license``, ``jsonld:license``, ``tdmrep:tdm-reservation`` …), ``value`` is what is there.
    """

    source: str
    value: str
