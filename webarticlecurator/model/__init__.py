"""The values that travel between the layers: frozen, typed, without I/O.

``Portal → Request → Capture → Page → Article | Rejected → TeiDocument``
"""
