"""``python -m webarticlecurator`` is the same as ``curator``."""

from webarticlecurator.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
