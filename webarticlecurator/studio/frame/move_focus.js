(id => requestAnimationFrame(() => {
    const element = getHtmlElement(id);
    element?.focus({preventScroll: true});
    element?.scrollIntoView({block: "center"});
}))
