"""The portal beside every view: its facts, steps and doubts, and the panel with its file.

Read ``portal_facts.py`` first, then ``steps_line.py``. Imports ``base`` to ``proposing``,
``frame/``.
"""
