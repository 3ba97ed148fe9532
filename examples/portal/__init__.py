"""The made-up portal *Visszhang* (http://demo.echo.example/): some 300 articles of 20 years, made
by code, always the same.

Nothing here knows the crawler. Read in this order: ``blocks`` (what an article consists of, and its
true text), ``stories`` (the articles), ``site`` (where each is listed, and what the portal
answers). ``..expected`` tells a test what a corpus must hold.
"""
