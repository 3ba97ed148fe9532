"""Plug-ins for webarticlecurator, as an example (docs/plug-ins.md): ``pip install examples/plugin``."""
