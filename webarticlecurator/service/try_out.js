// Ask the request of a form, and show the answer below it.
for (const line of document.querySelectorAll("pre")) {
  line.textContent = line.textContent.replace("SERVICE", location.origin);
}
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll("input")) {
      if (field.dataset.in === "path") {
        path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
      } else if (field.value) {
        query.append(field.name, field.value);
      }
    }
    const body = form.querySelector("textarea");
    const answer = form.querySelector("pre");
    answer.hidden = false;
    answer.tabIndex = 0;
    try {
      const response = await fetch(query.size ? `${path}?${query}` : path, {
        method: form.dataset.method,
        headers: body ? { "Content-Type": "application/json" } : {},
        body: body ? body.value : undefined,
      });
      const text = await response.text();
      let shown = text;
      try {
        shown = JSON.stringify(JSON.parse(text), null, 1);
      } catch {
        shown = text;
      }
      answer.textContent = `${response.status} ${response.statusText}\n${shown}`;
    } catch (error) {
      answer.textContent = `The service does not answer: ${error.message}`;
    }
  });
}
