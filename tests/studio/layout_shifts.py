"""What moves in a window while a view loads, as Chromium measures it."""

from __future__ import annotations

from typing import Any

MAX_SHIFT = 0.02
"""Sum of the shifts (share of the window × share of the way) that nobody notices."""
_WATCH = """
window.layoutShifts = [];
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
        if (each.hadRecentInput) continue;
        const moved = each.sources.map(({ node, previousRect: a, currentRect: b }) => {
            const element = node && (node.nodeType === 1 ? node : node.parentElement);
            const name = element ? element.tagName + "." + [...element.classList].join(".") : "gone";
            return `${name} ${a.x},${a.y} ${a.width}x${a.height} > ${b.x},${b.y} ${b.width}x${b.height}`;
        });
        window.layoutShifts.push([each.value, moved.join("; ")]);
    }
}).observe({ type: "layout-shift", buffered: true });
"""


def watch_shifts(tab: Any) -> None:
    """Measure what moves in the views that a tab opens from now on."""
    tab.add_init_script(_WATCH)


def list_shifts(tab: Any) -> list[str]:
    """Return what has moved in the view of a tab, nothing where that is too little to be seen."""
    shifts = tab.evaluate("window.layoutShifts || []")
    if sum(value for value, _ in shifts) <= MAX_SHIFT:
        return []
    return [f"moved by {value:.3f}: {what}" for value, what in shifts]
