"""Executors: they run one function for each of many articles, here or in other processes, and
return the results in the order of the tasks.

Read ``executor.py`` first (what every kind does), then ``executor_kinds.py`` (the kinds by name)
and ``processes.py``, whose processes can be ended when a rule takes too long. ``worker.py`` starts
and ends one, ``worker_loop.py`` runs in it. Imports ``base`` to ``storage``, ``fetch/``.
"""
