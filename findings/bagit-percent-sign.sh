#!/usr/bin/env bash
# A bag that follows RFC 8493 is invalid where a file name has a percent sign, and one that breaks
# the RFC is valid; a name with %0A makes a bag that is invalid as soon as it is made.
#
# Program:  bagit 1.9.0; bdbag 1.8.0 brings a copy of it that does the same
# Guess:    the maker and the checker of bags agree with the standard, and with each other.
# Seen:     the manifest is written with a line break as %0A, but with a percent sign as it is. So
#           `100%.html` stands there as itself, where the RFC wants `100%25.html`, and the right
#           bag of another program is "incomplete": the name is not decoded from %25. A file that
#           is called `a%0Ab.html` is written as it is, and read as a name with a line break: the
#           bag is invalid when it was never touched.
# Output:   data/100%.html (made)   data/100%25.html exists in manifest but was not found on
#           filesystem   data/a%0Ab.html exists on filesystem but is not in the manifest
# Standard: RFC 8493, §2.1.3: line feeds, carriage returns and percent signs of a path, and only
#           those, are percent-encoded in a manifest (a MUST).
# Matters:  copies of pages are often named after their addresses, whose letters of other scripts
#           are percent signs. A deposit that one archive took is refused by the next, years
#           later, when nobody can ask what the file was.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check bagit==1.9.0 bdbag==1.8.0 || {
  echo "cannot install the packages"
  exit 2
}

cat > make.py <<'PY'
"""Make bags of one file each, and one by hand, and check them with both programs."""

import hashlib
import logging
import sys
from pathlib import Path

import bagit
from bdbag import bdbag_api

logging.disable()
TEXT = b"words"
failed = False


def make(folder: str, name: str) -> str:
    """Return the path that the manifest has for a file of this ``name``."""
    Path(folder).mkdir()
    Path(folder, name).write_bytes(TEXT)
    bagit.make_bag(folder, checksums=["sha256"])
    return Path(folder, "manifest-sha256.txt").read_text().split(maxsplit=1)[1].strip()


def write_by_hand(folder: str, name: str, path: str) -> None:
    Path(folder, "data").mkdir(parents=True)
    Path(folder, "data", name).write_bytes(TEXT)
    declared = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    Path(folder, "bagit.txt").write_text(declared)
    digest = hashlib.sha256(TEXT).hexdigest()
    Path(folder, "manifest-sha256.txt").write_text(f"{digest}  {path}\n")


def is_valid_for_bdbag(folder: str) -> bool:
    try:
        bdbag_api.validate_bag(folder, fast=False)
    except Exception:  # noqa: BLE001
        return False
    return True


def expect(what: str, found, noted) -> None:
    global failed
    if found != noted:
        failed = True
        print(f"changed: {what} is {found!r}, {noted!r} was noted")


expect("the path of 100%.html", make("percent", "100%.html"), "data/100%.html")
expect("the path of a%0Ab.html", make("escape", "a%0Ab.html"), "data/a%0Ab.html")
expect("the path of plain.html", make("plain", "plain.html"), "data/plain.html")
write_by_hand("standard", "100%.html", "data/100%25.html")
for folder, valid in (("percent", True), ("escape", False), ("plain", True), ("standard", False)):
    expect(f"{folder}: valid for bagit", bagit.Bag(folder).is_valid(), valid)
    expect(f"{folder}: valid for bdbag", is_valid_for_bdbag(folder), valid)
if failed:
    sys.exit(1)
print("as noted: the bag of the standard is invalid, that without %25 is valid, %0A breaks its own")
PY
env/bin/python make.py
