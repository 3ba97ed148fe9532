"""A page that asks for something in as many ways as HTML, CSS and scripts have, and runs scripts.

Every address is on ``leak.example``, with the way in its path.
"""

from __future__ import annotations

HOST = "leak.example"
RAN = "data-script-ran"
"""An attribute that the scripts of the page set on its root element."""


def _at(way: str) -> str:
    return f"http://{HOST}/{way}"


_MARK = f"document.documentElement.setAttribute('{RAN}','yes')"
HEAD = f"""
<link rel=stylesheet href={_at("stylesheet")}><link rel=icon href={_at("icon")}>
<link rel=preload as=image href={_at("preload")}><link rel=prefetch href={_at("prefetch")}>
<link rel=preconnect href=http://preconnect.{HOST}/><link rel=dns-prefetch href=//dns.{HOST}/>
<link rel=modulepreload href={_at("modulepreload")}><link rel=manifest href={_at("manifest")}>
<link rel=alternate\tstylesheet href={_at("alternate")}>
<style>@import url({_at("import")}); body {{ background: url({_at("background")}) }}
@font-face {{ font-family: f; src: url({_at("font")}) }} p {{ font-family: f }}
q::before {{ content: url({_at("content")}) }} li {{ list-style-image: url({_at("list-style")}) }}
div {{ background-image: image-set('{_at("image-set")}' 1x) }} p {{ cursor: url({_at("cursor")}), auto }}
</style><meta http-equiv=refresh content="9; url={_at("refresh")}">
<script src={_at("script")}></script><script>{_MARK}</script>
<script type=module>import "{_at("module")}"</script><base href={_at("base/")}>
"""
BODY = f"""
<article background={_at("body-background")} onload="{_MARK}">
<h1 onmouseover="{_MARK}">A headline</h1><p style="background: url({_at("style-attribute")})">first words</p>
<img src={_at("img")} onerror="{_MARK}" alt=picture><img srcset="{_at("srcset")} 2x"><img src=relative.png>
<picture><source srcset={_at("source")}><img src={_at("picture")}></picture>
<input type=image src={_at("input-image")}><input autofocus onfocus="{_MARK}">
<iframe src={_at("iframe")}></iframe><iframe srcdoc="&lt;script&gt;parent.{_MARK}&lt;/script&gt;&lt;img src={_at("srcdoc")}&gt;"></iframe>
<iframe src="javascript:parent.{_MARK}"></iframe><frameset><frame src={_at("frame")}></frameset>
<object data={_at("object")}></object><object type=image/svg+xml data={_at("object-svg")}>fallback</object>
<embed src={_at("embed")}><applet code={_at("applet")}></applet>
<video src={_at("video")} poster={_at("poster")} autoplay><track default src={_at("track")}></video>
<video autoplay><source src={_at("video-source")}></video><audio src={_at("audio")} preload=auto autoplay></audio>
<table background={_at("table-background")}><tr><td background={_at("cell-background")}>cell</td></tr></table>
<svg width=9 height=9><image href={_at("svg-image")} /><use href={_at("svg-use")}#a /><feImage href={_at("svg-fe")} />
<script>{_MARK}</script><style>@import url({_at("svg-import")});</style><animate onbegin="{_MARK}" attributeName=x dur=1s /></svg>
<svg><image xlink:href={_at("svg-xlink")} /></svg><math><mtext><img src={_at("math-img")}></mtext></math>
<form action={_at("form")} id=f><input name=q><button autofocus formaction={_at("formaction")}>Send</button></form>
<a href={_at("link")} ping={_at("ping")} id=a target=_self>a link</a><a href="javascript:{_MARK}" id=j>run</a>
<noscript><img src={_at("noscript")}></noscript><template><img src={_at("template")}></template>
<details open ontoggle="{_MARK}"><summary>sum</summary>inside</details><marquee onstart="{_MARK}">m</marquee>
<div title='"><script>{_MARK}</script><img src={_at("attribute-double")}>' class='"><img src={_at("class")}>'>t</div>
<div id="'><img src={_at("id")}>" lang='"><img src={_at("lang")}>' dir='"><img src={_at("dir")}>'>u</div>
<img alt='"><img src={_at("alt")} onerror="{_MARK}">'><p>&lt;img src={_at("text")} onerror="{_MARK}"&gt;</p>
<xmp><img src={_at("xmp")}></xmp><plain-text></plain-text><p>--&gt;&lt;/style&gt;&lt;/script&gt;&lt;img src={_at("closed")}&gt;</p>
<x-odd onclick="{_MARK}" title='&quot; onfocus="{_MARK}" autofocus tabindex=1 x="'>odd words</x-odd>
<script>{_MARK};
new Image().src = "{_at("script-image")}"; fetch("{_at("fetch")}", {{mode: "no-cors"}});
navigator.sendBeacon("{_at("beacon")}"); var x = new XMLHttpRequest(); x.open("GET", "{_at("xhr")}"); x.send();
new WebSocket("ws://{HOST}/socket"); new EventSource("{_at("events")}");
window.open("{_at("window")}"); document.getElementById("a").click();
</script><textarea autofocus onfocus="{_MARK}">area</textarea><body onload="{_MARK}"><p>last words</p>
</article>
"""
LEAK_PAGE = f"<!DOCTYPE html><html manifest={_at('appcache')}><head>{HEAD}</head><body background={_at('background-attribute')}>{BODY}</body></html>"
