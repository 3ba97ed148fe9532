"""Which elements and attributes of an archived page are shown.

They are lists of what is written, never of what is left out: an unknown tag becomes a ``span``. No
element is written whose content a browser reads as anything but tags and escaped text, except
``style``, ``textarea``, ``svg`` and ``math``.
"""

from __future__ import annotations

import re

DROPPED_TAGS = frozenset("script template title noembed".split())
"""Elements that are not written, nor what is in them."""

UNWRAPPED_TAGS = frozenset(
    """html head base meta link param source track bgsound command keygen object applet
    noscript noframes frameset foreignobject""".split()
)
"""Elements of which only the content is written."""

BOXED_TAGS = frozenset("iframe frame video audio embed object applet".split())
"""Elements that load a document or a medium: an empty box with their address is written, unless
they have elements for browsers that cannot show it (``UNWRAPPED_TAGS``)."""

BOX_TAG = "curator-box"

RENAMED_TAGS = {
    "body": "div",  # one inside another element
    "form": "div",  # a form inside a form would be lost; its fields would hide its DOM methods
    "image": "img",
    "listing": "pre",
    "plaintext": "pre",
    "xmp": "pre",
    "marquee": "div",
    "blink": "span",
}

WRITTEN_TAGS = frozenset(
    """a abbr acronym address area article aside b bdi bdo big blockquote br button caption center
    cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset
    figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label
    legend li main map mark menu meter nav nobr ol optgroup option output p picture pre progress q
    rb rp rt rtc ruby s samp search section select small span strike strong style sub summary sup
    table tbody td textarea tfoot th thead time tr tt u ul var wbr""".split()
)

VOID_TAGS = frozenset("area br col hr img input link wbr".split())
"""Elements without end tag; content that libxml2 puts into them is written after them."""

CUSTOM_TAG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")

SVG_TAGS = frozenset(
    """svg g path circle ellipse line polygon polyline rect text tspan defs symbol use
    lineargradient radialgradient stop clippath mask pattern""".split()
)
MATH_TAGS = frozenset(
    """math mrow mi mn mo mtext mspace ms msup msub msubsup mover munder munderover mfrac msqrt
    mroot mfenced menclose mstyle mpadded mphantom mtable mtr mtd mmultiscripts mprescripts none
    semantics""".split()
)
"""Elements of drawings and formulas. Inside them nothing else is written."""

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
OWN_ATTRIBUTES = frozenset((NODE, ADDRESS, WHAT))
"""Attributes that we write; those of the page with these names are not written."""
