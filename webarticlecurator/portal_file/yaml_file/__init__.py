"""YAML with the line of each key: read, checked, quoted, and edited without losing a comment.

Read ``yaml_tree.py`` first, then ``yaml_edit.py``. Imports ``base``, ``values/``.
"""
