"""What keeps a corpus citable: manifests, time stamps, packages, drills; and what is taken out.

Read ``manifests.py`` first, then ``packing.py`` and ``withdrawing.py``. Imports ``base`` to
``crawling``, ``judging/``.
"""
