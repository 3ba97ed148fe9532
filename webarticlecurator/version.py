"""The tool's version, apart from the package's own namespace so that any layer may read it."""

__version__ = "0.1.0"
