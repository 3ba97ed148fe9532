"""Portals made at random: what ``curator new`` and a crawl make of them.

python bench/random_portals.py [SEED [N]] (bench/portals/random_sites/run.py).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.portals.random_sites.run import main

if __name__ == "__main__":
    main()
