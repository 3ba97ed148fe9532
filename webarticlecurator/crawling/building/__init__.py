"""``curator build``: stored captures in, TEI files and verdicts out.

Read ``build.py`` first, then ``writing.py``; ``recovery.py`` is what comes before: after a kill, a
lost index or changed rules. Imports ``base`` to ``storage``, ``archive/``, ``workers/``,
``captures/``, ``states/``.
"""
