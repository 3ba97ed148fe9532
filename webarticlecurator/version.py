"""The tool's version, apart from the package's own namespace so that any layer may read it."""

__version__ = "0.1.0"
SCHEMA_ADDRESS = (
    "https://raw.githubusercontent.com/webarticlecurator/webarticlecurator/"
    f"v{__version__}/schemas/portal.schema.json"
)
"""Where the JSON Schema of a portal file of this release lies."""
