"""The baseline to beat: the element's name alone, with each portal left out in turn."""

from __future__ import annotations

import subprocess
import sys

import pytest
from checkout import CHECKOUT


@pytest.mark.long
def test_suggestions_are_right_more_often_than_the_elements_name(shared):
    command = [sys.executable, "-m", "bench.text.tags_suggest", str(shared)]
    done = subprocess.run(
        command, cwd=CHECKOUT, capture_output=True, encoding="utf-8", timeout=120, check=True
    )
    words = done.stdout.splitlines()[-1].split()
    assert words[0] == "all"
    name, _, suggest, name_spoken, _, suggest_spoken = (
        float(word) for word in words[3:] if word != "%"
    )
    assert suggest > name + 8 and suggest > 90
    assert suggest_spoken > name_spoken + 40
