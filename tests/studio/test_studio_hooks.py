"""A portal file with a hook that nobody has allowed is shown with that problem, and nothing runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running_studio import running_studio

httpx: Any = pytest.importorskip("httpx")


def test_hooks_do_not_run_without_permission(tmp_path: Path):
    mark = tmp_path / "ran"
    (tmp_path / "ours.py").write_text(f"open({str(mark)!r}, 'w')\n", encoding="utf-8")
    (tmp_path / "small.yaml").write_text(
        "portal: small\nhome: https://small.example/\n"
        "archive:\n  url: https://small.example/list\n  links: {hook: 'ours:links'}\n",
        encoding="utf-8",
    )
    with running_studio(tmp_path) as studio, httpx.Client(base_url=studio.base) as client:
        client.get(studio.addresses()[-1])
        shown = client.get("/").text
    assert "small.yaml:5:17" in shown
    assert not mark.exists()
