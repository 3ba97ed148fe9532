"""The characters that XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets)."""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""The illegal characters; searching for them is a third faster than for anything but legal ones."""
