def links(page):
    return []
