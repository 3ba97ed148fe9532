{
    // "ring" or "plain" while the keyboard was last at the button of the next step, or one was
    // pressed that opens another view
    const key = "curator-step-focus", inside = ".step-next", pressed = ".step-answer";
    const root = document.documentElement;
    const note = element => sessionStorage.setItem(key,
        root.dataset.stepFocus !== "plain" && element.matches(":focus-visible") ? "ring" : "plain");
    document.addEventListener("focusin", event => {
        if (event.target.closest(inside)) note(event.target);
        else if (!event.target.closest(`${pressed}, .studio-title`)) sessionStorage.removeItem(key);
    });
    document.addEventListener("click", event => {
        const button = event.target.closest(`${inside} :is(a, button), ${pressed}`);
        if (button) note(button);
    }, true);
    document.addEventListener("keydown", () => { root.dataset.stepFocus = "kept" }, true);

    const canBeFocused = element => !element.disabled && element.checkVisibility({visibilityProperty: true});
    const find = selector => [...document.querySelectorAll(selector)].find(canBeFocused);
    // returns false until there is a button: the page of an article may be read later than the steps
    const focusNext = () => {
        const how = sessionStorage.getItem(key), title = document.querySelector(".studio-title");
        if (!how || ![null, document.body, title].includes(document.activeElement)) return true;
        const button = find(`${inside} :is(a, button)`) ?? find(pressed);
        if (title && !title.hasAttribute("tabindex")) title.setAttribute("tabindex", "-1");
        root.dataset.stepFocus = how === "plain" ? "plain" : "kept";
        (button ?? title)?.focus({preventScroll: true});
        return button !== undefined;
    };
    const changes = new MutationObserver(() => focusNext() && changes.disconnect());
    window.showStep = areWritten => requestAnimationFrame(() => {
        // a window that has no room for all steps, or views, shows the one in which it is
        const shown = document.querySelector(".step-here, .step-views [aria-current]");
        if (shown) shown.parentElement.scrollLeft = shown.offsetLeft - shown.parentElement.clientWidth / 2;
        if (areWritten && !focusNext())
            changes.observe(document.body, {subtree: true, childList: true, attributes: true});
    });
}
