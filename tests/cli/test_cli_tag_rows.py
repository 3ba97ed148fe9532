"""A tag row that a build could not use is a problem of the portal file."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.portal_file.config.load import load_portal

PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/news/", links: h2}
article:
  body:
    root: [div.t]
    tags: {"%s": box}
"""


@pytest.mark.parametrize(
    "signature", ["div:not(p b)", "div:not(p > b)", "div:not(:not(p b))", "div:has(p)", "div p"]
)
def test_a_signature_is_one_tag_even_inside_not(tmp_path: Path, signature: str):
    file = tmp_path / "portal.yaml"
    file.write_text(PORTAL % signature, encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        load_portal(file)
    assert [(p.line, p.key) for p in raised.value.problems] == [(7, signature)]
    file.write_text(PORTAL % "div.a:not(.b)", encoding="utf-8")
    load_portal(file)
