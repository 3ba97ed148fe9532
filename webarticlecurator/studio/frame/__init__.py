"""What the views of the studio share: the window, the context, edited files, commands that run, and
the archived page as it looked, harmless, and with elements that can be clicked.

Of the archived page read ``show_page.py`` first (how a page is cleaned and numbered), then
``../server.py`` (what a browser may do with it, and how it is served) and ``window.py`` (the
frame in the window, and what it tells Python).
"""
