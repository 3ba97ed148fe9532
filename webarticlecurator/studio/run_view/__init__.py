"""The view that runs commands: crawl, build, stop; with their progress, log and account.

A command is the process that the command line would start. It goes on when the page is closed and
when the studio ends: files beside the corpora record it (``run_records.py``), and the next studio
reads them. ``run_processes.py`` starts, recognises and stops the process, ``run_page.py`` writes
the view.
"""
