"""Executors: they run one function for each of many articles, here or in other processes, and
return the results in the order of the tasks.

Read ``executor.py`` first (what every kind does), then ``registry.py`` (the kinds by name).
``serial.py`` runs the tasks in this process. ``processes.py`` runs them in processes that it can
end when a rule takes too long: ``worker.py`` starts and ends one, ``worker_loop.py`` runs in it,
``channel.py`` connects the two.
"""

from __future__ import annotations
