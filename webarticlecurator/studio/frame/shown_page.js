// The one script of a shown page. It tells the window which element is picked, hovered or focused,
// and draws the marks that the window sends: the verdict on each element, links, proposals. The page
// has no script of its own.
(() => {
  "use strict";
  const WINDOW_ORIGIN = "CURATOR_ORIGIN"; // written by the server
  const NODE = "data-node";
  const FOLDED = "[data-curator-fold]:not([data-curator-opened])"; // of the reading view
  const ABOVE = 0.3; // of the window: where what is brought into view begins
  const BELOW = 0.7; // of the window: what begins further down is brought into view
  const OPENED_BELOW = 0.8; // of the window: how far down the first paragraph of an opened page may begin
  const TITLE_ROOM = 8; // pixels above what a page opens with
  const NOTHING = -1;
  const MAX_RECTANGLES = 20; // of one element in several lines
  const WIDE = 0.4; // of the window; the words of a wider element seldom reach its right end
  const LETTER = 8; // pixels of a letter of a label, at most
  const COVERING = 0.1; // of the window: what covers that much and stays there hides words
  const MAX_SPOKEN = 100; // characters of an element that are read out

  // Each state has a line and a letter of its own: colours are not the only difference.
  const MARK_STYLE = `
    :host { all: initial }
    .mark { position: fixed; box-sizing: border-box; border: 2px solid var(--line); background: var(--tint) }
    .label { position: absolute; top: -2px; max-width: min(22em, 90vw); padding: 0 .35em;
      overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: #fff; background: var(--line);
      font: 600 12px/1.5 system-ui, sans-serif }
    .mark.named { border-color: transparent; background: none }
    .label.inside { right: -2px; top: -10px }
    .label.before { right: 100% }
    .label.behind { left: 100% }
    .kept { --line: #1b6e2f; --tint: #2e9e4a1a }
    .dropped { --line: #a51d1d; --tint: #d9303026; border-style: dashed }
    .unclaimed { --line: #8a4b00; --tint: #ff9f1a29; border-style: double; border-width: 4px }
    .outside { --line: #5c5c5c; --tint: #80808014; border-style: dotted }
    .link { --line: #0b4f9e; --tint: #1c7ed61a }
    .next { --line: #6a1b9a; --tint: #9c36b529; border-width: 4px }
    .left-out { --line: #5c5c5c; --tint: #9e9e9e66; border-style: dotted }
    .proposed { --line: #006b75; --tint: #15aabf33; border-style: dashed; border-width: 3px }
    .hovered { --line: #0b4f9e; --tint: #1c7ed62e; border-width: 3px }
    .focused { --line: #111; --tint: transparent; border-width: 3px; outline: 2px solid #fff }
    .spoken { position: fixed; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    @media (forced-colors: active) { .mark { border-color: Highlight } }`;
  const OPENING = new Set("kept unclaimed link next proposed".split(" ")); // marks that are never folded
  const STATES = new Set(
    "kept dropped unclaimed outside link next left-out proposed hovered".split(" "));

  let marks = []; // [node, state, label], drawn in this order
  let hovered = []; // nodes that the window hovers elsewhere
  let pointed = NOTHING; // the node under the pointer
  let focused = NOTHING; // the node that the keyboard is at
  let asked = NOTHING; // the node that was picked or brought into view, until somebody scrolls away from it
  let opening = []; // ranges: what the text begins with, the last is its first paragraph
  let openedAt = NOTHING; // where the page was scrolled to for it, until somebody scrolls or clicks
  let elements = new Map(); // node → its elements: a browser can split one into several
  let layer = null;
  let spoken = null;
  let isDrawing = false;

  const tell = (kind, node) => window.parent.postMessage({ kind, node }, WINDOW_ORIGIN);

  // The page as a whole is nothing to point at.
  const nodeOf = (target) => {
    const element = target instanceof Element ? target.closest(`[${NODE}]`) : null;
    const isPage = element === null || element === document.body || element === document.documentElement;
    return isPage ? NOTHING : Number(element.getAttribute(NODE));
  };

  // ------------------------------------------------------------------ marks

  function rectanglesOf(node) {
    const found = [];
    for (const element of elements.get(node) ?? []) {
      let own = [...element.getClientRects()].filter((r) => r.width > 0 && r.height > 0);
      if (own.length === 0) { // display: contents, or only floating content
        const range = document.createRange();
        range.selectNodeContents(element);
        const around = range.getBoundingClientRect();
        own = around.width > 0 && around.height > 0 ? [around] : [];
      }
      found.push(...own);
    }
    return found.slice(0, MAX_RECTANGLES);
  }

  const isInView = (r) =>
    r.bottom >= 0 && r.right >= 0 && r.top <= window.innerHeight && r.left <= window.innerWidth;

  // A label covers as few words as it can.
  function placeOfLabel(r, label) {
    if (r.width > window.innerWidth * WIDE) return "inside";
    const room = (label.length + 2) * LETTER;
    if (r.left > room) return "before";
    return r.right + room < window.innerWidth ? "behind" : "inside";
  }

  function drawMark(node, state, label) {
    const drawn = [];
    rectanglesOf(node).forEach((r, number) => {
      if (!isInView(r)) return;
      const box = document.createElement("div");
      box.className = `mark ${state}`;
      box.style.cssText = `left:${r.left}px;top:${r.top}px;width:${r.width}px;height:${r.height}px`;
      drawn.push(box);
      if (number === 0 && label) {
        const [place, words] = [box.cloneNode(), document.createElement("div")];
        place.classList.add("named");
        words.className = `label ${placeOfLabel(r, label)}`;
        words.textContent = label;
        place.append(words);
        drawn.push(place);
      }
    });
    return drawn;
  }

  function draw() {
    isDrawing = false;
    if (layer === null) return;
    if (openedAt !== NOTHING) scrollToOpening(); // pictures came, folds were opened
    const drawn = marks.flatMap(([node, state, label]) => drawMark(node, state, label));
    for (const node of hovered) drawn.push(...drawMark(node, "hovered", ""));
    if (pointed !== NOTHING) drawn.push(...drawMark(pointed, "hovered", ""));
    if (focused !== NOTHING && document.hasFocus()) drawn.push(...drawMark(focused, "focused", ""));
    const isLabel = (box) => box.classList.contains("named");
    layer.replaceChildren(...drawn.filter((box) => !isLabel(box)), ...drawn.filter(isLabel)); // labels on top
  }

  function drawSoon() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(draw);
  }

  // The marks lie above everything and take no room. Styles of the page cannot reach them.
  function makeLayer() {
    const host = document.createElement("curator-marks");
    for (const [name, value] of Object.entries({
      all: "initial", display: "block", position: "fixed", inset: "0", width: "auto",
      height: "auto", margin: "0", padding: "0", border: "0", overflow: "hidden",
      background: "none", "pointer-events": "none", "z-index": "2147483647",
    })) host.style.setProperty(name, value, "important");
    const root = host.attachShadow({ mode: "closed" });
    const style = document.createElement("style");
    style.textContent = MARK_STYLE;
    layer = document.createElement("div");
    spoken = document.createElement("div");
    spoken.className = "spoken";
    spoken.setAttribute("role", "status");
    root.append(style, layer, spoken);
    document.documentElement.append(host);
    if (host.showPopover) {
      host.popover = "manual";
      host.showPopover();
    }
  }

  // ------------------------------------------------------- what is folded, what is in view

  function open(fold) {
    fold?.setAttribute("data-curator-opened", "");
    drawSoon();
  }

  // Open what an element is folded or hidden in.
  function reveal(element) {
    for (let at = element; at !== null; at = at.parentElement) {
      if (at.matches(FOLDED)) open(at);
      if (at.hidden) at.hidden = false;
    }
  }

  function bringIntoView(node) {
    let element = elements.get(node)?.[0] ?? null;
    if (element !== null) reveal(element);
    while (element !== null && !visible(element)) element = element.parentElement;
    if (element === null) return;
    const { top, left, right } = rectanglesOf(Number(element.getAttribute(NODE)))[0];
    const isBeside = left < 0 || right > window.innerWidth;
    const above = window.innerHeight * ABOVE;
    leaveOpening();
    window.scrollBy({ top: top - above, left: isBeside ? left : 0, behavior: "instant" });
  }

  // Where enough of an element is in view, the page stays where it is.
  function keepInView(node) {
    asked = node;
    if (!isEnoughInView(node)) bringIntoView(node);
  }

  function isEnoughInView(node) {
    const r = rectanglesOf(node)[0];
    if (r === undefined || !isInView(r)) return false;
    const [above, below] = [window.innerHeight * ABOVE, window.innerHeight * BELOW];
    return r.top < below && (r.top >= 0 || r.bottom > above);
  }

  // Where a block begins: an element can hold several, and more.
  function findStart(node, words) {
    const range = document.createRange();
    for (const element of elements.get(node) ?? []) {
      range.selectNode(element);
      const [texts, starts] = [[], []];
      let length = 0;
      const inside = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let at = inside.nextNode(); at !== null; at = inside.nextNode()) {
        texts.push(at);
        starts.push(length);
        length += squeeze(at.data).length;
      }
      const place = words ? texts.map((each) => squeeze(each.data)).join("").indexOf(squeeze(words)) : -1;
      if (place < 0) continue;
      const number = starts.findLastIndex((start) => start <= place);
      let [offset, left] = [texts[number].data.search(/\S/), place - starts[number]];
      for (; left > 0; left -= 1) offset += 1 + texts[number].data.slice(offset + 1).search(/\S/);
      range.setStart(texts[number], offset);
      range.setEnd(texts[number], offset + 1);
      return range;
    }
    return range;
  }

  const squeeze = (text) => text.replace(/\s+/g, "");

  const startOf = (range) => [...range.getClientRects()].find((r) => r.height > 0) ?? null;

  function openAt(places) {
    opening = places.filter(([node]) => elements.has(node)).map(([node, words]) => findStart(node, words));
    if (opening.length === 0) return;
    const last = opening.at(-1);
    const parent = last.startContainer;
    reveal(parent instanceof Element ? parent : parent.parentElement);
    while (startOf(last) === null && last.commonAncestorContainer.parentNode instanceof Element)
      last.selectNode(last.commonAncestorContainer);
    document.documentElement.style.overflowAnchor = "none"; // it is us who keep the place
    scrollToOpening();
  }

  // Begin with the title, or with what of the text before its first paragraph is near that.
  function scrollToOpening() {
    const text = startOf(opening.at(-1));
    if (text === null) return;
    const nearest = (rectangles) => rectangles
      .filter((r) => r !== null && r.height > 0 && r.top < text.top)
      .map((r) => text.top - r.top)
      .filter((above) => above < window.innerHeight * OPENED_BELOW);
    const titles = nearest([...document.querySelectorAll("h1")].map((each) => each.getBoundingClientRect()));
    const before = nearest(opening.slice(0, -1).map(startOf));
    const room = titles.length > 0 ? 0 : window.innerHeight * ABOVE;
    const top = text.top - Math.max(room, ...[...titles, ...before].map((above) => above + TITLE_ROOM));
    const left = text.left < 0 || text.left > window.innerWidth ? text.left : 0;
    window.scrollBy({ top, left, behavior: "instant" });
    openedAt = window.scrollY;
  }

  function leaveOpening() {
    if (openedAt === NOTHING) return;
    openedAt = NOTHING;
    document.documentElement.style.overflowAnchor = "";
  }

  // ------------------------------------------------------- pointer and keyboard

  function point(node) {
    if (node === pointed) return;
    pointed = node;
    tell("hover", node);
    drawSoon();
  }

  function pick(node) {
    if (node === NOTHING) return;
    focused = asked = node;
    tell("pick", node);
    drawSoon();
  }

  const visible = (element) =>
    element.hasAttribute(NODE) && rectanglesOf(Number(element.getAttribute(NODE))).length > 0;

  function firstVisible(element, step) {
    while (element !== null && !visible(element)) element = element[step];
    return element;
  }

  const MOVES = {
    ArrowLeft: (element) => firstVisible(element.parentElement, "parentElement"),
    ArrowRight: (element) => {
      if (element.matches(FOLDED)) open(element);
      return firstVisible(element.firstElementChild, "nextElementSibling");
    },
    ArrowUp: (element) =>
      firstVisible(element.previousElementSibling, "previousElementSibling") ?? MOVES.ArrowLeft(element),
    ArrowDown: (element) => {
      for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
        const next = firstVisible(at.nextElementSibling, "nextElementSibling");
        if (next !== null) return next;
      }
      return null;
    },
  };

  function moveFocus(move) {
    const start = focused === NOTHING ? document.body : elements.get(focused)[0];
    const target = focused === NOTHING ? MOVES.ArrowRight(start) : move(start);
    if (nodeOf(target) === NOTHING) return;
    focused = nodeOf(target);
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    spoken.textContent = describe(target);
    tell("focus", focused);
    drawSoon();
  }

  function describe(element) {
    const label = marks.filter(([node]) => node === focused).map(([, state, words]) => words || state);
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, MAX_SPOKEN);
    const line = element.matches(FOLDED) ? element.dataset.curatorFold : text;
    return [element.localName, ...label, line].join(", ");
  }

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in MOVES) moveFocus(MOVES[event.key]);
    else if (event.key === "Enter" || event.key === " ") pick(focused);
    else return;
    stop(event);
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  for (const type of ["auxclick", "dblclick", "submit", "dragstart", "drop", "beforeinput", "keypress", "keyup"])
    window.addEventListener(type, (event) => event.key === "Tab" || stop(event), true);
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("click", (event) => {
    stop(event);
    const fold = event.target.closest(FOLDED);
    if (fold === null) pick(nodeOf(event.target));
    else open(fold);
  }, true);
  window.addEventListener("mousedown", (event) => {
    if (nodeOf(event.target) === NOTHING || !event.target.closest("input,select,textarea,button,summary,label")) return;
    event.preventDefault(); // no menu of choices, no cursor in a field
    document.documentElement.focus({ preventScroll: true });
  }, true);
  window.addEventListener("mousemove", (event) => point(nodeOf(event.target)), true);
  document.addEventListener("mouseleave", () => point(NOTHING));
  for (const type of ["mousedown", "wheel", "touchstart", "keydown"])
    window.addEventListener(type, leaveOpening, { capture: true, passive: true });
  for (const type of ["scroll", "resize", "load", "focus", "blur"]) window.addEventListener(type, drawSoon, true);
  // a window that becomes smaller is told first, and scrolled then
  window.addEventListener("resize", () => asked !== NOTHING && keepInView(asked));
  window.addEventListener("scroll", () => {
    if (asked !== NOTHING && !isEnoughInView(asked)) asked = NOTHING;
    if (Math.abs(window.scrollY - openedAt) > 1) leaveOpening();
  });

  // A notice about cookies, for one, stays where it is: the window then shows the reading view.
  function tellWhatCovers() {
    if (window.innerWidth * window.innerHeight === 0) { // it can be loaded before the window gives it a size
      window.addEventListener("resize", tellWhatCovers, { once: true });
      return;
    }
    const isCovering = (element) => {
      if (getComputedStyle(element).position !== "fixed") return false;
      const r = element.getBoundingClientRect();
      const width = Math.min(r.right, window.innerWidth) - Math.max(r.left, 0);
      const height = Math.min(r.bottom, window.innerHeight) - Math.max(r.top, 0);
      return Math.max(width, 0) * Math.max(height, 0) > window.innerWidth * window.innerHeight * COVERING;
    };
    if ([...document.body.querySelectorAll("*")].some(isCovering)) tell("covered", elements.size);
  }
  window.addEventListener("load", tellWhatCovers);

  // ------------------------------------------------------------ from the window

  const RECEIVERS = {
    marks: (data) => {
      marks = data.marks.filter(([node, state]) => elements.has(node) && STATES.has(state));
      for (const [node, state] of marks)
        if (OPENING.has(state)) for (const element of elements.get(node)) open(element.closest(FOLDED));
    },
    hover: (data) => {
      hovered = data.nodes.filter((node) => elements.has(node));
      if (hovered.length > 0 && !rectanglesOf(hovered[0]).some(isInView)) bringIntoView(hovered[0]);
    },
    scroll: (data) => keepInView(data.node),
    open: (data) => (window.scrollY === 0 || openedAt !== NOTHING) && openAt(data.places),
  };

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== WINDOW_ORIGIN) return;
    if (!Object.hasOwn(RECEIVERS, event.data?.kind)) return;
    RECEIVERS[event.data.kind](event.data);
    drawSoon();
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll(`[${NODE}]`)) {
      const node = Number(element.getAttribute(NODE));
      elements.set(node, [...(elements.get(node) ?? []), element]);
    }
    document.documentElement.tabIndex = 0; // one stop of the Tab key for the whole page
    makeLayer();
    new ResizeObserver(drawSoon).observe(document.documentElement);
    tell("ready", elements.size);
  });
})();
