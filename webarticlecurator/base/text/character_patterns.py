"""Regular expressions of a few signs that many modules look for."""

from __future__ import annotations

import re

DIGITS = re.compile(r"\d+")
DIGIT = re.compile(r"\d")
LETTER = re.compile(r"[^\W\d_]")
WORD_CHARACTERS = re.compile(r"\w+")
WORD_CHARACTER = re.compile(r"\w")
ASCII_DIGITS = re.compile(r"[0-9]+")
YEAR_OF_TODAY = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""A year in which a page may have been written, alone among digits."""
