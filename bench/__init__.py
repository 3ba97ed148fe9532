"""Programs that measure curator and train its models.

``speed``: what pages, crawls and screens take. ``text``: how right text and metadata are.
``portals``: what ``curator new`` makes of portals, and how far shipped portal files are tried.
``corpora``: what questions to large corpora take. ``training``: the pages and features from which
the models learn. ``shared``: what programs of several folders use.

Run a program from the top of the checkout: ``python -m bench.speed.crawl``. Four are run by their
path, too: ``against.py``, and ``train_*.py``, which the recipes in the models name.
"""
