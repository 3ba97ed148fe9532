"""The window of ``curator studio``: pages, rules and text side by side in a browser.

It has no rule of its own: it calls what the commands call, and everything it decides is written to
the portal file or to a table beside it. Read ``application.py`` first (which views there are), then
``frame/context.py`` (what they share) and ``frame/window.py`` (the frame of every view). What a
view shows begins in the ``…_page.py`` of its folder. Needs the extra ``studio``. Imports ``base``
to ``proposing``, ``service``.
"""
