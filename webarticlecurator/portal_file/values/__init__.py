"""The values of a portal file: texts, numbers, days, addresses, schedules and tables, each checked.

What YAML or a table holds comes in; a typed value or a ``ValueFault`` with its cure goes out. Read
``value_fault.py`` first, then ``scalars.py``. Imports ``base``, ``pages``.
"""
