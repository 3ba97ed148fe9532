"""What the views of the studio share: the window, the context, edited files, commands that run, and
the archived page as it looked, harmless, and with elements that can be clicked.

An archived page is cleaned and numbered by ``proposing/trial/show_page.py``.
``studio/application.py`` serves it, and says what a browser may do with it. Read ``context.py``
first, then ``window.py``. Imports ``base`` to ``proposing``, ``service``.
"""
