"""A made-up portal whose lists and articles exist only through scripts.

Its pages also ask for pictures, fonts, pings, frames, sockets and advertisements, which nobody
needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from small_portal import Answer, SmallPortal, article, small_portal

PER_PAGE = 3
NOT_NEEDED = """
<img src="/pixel.gif"><img srcset="/large.png 2x"><link rel="icon" href="/icon.png">
<link rel="preload" as="image" href="/preload.png"><iframe src="/frame.html"></iframe>
<video src="/film.mp4" poster="/poster.png"></video><object data="/object.svg"></object>
<style>@font-face { font-family: F; src: url(/font.woff2) } body { font-family: F;
 background: url(/background.png) }</style>
<script src="ADS/ad.js"></script><script>
 new Image().src = "ADS/pixel"; navigator.sendBeacon("/beacon", "x"); navigator.sendBeacon("ADS/b");
 fetch("ADS/bid").catch(() => 0); fetch("/stats", {method: "POST", body: "x"}).catch(() => 0);
 try { new WebSocket("WS/socket") } catch (error) { }
 new EventSource("/events"); window.open("/popup");
 navigator.serviceWorker && navigator.serviceWorker.register("/worker.js").catch(() => 0);
</script>"""
SCROLLED = """let page = 0, busy = false, done = false;
async function more() {
  if (busy || done) return;
  busy = true;
  const answer = await fetch("/api/list?page=" + page, {headers: {"X-Requested-With": "fetch"}});
  const found = answer.ok ? (await answer.json()).items : [];
  for (const item of found) {
    const line = document.createElement("h2");
    line.style.height = "700px";
    line.innerHTML = `<a href="${item.url}">${item.title}</a>`;
    document.getElementById("list").append(line);
  }
  page += 1; busy = false; done = !found.length;
  if (done) document.getElementById("list").insertAdjacentHTML("beforeend", "<p class=end>");
  if (done && document.querySelector(".more")) document.querySelector(".more").remove();
}
function begin() {
  const consent = document.getElementById("consent");
  if (consent) consent.remove();
  if (document.querySelector(".more")) document.querySelector(".more").onclick = more;
  else new IntersectionObserver(seen => seen[0].isIntersecting && more(), {rootMargin: "300px"})
    .observe(document.getElementById("foot"));
  more();
}
const yes = document.getElementById("yes");
if (yes) yes.onclick = begin; else begin();
"""
READ = """fetch("/api" + location.pathname).then(answer => answer.json()).then(read => {
  document.querySelector("main").innerHTML = `<article><h1>${read.title}</h1><p>${read.text}</p>`;
});"""


def list_page(*, more: bool = False, consent: bool = False) -> str:
    """An archive page without any link; its script adds them."""
    overlay = '<div id="consent">May we?<button id="yes">Yes</button></div>' if consent else ""
    button = '<button class="more">More</button>' if more else '<div id="foot">foot</div>'
    return (
        f'<html><head><link rel="stylesheet" href="/style.css"></head><body>{overlay}'
        f'<div id="list"></div>{button}{NOT_NEEDED}<script src="/list.js"></script></body></html>'
    )


def script(text: str) -> Answer:
    return Answer(text, headers=(("Content-Type", "text/javascript"),))


def as_json(value: object) -> Answer:
    return Answer(json.dumps(value), headers=(("Content-Type", "application/json"),))


@dataclass
class ScriptedPortal:
    """``portal`` is the server; ``ads`` that of the other host, which listens, too."""

    portal: SmallPortal
    ads: SmallPortal
    names: list[str] = field(default_factory=list)

    def publish(self, *names: str) -> None:
        """Put articles at the top of the list, the last one first."""
        self.names = [*reversed(names), *self.names]
        for name in names:
            self.portal.pages[f"/{name}"] = article(f"Words of {name}.")
        pieces = range(0, len(self.names) + PER_PAGE, PER_PAGE)
        for number, start in enumerate(pieces):
            found = self.names[start : start + PER_PAGE]
            items = [{"url": f"/{name}", "title": f"Title of {name}"} for name in found]
            self.portal.pages[f"/api/list?page={number}"] = as_json({"items": items})

    def set_list(self, text: str) -> None:
        """Set the archive page."""
        port = self.ads.port
        text = text.replace("ADS", f"http://localhost:{port}").replace(
            "WS", f"ws://127.0.0.1:{port}"
        )
        self.portal.pages["/list"] = text

    def set_scripted_article(self, name: str, text: str) -> None:
        """Let a script read the text of an article."""
        self.portal.pages[f"/{name}"] = (
            f"<html><head><title>{name}</title></head><body><main></main>{NOT_NEEDED}"
            '<script src="/read.js"></script></body></html>'
        ).replace("ADS", f"http://localhost:{self.ads.port}")
        self.portal.pages[f"/api/{name}"] = as_json({"title": name, "text": text})


@contextmanager
def scripted_portal(folder: Path) -> Iterator[ScriptedPortal]:
    """A portal with seven articles, on a list that grows when it is scrolled."""
    style = Answer("p { color: red }", headers=(("Content-Type", "text/css"),))
    fixed = {"/list.js": script(SCROLLED), "/read.js": script(READ), "/style.css": style}
    with small_portal(folder, fixed) as portal, small_portal(folder, {}) as ads:
        scripted = ScriptedPortal(portal, ads)
        scripted.publish(*(f"n{number}" for number in range(7)))
        scripted.set_list(list_page())
        yield scripted
