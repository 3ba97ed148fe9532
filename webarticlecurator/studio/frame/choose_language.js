(event) => {
    const kept = "path=/; max-age=31536000; samesite=strict";
    document.cookie = `COOKIE=${event.target.value}; ${kept}`;
    location.reload();
}
