"""The shapes of the articles that each run built, by column and layout.

They are counted again by the first build after the index was rebuilt.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from webarticlecurator.base.model.article_shape import ShapeCounts
from webarticlecurator.storage.index.index import IndexTables

ShapeKey = tuple[str, str]
"""Names of a column and of a layout."""

KEPT_RUNS = 20
"""Runs that are remembered."""


class RunShapes(IndexTables):
    """The counted shapes of a corpus. Changes wait for the corpus's ``commit``."""

    def sum_runs(self, build: str) -> dict[ShapeKey, ShapeCounts]:
        """Return the sums of the earlier runs with the build key ``build``."""
        return self._sum("build = ?", build)

    def split_last(self) -> dict[ShapeKey, tuple[ShapeCounts, ShapeCounts]]:
        """Return the sums of the runs before the last one, and what that one counted."""
        last = self._index.number("SELECT MAX(run) FROM run_shapes")
        earlier = self._sum("run < ?", last)
        found = self._sum("run = ?", last)
        return {key: (earlier[key], found[key]) for key in found if key in earlier}

    def _sum(self, which: str, value: str | int) -> dict[ShapeKey, ShapeCounts]:
        found: dict[ShapeKey, ShapeCounts] = {}
        query = (
            "SELECT column_name, layout, articles, no_root, log_words, log_words_squared, filled"
            f" FROM run_shapes WHERE {which} ORDER BY run, column_name, layout"
        )
        for column, layout, articles, no_root, words, squares, filled in self._index.read(
            query, (value,)
        ):
            counts = ShapeCounts(articles, no_root, words, squares, Counter(json.loads(filled)))
            found.setdefault((column, layout), ShapeCounts()).add(counts)
        return found

    def add_run(self, build: str, shapes: Mapping[ShapeKey, ShapeCounts]) -> None:
        """Add the shapes of one run; those of other rules and of the oldest runs are forgotten."""
        run = self._index.number("SELECT MAX(run) FROM run_shapes") + 1
        self._index.write("DELETE FROM run_shapes WHERE build <> ?", (build,))
        for (column, layout), counts in sorted(shapes.items()):
            self._index.write(
                "INSERT INTO run_shapes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    run,
                    build,
                    column,
                    layout,
                    counts.articles,
                    counts.no_root,
                    counts.log_words,
                    counts.log_words_squared,
                    json.dumps(dict(sorted(counts.filled.items()))),
                ),
            )
        # the first one may be that of the whole corpus
        self._index.write(
            "DELETE FROM run_shapes WHERE run < ? AND run > (SELECT MIN(run) FROM run_shapes)",
            (run - KEPT_RUNS,),
        )

    def forget(self) -> None:
        """Forget all runs: every article is counted again."""
        self._index.write("DELETE FROM run_shapes")
