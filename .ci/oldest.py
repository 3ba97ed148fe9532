#!/usr/bin/env python3
"""Print the oldest versions of the libraries that setup.cfg allows, as requirements of pip.

python .ci/oldest.py
"""

from __future__ import annotations

import configparser
import sys
from pathlib import Path

SETUP = Path(__file__).resolve().parents[1] / "setup.cfg"


def list_oldest() -> list[str]:
    """Return a requirement for each library that an installation brings: ``requests==2.32.2``."""
    setup = configparser.ConfigParser()
    setup.read(SETUP, encoding="utf-8")
    lines = setup["options"]["install_requires"].split("\n")
    # the first bound is that of the library; a marker behind it may have one of Python
    return [line.replace(" >= ", "==", 1) for line in lines if line.strip()]


if __name__ == "__main__":
    sys.stdout.write("\n".join([*list_oldest(), ""]))
