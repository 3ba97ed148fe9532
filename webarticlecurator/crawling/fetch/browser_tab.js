() => {
  const page = document.scrollingElement || document.documentElement;
  window.scrollTo(0, 0);
  window.scrollTo(0, page.scrollHeight);
  for (const box of document.querySelectorAll("body *"))
    if (box.scrollHeight > box.clientHeight + 20
        && /auto|scroll/.test(getComputedStyle(box).overflowY))
      box.scrollTop = box.scrollHeight;
}
