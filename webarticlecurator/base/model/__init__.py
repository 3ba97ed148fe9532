"""The values that are passed between the layers: frozen, typed, without I/O.

``Portal → Request → Capture → Page → Article | Rejected → TeiDocument``
"""
