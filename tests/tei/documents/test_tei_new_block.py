"""A row is all that a block of a known form needs."""

from __future__ import annotations

import subprocess
import sys

from checkout import CHECKOUT

NEW_ROW = """
from webarticlecurator.base.model import block_rows
from webarticlecurator.base.model.block_types import (BlockGroup, BlockType, Content, TeiForm,)

row = BlockType("sidebar", BlockGroup.FLOW, TeiForm.FLOATING_TEXT, "Beside the text.",
                holds=(Content.FLOW,), tei_type="sidebar")
block_rows.BLOCK_TYPES = (*block_rows.BLOCK_TYPES, row)

from body_reading import try_read
from tei_trees import article, portal
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines

found = try_read("<p>one</p><div class=s><p>two</p></div>", tags=[("div.s", "sidebar")])
print(*plain_lines(found.blocks))
print(build_document(article(found.blocks), portal()).content.decode())
"""


def test_a_new_row_is_read_and_written_without_other_code() -> None:
    tests = CHECKOUT / "tests"
    paths = f"import sys; sys.path[:0] = [{str(tests / 'tei' / 'documents')!r}, {str(tests / 'articles' / 'by_rules' / 'body')!r}]\n"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", paths + NEW_ROW],
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    lines, _, document = done.stdout.partition("\n")
    assert lines == "one two"
    floating = document.partition('<floatingText type="sidebar">')[2]
    assert "<p>two</p>" in floating.partition("</floatingText>")[0]
