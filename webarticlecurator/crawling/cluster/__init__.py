"""The executor ``cluster``: the tasks of a command run on the workers of a Dask scheduler.

Read ``cluster_executor.py`` first: what the command does, and what a worker does. What the index
knows of the addresses of an article travels with its task, since workers do not read the index.
Imports ``base`` to ``storage``, ``workers/``.
"""
