"""The view of metadata: values by frequency and source, where sources disagree, and decisions.

Read ``metadata_page.py`` first; ``field_values.py`` and ``source_conflicts.py`` say what is
counted, ``cleaned_values.py``, ``source_order.py`` and ``hand_rows.py`` what a decision writes.
"""
