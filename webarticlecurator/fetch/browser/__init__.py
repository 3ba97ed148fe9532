"""A browser that renders pages, and requests nothing itself.

``page_renderer.py`` renders one page, and scrolls and clicks until a list ends; read it first.
Every request of the page is answered there, from our own fetcher or not at all.
``browser_process.py`` finds the browser, starts it and keeps it running.
"""
