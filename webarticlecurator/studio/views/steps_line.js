(isWritten => {
    // "ring" or "plain" while the keyboard was last at the button of the next step, or one was
    // pressed that opens another view
    const key = "curator-step-focus", inside = ".step-next", pressed = ".step-answer";
    const here = element => element.closest(inside);
    const root = document.documentElement;
    const note = element => sessionStorage.setItem(key,
        root.dataset.stepFocus !== "plain" && element.matches(":focus-visible") ? "ring" : "plain");
    if (!root.dataset.stepFocus) {
        root.dataset.stepFocus = "kept";
        document.addEventListener("focusin", event => {
            if (here(event.target)) note(event.target);
            else if (!event.target.closest(pressed)) sessionStorage.removeItem(key);
        });
        document.addEventListener("click", event => {
            const button = event.target.closest(`${inside} :is(a, button), ${pressed}`);
            if (button) note(button);
        }, true);
        document.addEventListener("keydown", () => { root.dataset.stepFocus = "kept" }, true);
    }
    const how = sessionStorage.getItem(key);
    requestAnimationFrame(() => {
        // a window that has no room for all steps, or views, shows the one in which it is
        const shown = document.querySelector(".step-here, .step-views [aria-current]");
        if (shown) shown.parentElement.scrollLeft = shown.offsetLeft - shown.parentElement.clientWidth / 2;
        if (!isWritten || !how || ![null, document.body].includes(document.activeElement)) return;
        const title = document.querySelector(".studio-title");
        title?.setAttribute("tabindex", "-1");
        root.dataset.stepFocus = how === "plain" ? "plain" : "kept";
        (document.querySelector(`${inside} :is(a, button)`) ?? document.querySelector(pressed) ?? title)?.focus({preventScroll: true});
    });
})
