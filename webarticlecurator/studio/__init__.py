"""The window of ``curator studio``: pages, rules and text side by side in a browser.

It has no rule of its own: it calls what the commands call, and everything it decides is written to
the portal file or to a table beside it. Read ``server.py`` first (which views there are), then
``context.py`` (what they share), ``guard.py`` (who may ask) and ``window.py`` (the frame of
every view). Each view is a folder or a module that ends in ``_view``. Needs the extra ``studio``.
"""
