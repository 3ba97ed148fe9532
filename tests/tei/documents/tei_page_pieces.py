"""Pieces of HTML for random pages, one per line: ``{}`` is the place of others, ``~`` a blank."""

from __future__ import annotations


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.replace("~", " ") for line in text.split("\n") if line)


RUNS = _lines("""
<b>{}</b>
<i lang=la>{}</i>
<span lang=en>{}</span>
<u>{}</u>
<s>{}</s>
<sub>{}</sub>
<sup>{}</sup>
<q cite=/q>{}</q>
<code>{}</code>
<kbd>{}</kbd>
<mark>{}</mark>
<ins>{}</ins>
<del>{}</del>
<bdo dir=rtl>{}</bdo>
<abbr title=t>{}</abbr>
<time datetime=2020-01-02>{}</time>
<a href='#k'>{}</a>
<a href=/x id=k>{}</a>
<a href='http://[bad'>{}</a>
<a name=k>{}</a>
<span style='display:block'>{}</span>
<font>{}</font>
<dfn>{}</dfn>
<ruby>{}<rp>(</rp><rt>r</rt><rp>)</rp></ruby>
<textarea>{}</textarea>
<math><mi>{}</mi><mo>+</mo></math>
<svg><text>{}</text></svg>
<button>{}</button>
<label>{}</label>
""")

BLOCKS = _lines("""
<p>{}</p>
<p id=k lang=de>{}</p>
<div>{}</div>
<div lang=ar dir=rtl>{}</div>
<h2 id=k>{}</h2>
<h4>{}</h4>
<blockquote cite=/s>{}</blockquote>
<section>{}</section>
<aside>{}</aside>
<address>{}</address>
<pre>{}</pre>
<center>{}</center>
<details><summary>s</summary>{}</details>
<fieldset><legend>l</legend>{}</fieldset>
<ul><li>{}</li></ul>
<ul>{}</ul>
<ol start=3 type=a reversed><li value=9>{}</li><li>z</li></ol>
<ul><ul><li>{}</li></ul></ul>
<li>{}</li>
<dl><dt>t<dd>{}<dd>e</dl>
<dd>{}</dd>
<figure><img src=/1.jpg alt=a><figcaption>{}</figcaption></figure>
<figure><figcaption>c</figcaption>{}<img data-src=/2.jpg src=data:,><figcaption>d</figcaption></figure>
<figcaption>{}</figcaption>
<figure><iframe src=/v></iframe><figcaption>{}</figcaption></figure>
<a href=/big><figure><img src=/3.jpg></figure>{}</a>
<table><caption>{}</caption><tr><td>a</td><td>b</td></tr></table>
<table><tr><th colspan=2>{}</th></tr><tr><td rowspan=2>x</td><td></td></tr></table>
<table><tfoot><tr><td>{}</td><td>f</td></tr></tfoot><thead><tr><th>h</th></tr></thead></table>
<table><tr><td>{}</td></tr></table>
<td>{}</td>
<blockquote class=twitter-tweet>{}<a href=https://x.example/1>d</a></blockquote>
<div class=fb-post data-href=https://f.example/1>{}</div>
<blockquote class=instagram-media data-instgrm-permalink=https://i.example/p>{}</blockquote>
<video src=/v.mp4>{}</video>
~<noscript>{}<img src=/9.jpg></noscript>~
<object data=/o>{}</object>
<select><option>{}</option></select>
<form>{}</form>
<x-card>{}</x-card>
<marquee>{}</marquee>
<xmp>{}</xmp>
""")

ALONE = _lines("""
<br>
<br/>
<br><br>
<wbr>
<hr>
<img src=/i.jpg>
~<img src='' alt=x>~
<embed src=/e>
<input value=x>
<p></p>
<a name=k></a>
<!-- c -->
<table><tr><td></td></tr></table>
<ul></ul>
<iframe src=//v.example/1></iframe>
<amp-youtube data-videoid=x></amp-youtube>
<source src=/s>
<picture><source srcset='/a 1x, /b 2x'><img src=/a></picture>
<script>var w = 1</script>
<style>p{{}}</style>
</p>
</div>
<?pi x?>
""")

WORDS = (
    "sz\xf3",
    "k\xe9t sz\xf3",
    " a ",
    "\n b",
    "&nbsp;",
    "x&shy;y",
    "&amp;lt;",
    "]]&gt;",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
    "\u05e9\u05dc\u05d5\u05dd\u200f",
    "e\u0301\u0328",
    "\U0001f469\u200d\U0001f680",
    "\u6f22\u5b57",
    "&#1;",
    "&#xFFFE;",
    "v\x0bt",
    "a\u2028b",
    "\u3000",
    "",
    " ",
)
