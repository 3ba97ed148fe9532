"""A browser that renders pages, and requests nothing itself.

``page_renderer.py`` renders one page; read it first. ``chromium.py`` finds and starts the browser,
``browser_process.py`` keeps one running. ``tab.py`` is one page in it: every request of the page is
answered by ``request_answers.py``, from our own fetcher or not at all. ``list_end.py`` scrolls and
clicks until a list ends.
"""
