((id, label) => getElement(id).editorPromise.then((editor) => {
    editor.contentDOM.setAttribute('aria-label', label);
    editor.contentDOM.setAttribute('tabindex', '0');
    if (Quasar.Dark.isActive) getElement(id).setTheme('githubDark');
}))
