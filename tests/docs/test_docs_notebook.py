"""docs/notebook.ipynb shows what its cells give over the corpus of the demo."""

from __future__ import annotations

from pathlib import Path

import pytest
from notebook_run import list_outputs, read_notebook, run_notebook


def test_cells_give_what_is_shown(whole_tour: Path) -> None:
    for library in ("nbclient", "ipykernel", "pandas", "pyarrow"):
        pytest.importorskip(library, reason=f"the notebook needs {library}")
    shown = list_outputs(read_notebook())
    assert shown[0] == "portal folder tei rejected failed pending demo corpora/demo 318 7 0 0"
    assert len(shown) == 6
    assert list_outputs(run_notebook(whole_tour)) == shown
