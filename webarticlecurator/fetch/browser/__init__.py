"""A browser that renders pages, and requests nothing itself.

``page_renderer.py`` renders one page, and scrolls and clicks until a list ends; read it first.
``browser_process.py`` finds the browser, starts it and keeps it running. ``tab.py`` is one page in
it: every request of the page is answered there, from our own fetcher or not at all.
"""
