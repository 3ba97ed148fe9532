"""The views of what there is: all portals, one corpus in numbers, the history of its decisions.

Read ``home_page.py`` first. Imports ``base`` to ``service``, ``frame/``, ``portal/``,
``articles/``.
"""
