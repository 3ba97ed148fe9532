"""What text XML 1.0 cannot hold (https://www.w3.org/TR/xml/#charsets)."""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""These and no others: to say what is illegal takes a third less time than to say what is legal."""
