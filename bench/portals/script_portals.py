"""What `curator new` makes of portals whose lists and texts only scripts show, by eight front ends.

    python -m bench.portals.script_portals FOLDER [NAME …] [--proposal]

FOLDER has a folder of each front end with its packages (`npm install` there; INSTALL names them).
Each portal is built once, its files and its data are served on loopback, `new` writes a portal file
with a browser, and `crawl` reads the portal with it as it is, without one: how many of the articles
have their title, day and whole text, and what an article costs beside the same one in a browser.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from urllib.parse import parse_qs, unquote, urlsplit

from lxml import etree

TESTS = Path(__file__).resolve().parents[2] / "tests"
sys.path[:0] = [str(TESTS)]

from small_portal import FixedClock  # noqa: E402

from webarticlecurator.base.portal.portal import Portal  # noqa: E402
from webarticlecurator.base.proposal.proposal_doubts import list_doubts  # noqa: E402
from webarticlecurator.crawling.crawl.crawl import crawl  # noqa: E402
from webarticlecurator.crawling.crawl.render_choice import renders_pages  # noqa: E402
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime  # noqa: E402
from webarticlecurator.portal_file.config.load import load_portal  # noqa: E402
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml  # noqa: E402
from webarticlecurator.proposing.propose.portal_proposal import propose_portal  # noqa: E402

INSTALL = {
    "react": "vite@6 @vitejs/plugin-react@4 react@19 react-dom@19 react-router-dom@7",
    "vue": "vite@6 @vitejs/plugin-vue@5 vue@3 vue-router@4",
    "next": "next@15 react@19 react-dom@19",
    "nuxt": "nuxt@3 vue@3 vue-router@4",
    "svelte": "@sveltejs/kit@2 @sveltejs/adapter-static@3 @sveltejs/vite-plugin-svelte@5 svelte@5 vite@6",
    "astro": "astro@5",
    "remix": "@remix-run/node@2 @remix-run/react@2 @remix-run/dev@2 vite@5 react@18 react-dom@18 isbot",
    "angular": "@angular/cli@19 @angular/build@19 @angular/core@19 @angular/common@19 @angular/compiler@19"
    " @angular/compiler-cli@19 @angular/platform-browser@19 @angular/router@19 rxjs zone.js@0.15 typescript@5.8 tslib",
}  # fmt: skip
WORDS = (
    "harbour bridge council market river winter school letter garden street evening station"
    " mountain paper teacher window village summer music history library kitchen railway doctor"
).split()
NUMBER, LISTED = 34, 10
RENDERED = """
portal: rendered
title: Old Town Paper
home: {home}/
fetch: {{browser: true}}
archive: {{url: "{home}/", links: {{css: main a}}}}
"""


def make_posts() -> list[dict[str, object]]:
    random = Random(7)
    posts = []
    for n in range(NUMBER):
        title = f"The {' '.join(random.sample(WORDS, 3))} of {1900 + 3 * n}"
        texts = [f"{' '.join(random.choices(WORDS, k=30)).capitalize()} {n} {p}." for p in range(6)]
        posts.append({
            "id": 4000 + 7 * n, "slug": title.lower().replace(" ", "-"), "title": title, "texts": texts,
            "date": f"2023-{12 - n // 3:02d}-{27 - n % 3 * 8:02d}", "author": random.choice(("Ada Long", "Bo Tal", "Cy Reed")),
        })  # fmt: skip
    return posts


POSTS = make_posts()
BY_SLUG = {str(each["slug"]): each for each in POSTS}
BY_ID = {str(each["id"]): each for each in POSTS}


def write_html(post: dict[str, object], start: int = 0, end: int = 6) -> str:
    return "".join(f"<p>{text}</p>" for text in post["texts"][start:end])  # type: ignore[index]


def _row(post: dict[str, object]) -> dict[str, object]:
    return {each: post[each] for each in ("id", "slug", "title", "date")}


def answer_data(path: str, query: dict[str, str]) -> object:
    """Return the data at an address, None where there are none."""
    name = path.rpartition("/")[2]
    if path == "/api/posts":
        start = int(query.get("offset") or (int(query.get("page", 1)) - 1) * LISTED)
        return {
            "items": [*map(_row, POSTS[start : start + LISTED])],
            "total": NUMBER,
        }
    if path.startswith("/api/posts/") and name in BY_SLUG:
        post = BY_SLUG[name]
        return {**_row(post), "author": {"name": post["author"]}, "html": write_html(post)}
    if path == "/api/feed":
        start = int(query.get("cursor", "c0")[1:])
        more = start + LISTED < NUMBER
        nodes = [
            {
                "id": p["id"],
                "attributes": {"headline": p["title"], "slug": p["slug"], "publishedAt": p["date"]},
            }
            for p in POSTS[start : start + LISTED]
        ]
        return {
            "data": {"nodes": nodes, "cursor": {"next": f"c{start + LISTED}" if more else None}}
        }
    if path == "/api/article" and query.get("id") in BY_ID:
        post = BY_ID[query["id"]]
        blocks = [{"type": "p", "html": f"<p>{text}</p>"} for text in post["texts"]]  # type: ignore[attr-defined]
        return {
            "article": {
                "headline": post["title"],
                "publishedAt": f"{post['date']}T08:30:00Z",
                "byline": post["author"],
                "body": blocks,
            }
        }
    if path == "/api/fragment":
        start = int(query.get("offset", 0))
        links = "".join(f'<article><h2><a href="/posts/{p["slug"]}/">{p["title"]}</a></h2><p>Read it.</p></article>' for p in POSTS[start : start + LISTED])  # fmt: skip
        return {"html": links, "more": start + LISTED < NUMBER}
    if path.startswith("/api/rest/") and name in BY_SLUG:
        return {"html": write_html(BY_SLUG[name], 3)}
    return None


class Front(BaseHTTPRequestHandler):
    site: Path
    asked: list[str]

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self.asked.append(self.path)
        data = answer_data(
            parts.path, {name: value[0] for name, value in parse_qs(parts.query).items()}
        )
        if data is not None:
            self._send(200, json.dumps(data).encode(), "application/json")
            return
        file = self.site / unquote(parts.path).lstrip("/")
        choices = [file, file / "index.html", file.with_name(f"{file.name}.html")]
        found = next((each for each in choices if each.is_file()), None)
        is_file = "." in parts.path.rpartition("/")[2] or parts.path.startswith("/api/")
        if found is None and not is_file:
            found = next((each for each in (self.site / "fallback.html", self.site / "index.html") if each.is_file()), None)  # fmt: skip
        if found is None:
            self._send(404, b"<p>Not found</p>", "text/html")
        else:
            kind = guess_type(found.name)[0] or "application/octet-stream"
            self._send(200, found.read_bytes(), kind)

    def _send(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if "text" in kind else kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(site: Path) -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    handler = type("Handler", (Front,), {"site": site, "asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stdout[-2500:]}\n{done.stderr[-2500:]}")


HTML = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Old Town Paper</title></head><body><div id="app"></div><script type="module" src="/src/main.{ext}"></script></body></html>'


def build_react(folder: Path) -> Path:
    """All posts in one file of data, a file for each post."""
    write(folder, {
        "vite.config.js": "import react from '@vitejs/plugin-react'\nexport default {plugins: [react()]}",
        "index.html": HTML.format(ext="jsx"),
        "public/data/posts.json": json.dumps([*map(_row, POSTS)]),
        **{f"public/data/posts/{p['slug']}.json": json.dumps({**_row(p), "writer": p["author"], "content": write_html(p)}) for p in POSTS},
        "src/main.jsx": """
import React, {useEffect, useState} from 'react'
import {createRoot} from 'react-dom/client'
import {BrowserRouter, Routes, Route, Link, useParams} from 'react-router-dom'
function useData(url) { const [data, set] = useState(null); useEffect(() => { fetch(url).then(r => r.json()).then(set) }, [url]); return data }
function List() { const posts = useData('/data/posts.json'); return <main><h1>News</h1>{(posts || []).map(p => <article key={p.id}><h2><Link to={`/posts/${p.slug}`}>{p.title}</Link></h2><time>{p.date}</time></article>)}</main> }
function Post() { const {slug} = useParams(); const p = useData(`/data/posts/${slug}.json`); return p && <main><article><h1>{p.title}</h1><p className="by">{p.writer}</p><time dateTime={p.date}>{p.date}</time><div dangerouslySetInnerHTML={{__html: p.content}}/></article></main> }
createRoot(document.getElementById('app')).render(<BrowserRouter><nav><Link to="/">Home</Link></nav><Routes><Route path="/" element={<List/>}/><Route path="/posts/:slug" element={<Post/>}/></Routes></BrowserRouter>)
""",
    })  # fmt: skip
    run(folder, "npx", "vite", "build")
    return folder / "dist"


def build_vue(folder: Path) -> Path:
    """A list by cursors as somebody scrolls; articles by id, in blocks."""
    write(folder, {
        "vite.config.js": "import vue from '@vitejs/plugin-vue'\nexport default {plugins: [vue()]}",
        "index.html": HTML.format(ext="js"),
        "src/main.js": """
import {createApp} from 'vue'
import {createRouter, createWebHistory} from 'vue-router'
import App from './App.vue'; import List from './List.vue'; import Post from './Post.vue'
createApp(App).use(createRouter({history: createWebHistory(), routes: [{path: '/', component: List}, {path: '/story/:id/:slug', component: Post}]})).mount('#app')
""",
        "src/App.vue": "<template><nav><router-link to='/'>Home</router-link></nav><router-view/></template>",
        "src/List.vue": """<script setup>
import {ref, onMounted} from 'vue'
const nodes = ref([]), next = ref(''), busy = ref(false)
async function more() { if (busy.value || next.value === null) return; busy.value = true
  const answer = await (await fetch('/api/feed' + (next.value ? '?cursor=' + next.value : ''))).json()
  nodes.value.push(...answer.data.nodes); next.value = answer.data.cursor.next; busy.value = false }
onMounted(() => { more(); addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 50) more() }) })
</script><template><main><h1>News</h1><article v-for="n in nodes" :key="n.id" style="min-height: 12em"><h2><router-link :to="`/story/${n.id}/${n.attributes.slug}`">{{n.attributes.headline}}</router-link></h2><time>{{n.attributes.publishedAt}}</time></article></main></template>""",
        "src/Post.vue": """<script setup>
import {ref, onMounted} from 'vue'
import {useRoute} from 'vue-router'
const a = ref(null)
onMounted(async () => { a.value = (await (await fetch('/api/article?id=' + useRoute_.params.id)).json()).article })
const useRoute_ = useRoute()
</script><template><main v-if="a"><article><h1>{{a.headline}}</h1><p class="by">{{a.byline}}</p><time :datetime="a.publishedAt">{{a.publishedAt.slice(0, 10)}}</time><div><div v-for="(b, i) in a.body" :key="i" v-html="b.html"></div></div></article></main></template>""",
    })  # fmt: skip
    run(folder, "npx", "vite", "build")
    return folder / "dist"


def build_next(folder: Path) -> Path:
    """The first list in the state of the page, the others by a button; half of each text in the
    page, the rest later."""
    posts = [{**_row(p), "author": p["author"], "html": write_html(p, 0, 3)} for p in POSTS]
    write(folder, {
        "posts.json": json.dumps(posts),
        "next.config.mjs": "export default {output: 'export', trailingSlash: true}",
        "components/list.jsx": """
import {useState} from 'react'
export default function List({first}) { const [posts, set] = useState(first); const [page, turn] = useState(1); const [end, stop] = useState(false)
  async function more() { const answer = await (await fetch('/api/posts?page=' + (page + 1))).json(); set([...posts, ...answer.items]); turn(page + 1); if (answer.items.length < 10) stop(true) }
  return <main><h1>News</h1>{posts.map(p => <article key={p.id}><h2><a href={`/posts/${p.slug}/`}>{p.title}</a></h2><time>{p.date}</time></article>)}{!end && <button onClick={more}>Older stories</button>}</main> }
""",
        "pages/index.jsx": """
import dynamic from 'next/dynamic'
const List = dynamic(() => import('../components/list'), {ssr: false})
export default function Home({first}) { return <><title>Old Town Paper</title><List first={first}/></> }
export async function getStaticProps() { const all = (await import('../posts.json')).default; return {props: {first: all.slice(0, 10).map(({id, slug, title, date}) => ({id, slug, title, date}))}} }
""",
        "pages/posts/[slug].jsx": """
import {useEffect, useState} from 'react'
export default function Post({post}) { const [rest, set] = useState('')
  useEffect(() => { fetch('/api/rest/' + post.slug).then(r => r.json()).then(a => set(a.html)) }, [post.slug])
  return <main><title>{post.title}</title><article><h1>{post.title}</h1><p className="by">{post.author}</p><time dateTime={post.date}>{post.date}</time><div className="text" dangerouslySetInnerHTML={{__html: post.html}}/><div className="rest" dangerouslySetInnerHTML={{__html: rest}}/></article></main> }
export async function getStaticPaths() { const all = (await import('../../posts.json')).default; return {paths: all.map(p => ({params: {slug: p.slug}})), fallback: false} }
export async function getStaticProps({params}) { const all = (await import('../../posts.json')).default; return {props: {post: all.find(p => p.slug === params.slug)}} }
""",
    })  # fmt: skip
    run(folder, "npx", "next", "build")
    return folder / "out"


def build_nuxt(folder: Path) -> Path:
    """A list by numbers with a button; articles by slug."""
    write(folder, {
        "nuxt.config.ts": "export default defineNuxtConfig({ssr: false, telemetry: false, app: {head: {title: 'Old Town Paper'}}})",
        "pages/index.vue": """<script setup>
const posts = ref([]), page = ref(0), total = ref(1)
async function more() { page.value++; const answer = await $fetch('/api/posts', {query: {page: page.value}}); posts.value.push(...answer.items); total.value = answer.total }
onMounted(more)
</script><template><main><h1>News</h1><article v-for="p in posts" :key="p.id"><h2><NuxtLink :to="`/news/${p.slug}`">{{p.title}}</NuxtLink></h2><time>{{p.date}}</time></article><button v-if="posts.length < total" class="load-more" @click="more">Load more</button></main></template>""",
        "pages/news/[slug].vue": """<script setup>
const p = ref(null), route = useRoute()
onMounted(async () => { p.value = await $fetch('/api/posts/' + route.params.slug) })
</script><template><main v-if="p"><article><h1>{{p.title}}</h1><p class="by">{{p.author.name}}</p><time :datetime="p.date">{{p.date}}</time><div v-html="p.html"></div></article></main></template>""",
    })  # fmt: skip
    run(folder, "npx", "nuxi", "generate")
    return folder / ".output/public"


def build_svelte(folder: Path) -> Path:
    """Pages of the list with numbers in their address; articles by slug."""
    write(folder, {
        "svelte.config.js": "import adapter from '@sveltejs/adapter-static'\nexport default {kit: {adapter: adapter({fallback: 'fallback.html'})}}",
        "vite.config.js": "import {sveltekit} from '@sveltejs/kit/vite'\nexport default {plugins: [sveltekit()]}",
        "src/app.html": '<!doctype html><html lang="en"><head><meta charset="utf-8">%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
        "src/routes/+layout.js": "export const ssr = false",
        "src/routes/+page.js": "export async function load({fetch, url}) { const page = Number(url.searchParams.get('page') || 1); return {page, ...(await (await fetch('/api/posts?page=' + page)).json())} }",
        "src/routes/+page.svelte": """<script>let {data} = $props()</script><svelte:head><title>Old Town Paper</title></svelte:head>
<main><h1>News</h1>{#each data.items as p}<article><h2><a href={`/read/${p.slug}`}>{p.title}</a></h2><time>{p.date}</time></article>{/each}{#if data.page * 10 < data.total}<a rel="next" href={`/?page=${data.page + 1}`}>Next</a>{/if}</main>""",
        "src/routes/read/[slug]/+page.js": "export async function load({fetch, params}) { return {p: await (await fetch('/api/posts/' + params.slug)).json()} }",
        "src/routes/read/[slug]/+page.svelte": """<script>let {data} = $props()</script><svelte:head><title>{data.p.title}</title></svelte:head>
<main><article><h1>{data.p.title}</h1><p class="by">{data.p.author.name}</p><time datetime={data.p.date}>{data.p.date}</time><div>{@html data.p.html}</div></article></main>""",
    })  # fmt: skip
    run(folder, "npx", "vite", "build")
    return folder / "build"


def build_astro(folder: Path) -> Path:
    """A list of markup in data, more as somebody scrolls; whole articles in the pages."""
    write(folder, {
        "posts.json": json.dumps([{**_row(p), "author": p["author"], "html": write_html(p)} for p in POSTS]),
        "astro.config.mjs": "import {defineConfig} from 'astro/config'\nexport default defineConfig({})",
        "src/pages/index.astro": """<html lang="en"><head><meta charset="utf-8"><title>Old Town Paper</title></head><body><main><h1>News</h1><div id="list" style="min-height: 110vh"></div></main><script>
let offset = 0, busy = false, end = false
async function more() { if (busy || end) return; busy = true; const answer = await (await fetch('/api/fragment?offset=' + offset)).json(); document.getElementById('list').insertAdjacentHTML('beforeend', answer.html); offset += 10; end = !answer.more; busy = false }
more(); addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 50) more() })
</script></body></html>""",
        "src/pages/posts/[slug].astro": """---
import posts from '../../../posts.json'
export function getStaticPaths() { return posts.map(post => ({params: {slug: post.slug}, props: {post}})) }
const {post} = Astro.props
---
<html lang="en"><head><meta charset="utf-8"><title>{post.title}</title></head><body><main><article><h1>{post.title}</h1><p class="by">{post.author}</p><time datetime={post.date}>{post.date}</time><div set:html={post.html}/></article></main></body></html>""",
    })  # fmt: skip
    run(folder, "npx", "astro", "build")
    return folder / "dist"


def build_remix(folder: Path) -> Path:
    """A list by offsets with a button; articles by the id in their address."""
    write(folder, {
        "vite.config.js": "import {vitePlugin as remix} from '@remix-run/dev'\nimport {defineConfig} from 'vite'\nexport default defineConfig({plugins: [remix({ssr: false})]})",
        "app/root.jsx": """
import {Links, Meta, Outlet, Scripts} from '@remix-run/react'
export function Layout({children}) { return <html lang="en"><head><meta charSet="utf-8"/><Meta/><Links/></head><body>{children}<Scripts/></body></html> }
export function HydrateFallback() { return <p>Loading</p> }
export default function App() { return <Outlet/> }
export const meta = () => [{title: 'Old Town Paper'}]
""",
        "app/routes/_index.jsx": """
import {useState} from 'react'
import {Link, useLoaderData} from '@remix-run/react'
export async function clientLoader() { return await (await fetch('/api/posts?offset=0')).json() }
export default function List() { const first = useLoaderData(); const [items, set] = useState(first.items)
  async function more() { const answer = await (await fetch('/api/posts?offset=' + items.length)).json(); set([...items, ...answer.items]) }
  return <main><h1>News</h1>{items.map(p => <article key={p.id}><h2><Link to={`/s/${p.id}-${p.slug}`}>{p.title}</Link></h2><time>{p.date}</time></article>)}{items.length < first.total && <button className="load-more" onClick={more}>Load more</button>}</main> }
""",
        "app/routes/s.$name.jsx": """
import {useLoaderData} from '@remix-run/react'
export async function clientLoader({params}) { return await (await fetch('/api/article?id=' + params.name.split('-')[0])).json() }
export default function Story() { const {article: a} = useLoaderData(); return <main><article><h1>{a.headline}</h1><p className="by">{a.byline}</p><time dateTime={a.publishedAt}>{a.publishedAt.slice(0, 10)}</time><div>{a.body.map((b, i) => <div key={i} dangerouslySetInnerHTML={{__html: b.html}}/>)}</div></article></main> }
""",
    })  # fmt: skip
    run(folder, "npx", "remix", "vite:build")
    return folder / "build/client"


def build_angular(folder: Path) -> Path:
    """A list by numbers with a button; articles by slug; requests of XMLHttpRequest."""
    write(folder, {
        "angular.json": json.dumps({"version": 1, "cli": {"analytics": False}, "projects": {"made": {"projectType": "application", "root": "", "sourceRoot": "src", "architect": {"build": {
            "builder": "@angular/build:application", "options": {"outputPath": "dist", "index": "src/index.html", "browser": "src/main.ts", "polyfills": ["zone.js"], "tsConfig": "tsconfig.json"}}}}}}),
        "tsconfig.json": json.dumps({"compilerOptions": {"target": "ES2022", "module": "ES2022", "moduleResolution": "bundler", "experimentalDecorators": True, "strict": False, "skipLibCheck": True, "lib": ["ES2022", "dom"]}, "files": ["src/main.ts"]}),
        "src/index.html": '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Old Town Paper</title><base href="/"></head><body><app-root></app-root></body></html>',
        "src/main.ts": """
import {Component, inject, signal} from '@angular/core'
import {bootstrapApplication} from '@angular/platform-browser'
import {HttpClient, provideHttpClient} from '@angular/common/http'
import {ActivatedRoute, RouterLink, RouterOutlet, provideRouter} from '@angular/router'
@Component({selector: 'app-list', standalone: true, imports: [RouterLink], template: `<main><h1>News</h1>@for (p of posts(); track p.id) {<article><h2><a [routerLink]="['/item', p.slug]">{{p.title}}</a></h2><time>{{p.date}}</time></article>}@if (posts().length < total()) {<button class="load-more" (click)="more()">Load more</button>}</main>`})
class List { http = inject(HttpClient); posts = signal<any[]>([]); total = signal(1); page = 0; constructor() { this.more() }
  more() { this.page++; this.http.get<any>('/api/posts', {params: {page: this.page}}).subscribe(a => { this.posts.set([...this.posts(), ...a.items]); this.total.set(a.total) }) } }
@Component({selector: 'app-item', standalone: true, template: `@if (p(); as p) {<main><article><h1>{{p.title}}</h1><p class="by">{{p.author.name}}</p><time [attr.datetime]="p.date">{{p.date}}</time><div [innerHTML]="p.html"></div></article></main>}`})
class Item { p = signal<any>(null); constructor() { inject(HttpClient).get('/api/posts/' + inject(ActivatedRoute).snapshot.params['slug']).subscribe(a => this.p.set(a)) } }
@Component({selector: 'app-root', standalone: true, imports: [RouterOutlet], template: '<router-outlet/>'})
class App {}
bootstrapApplication(App, {providers: [provideHttpClient(), provideRouter([{path: '', component: List}, {path: 'item/:slug', component: Item}])]})
""",
    })  # fmt: skip
    run(folder, "npx", "ng", "build")
    return folder / "dist/browser"


BUILDERS: dict[str, Callable[[Path], Path]] = {
    "react": build_react, "vue": build_vue, "next": build_next, "nuxt": build_nuxt,
    "svelte": build_svelte, "astro": build_astro, "angular": build_angular, "remix": build_remix,
}  # fmt: skip


def judge(name: str, site: Path, *, show: bool) -> bool:
    """Return True if all posts are whole; print what was found."""
    with tempfile.TemporaryDirectory() as temporary, serve(site) as (home, asked):
        file, corpus = Path(temporary, "portal.yaml"), Path(temporary, "corpus")
        runtime = Runtime(clock=FixedClock(), executor="serial")
        found = propose_portal([f"{home}/"], None, runtime=runtime)
        file.write_text(proposed_yaml(found), encoding="utf-8")
        if show:
            print(file.read_text(encoding="utf-8"))
        portal = load_portal(file)
        by_new = len(asked)
        cost = _measure_crawl(portal, corpus, runtime)
        articles = [*map(_read_tei, sorted(corpus.glob("tei/**/*.xml")))]
        by_crawl = len(asked) - by_new
        rendered = Path(temporary, "rendered.yaml")
        rendered.write_text(RENDERED.format(home=home), encoding="utf-8")
        by_browser = _measure_crawl(load_portal(rendered), Path(temporary, "rendered"), runtime)
    right = sum(_is_whole(post, articles) for post in POSTS)
    needs = " in a browser" if renders_pages(portal) else ""
    print(f"{name}: {right} of {NUMBER} right, {len(articles)} articles{needs}; requests {by_new} + {by_crawl}; {1000 * cost:.0f} ms of the processor an article, {by_browser / cost:.0f} times that in a browser")  # fmt: skip
    for doubt in list_doubts(found) if right < NUMBER else ():
        print("   ", *doubt.lines())
    return right == len(articles) == NUMBER and not needs


def _measure_crawl(portal: Portal, corpus: Path, runtime: Runtime) -> float:
    """Return the seconds of the processor that a crawl took for each article, browsers included."""
    begin = _count_seconds()
    crawl(portal, corpus, CrawlOptions(), runtime)
    return (_count_seconds() - begin) / max(1, sum(1 for _ in corpus.glob("tei/**/*.xml")))


def _count_seconds() -> float:
    spent = map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in spent)


def _is_whole(post: dict[str, object], articles: list[tuple[str, str, str]]) -> bool:
    return any(
        str(post["title"]) == title
        and str(post["date"]) in days
        and all(text in words for text in post["texts"])  # type: ignore[attr-defined]
        for title, days, words in articles
    )


def _read_tei(file: Path) -> tuple[str, str, str]:
    names = {"t": "http://www.tei-c.org/ns/1.0"}
    tree = etree.parse(file)
    title = tree.xpath("string(//t:titleStmt/t:title)", namespaces=names)
    days = tree.xpath("//t:teiHeader//t:date/@when", namespaces=names)
    body = tree.xpath("string(//t:text)", namespaces=names)
    return " ".join(title.split()), " ".join(map(str, days)), " ".join(body.split())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=list(BUILDERS))
    parser.add_argument("--proposal", action="store_true")
    args = parser.parse_args()
    right = 0
    for name in args.names:
        folder = args.folder / name
        if not (folder / "node_modules").is_dir():
            print(f"{name}: not installed (cd {folder} && npm install {INSTALL[name]})")
            continue
        site = folder / "built"
        if not site.is_dir():
            shutil.copytree(BUILDERS[name](folder), site)
        right += judge(name, site, show=args.proposal)
    print(f"{right} of {len(args.names)} right")


if __name__ == "__main__":
    main()
