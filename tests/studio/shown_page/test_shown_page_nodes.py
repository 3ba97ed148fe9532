"""A click is a number; the number is an element again, also in another process."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

from leak_page import LEAK_PAGE
from lxml import etree

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.trial.show_page import BOX_TAG, BOXED_TAGS, RENAMED_TAGS, show_page

URL = "https://news.example/one.html"
OTHER_PROCESS = """
import json, sys
from webarticlecurator.pages.page.page import read_page
page = read_page(sys.argv[1], sys.stdin.buffer.read(), "text/html; charset=utf-8")
tree = page.root.getroottree()
print(json.dumps([tree.getpath(element) for element in page.elements.all]))
"""


def test_each_element_has_a_number_and_each_number_that_is_written_its_element():
    page = read_page(URL, LEAK_PAGE.encode(), "text/html; charset=utf-8")
    nodes, shown = page.elements, show_page(page)
    assert shown.nodes == len(nodes.all) == len(list(page.root.iter("*")))
    for number in range(len(nodes.all)):
        element = nodes.find(number)
        assert element is not None and nodes.number(element) == number

    written = re.findall(rb'<([a-z0-9-]+) data-node="(\d+)"', shown.join())
    assert len({number for _, number in written}) == len(written) > 50
    for tag, number in written:
        element = nodes.all[int(number)]
        found = str(element.tag)
        renamed = BOX_TAG if found in BOXED_TAGS else RENAMED_TAGS.get(found, found)
        assert tag.decode() == (found if element is page.root.find("body") else renamed)


def test_elements_inside_unwrapped_ones_keep_their_numbers():
    source = "<html><body><p>a</p><noscript><p><b>b</b></p></noscript><script>x</script><i>c</i></body></html>"
    page = read_page(URL, source.encode(), "text/html")
    (bold,) = page.root.iter("b")
    (italic,) = page.root.iter("i")
    text = show_page(page).join().decode()
    assert f'<b data-node="{page.elements.number(bold)}">b</b>' in text
    assert f'<i data-node="{page.elements.number(italic)}">c</i>' in text


def test_a_number_that_no_element_has_finds_nothing():
    nodes = read_page(URL, b"<p>a</p>", "text/html").elements
    assert [nodes.find(number) for number in (-1, len(nodes.all), 10**9)] == [None, None, None]


def test_the_numbers_are_the_same_in_another_process(shared: Path):
    for path in sorted((shared / "cases" / "fundus" / "html").iterdir())[:3]:
        content = gzip.decompress(path.read_bytes())
        page = read_page(URL, content, "text/html; charset=utf-8")
        tree: etree._ElementTree = page.root.getroottree()
        here = [tree.getpath(element) for element in page.elements.all]
        made = subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS, URL],
            input=content,
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": "7"},
        )
        assert json.loads(made.stdout) == here
