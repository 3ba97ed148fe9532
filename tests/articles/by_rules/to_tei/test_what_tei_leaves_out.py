"""What docs/tei-reference.md says that HTML carries and the TEI does not: the body is the same with and
without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import page, try_page

LEFT_OUT = {
    "title of a link": ("<p><a href=/x title=t>szó</a></p>", "<p><a href=/x>szó</a></p>"),
    "title of an abbreviation": ("<p><abbr title='Magyar Posta'>MP</abbr></p>", "<p>MP</p>"),
    "id": ("<p id=x>szó</p>", "<p>szó</p>"),
    "dir": ("<p dir=rtl>שלום <bdo dir=ltr>abc</bdo></p>", "<p>שלום abc</p>"),
    "clock": ("<p><time datetime=14:05>öt perc</time></p>", "<p>öt perc</p>"),
    "duration": ("<p><time datetime=PT5M>öt perc</time></p>", "<p>öt perc</p>"),
    "month": ("<p><time datetime=2019-03>március</time></p>", "<p>március</p>"),
    "changes": ("<p><ins datetime=2019-03-01 cite=/c>szó</ins></p>", "<p><ins>szó</ins></p>"),
    "cells": (
        "<table><tr><th scope=col id=h abbr=a>x<td headers=h>y</table>",
        "<table><tr><th>x<td>y</table>",
    ),
    "sizes": (
        "<p>x</p><img src=/1.jpg srcset='/1.jpg 900w, /0.jpg 100w' width=9 height=9>",
        "<p>x</p><img src=/1.jpg>",
    ),
    "poster": (
        "<p>x</p><video src=/v poster=/p><source src=/w></video>",
        "<p>x</p><video src=/v></video>",
    ),
    "looks": (
        "<p class=c style='color:red' align=left><font color=red>szó</font></p>",
        "<p>szó</p>",
    ),
    "formulas": (
        "<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math> <svg><text>t</text></svg></p>",
        "<p>ab</p>",
    ),
    "fallback": (
        "<p>x</p><object data=/o>régi böngésző</object><noscript>js</noscript>",
        "<p>x</p><object data=/o></object>",
    ),
    "forms": (
        "<form><p>x</p><input value=v><select><option>o</select><textarea>t</textarea><button>b</button></form>",
        "<p>x</p>",
    ),
}


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_the_body_is_the_same_without_it(tmp_path: Path, kind: str):
    bodies = []
    for text in LEFT_OUT[kind]:
        content = try_page(tmp_path, page(text)).content.decode("utf-8")
        bodies.append(content[content.index("<body>") :])
    assert bodies[0] == bodies[1]
