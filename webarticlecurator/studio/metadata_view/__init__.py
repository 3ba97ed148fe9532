"""The view of metadata: values by frequency and source, where sources disagree, and decisions.

Read ``view.py`` first; ``field_values.py`` and ``source_conflicts.py`` say what is counted,
``cleaned_values.py``, ``source_order.py`` and ``override_rows.py`` what a decision writes.
"""

from __future__ import annotations

from webarticlecurator.studio.metadata_view.view import add_metadata_view

__all__ = ["add_metadata_view"]
