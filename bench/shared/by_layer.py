"""Where a profile's time goes, layer by layer: each C or library function counts for the layer that
called it."""

from __future__ import annotations

import cProfile
import pstats
from collections import defaultdict
from functools import cache
from pathlib import Path

import webarticlecurator

Function = tuple[str, int, str]
TOP = Path(webarticlecurator.__file__).resolve().parent
DEEPEST = 30


def layers(profile: cProfile.Profile) -> dict[str, float]:
    """Layer (the folder below the package; "outside" for what no layer called) → seconds of its
    own, most first."""
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]

    @cache
    def shares(function: Function, depth: int) -> tuple[tuple[str, float], ...]:
        """Layer → the part of this function's time that counts for it."""
        layer = _layer(function[0])
        if layer:
            return ((layer, 1.0),)
        callers = stats[function][4] if function in stats else {}
        whole = sum(timing[3] for timing in callers.values())
        if not whole or depth > DEEPEST:
            return (("outside", 1.0),)
        found: dict[str, float] = defaultdict(float)
        for caller, timing in callers.items():
            for name, part in shares(caller, depth + 1):
                found[name] += part * timing[3] / whole
        return tuple(found.items())

    seconds: dict[str, float] = defaultdict(float)
    for function, (_, _, own, _, _) in stats.items():
        for layer, part in shares(function, 0):
            seconds[layer] += own * part
    return dict(sorted(seconds.items(), key=lambda item: -item[1]))


def _layer(file: str) -> str | None:
    try:
        parts = Path(file).resolve().relative_to(TOP).parts
    except (ValueError, OSError):
        return None
    return parts[0] if len(parts) > 1 else None


def show(profile: cProfile.Profile, lines: int = 25) -> None:
    """Both tables, printed."""
    found = layers(profile)
    whole = sum(found.values())
    for name, seconds in found.items():
        if seconds > whole / 200:
            print(f"  {name:10} {seconds:7.3f} s  {100 * seconds / whole:5.1f} %")
    pstats.Stats(profile).sort_stats("tottime").print_stats(lines)
