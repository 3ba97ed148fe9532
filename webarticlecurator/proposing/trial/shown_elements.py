"""Which elements and attributes of an archived page are shown, and what marks ours."""

from __future__ import annotations

import re

WRITTEN_ATTRIBUTES = frozenset(
    """class id lang dir title role hidden align valign width height border bgcolor color face size
    cellpadding cellspacing colspan rowspan nowrap span start reversed value placeholder alt cols
    rows clear compact noshade open scope headers datetime label max min high low optimum multiple
    checked selected hspace vspace frame rules summary text itemprop itemtype itemscope property rel
    media""".split()
)
DRAWING_ATTRIBUTES = frozenset(
    """class id role hidden width height viewbox preserveaspectratio d points x y x1 x2 y1 y2 cx cy
    r rx ry fx fy dx dy transform offset opacity fill fill-opacity fill-rule clip-path clip-rule
    stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-dasharray stroke-dashoffset stop-color stop-opacity gradientunits gradienttransform
    spreadmethod clippathunits maskunits patternunits patterntransform text-anchor font-size
    font-family font-weight vector-effect display mathvariant mathsize mathcolor stretchy
    columnalign rowspacing columnspacing""".split()
)

DATA_ATTRIBUTE = re.compile(r"(?:data|aria)-[a-z0-9_.-]+")
MAX_DATA = 300
"""Characters of a data attribute; longer ones are for scripts, not for styles."""

INPUT_TYPES = frozenset(
    "checkbox radio button submit reset search text email tel url number range hidden".split()
)
"""Others would be asked for by a password manager, choose a file, or load a picture."""

NODE, ADDRESS, WHAT = "data-node", "data-href", "data-curator-box"
FOLD, OPENED, LINE = "data-curator-fold", "data-curator-opened", "data-curator-line"
OWN_ATTRIBUTES = frozenset((NODE, ADDRESS, WHAT, FOLD, OPENED, LINE))
"""Attributes that we write; those of the page with these names are not written."""
EVERY_ATTRIBUTE: frozenset[str] = frozenset()
