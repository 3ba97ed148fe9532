"""docs/notebook.ipynb: its cells, run in a folder with ``examples/`` and ``corpora/demo``.

``python tests/docs/notebook_run.py FOLDER`` writes the notebook again, with what its cells give.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from lxml import html

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"
LANGUAGE = {"name": "python"}


def read_notebook() -> Any:
    import nbformat

    return nbformat.read(NOTEBOOK, 4)


def run_notebook(folder: Path) -> Any:
    """Return the notebook with the outputs of a run in ``folder``."""
    from nbclient import NotebookClient  # not on every machine

    notebook = read_notebook()
    settings = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, resources=settings, record_timing=False).execute(
        env={**os.environ, "PYTHONWARNINGS": "ignore"}
    )
    notebook.metadata["language_info"] = LANGUAGE
    return notebook


def list_outputs(notebook: Any) -> list[str]:
    """Return the words that each output shows: of HTML, without its elements and styles."""
    return [
        " ".join(_read_output(output).split())
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    ]


def _read_output(output: Any) -> str:
    if output.output_type == "stream":
        return str(output.text)
    if "text/html" not in output.data:
        return str(output.data["text/plain"])
    root = html.fromstring(f"<div>{output.data['text/html']}</div>")
    return " ".join(root.xpath("//text()[not(parent::style)]"))


if __name__ == "__main__":
    import nbformat

    nbformat.write(run_notebook(Path(sys.argv[1])), NOTEBOOK)
