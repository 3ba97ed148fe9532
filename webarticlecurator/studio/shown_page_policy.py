"""The headers of shown pages and their files: what a browser may do with them.

A shown page is in a frame with an opaque origin, in which one script runs: ours. It can ask for
the stored files of its own page, and for nothing else. A file opened by itself can do nothing at
all.
"""

from __future__ import annotations

_PAGE = (
    "sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}';"
    " style-src 'unsafe-inline' {files}; img-src {files} data:; font-src {files} data:;"
    " form-action 'none'; base-uri 'none'; frame-ancestors {origin}"
)
_REFUSED_FEATURES = (
    "accelerometer autoplay browsing-topics camera clipboard-read clipboard-write display-capture"
    " encrypted-media fullscreen geolocation gyroscope hid idle-detection local-fonts magnetometer"
    " microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial"
    " storage-access usb xr-spatial-tracking"
).split()
ALWAYS_SENT = {
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _REFUSED_FEATURES),
}


def page_headers(origin: str, files: str, nonce: str) -> dict[str, str]:
    """Return the headers of a shown page.

    ``origin``: that of the window around the frame; ``files``: the address below which the files
    of the page are; ``nonce``: that of our script.
    """
    return {
        **ALWAYS_SENT,
        "Content-Security-Policy": _PAGE.format(origin=origin, files=files, nonce=nonce),
        "Cache-Control": "no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def file_headers() -> dict[str, str]:
    """Return the headers of a stored file, which the opaque origin of a page may read."""
    return {
        **ALWAYS_SENT,
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=600",
        "Cross-Origin-Resource-Policy": "cross-origin",
        # fonts are asked for with the origin of the frame, which is "null"
        "Access-Control-Allow-Origin": "null",
    }
