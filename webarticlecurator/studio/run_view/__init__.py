"""The view that runs commands: crawl, build, stop; with their progress, log and account.

A command is the process that the command line would start. It belongs to nobody: it goes on when
the page is closed and when the studio ends. What is known of it lies in files beside the corpora
(``run_records.py``), where the next studio finds it again. ``run_processes.py`` starts, recognises
and stops the process, ``run_page.py`` writes the view.
"""
