// A file of its own, for the content policy allows no inline script. First the theme, before anything is painted.
/* global document, fetch, localStorage, location, SwaggerUIBundle */
(function () {
  const root = document.documentElement;

  function storedTheme() {
    try {
      return localStorage.getItem('theme') === 'dark' ? 'dark' : 'light';
    } catch {
      // Storage may be switched off: the default stays.
      return 'light';
    }
  }

  function apply(theme) {
    root.classList.remove('light', 'dark', 'dark-mode');
    // The reader of calls knows the second name.
    root.classList.add(theme, ...(theme === 'dark' ? ['dark-mode'] : []));
    root.style.colorScheme = theme;
    const button = document.getElementById('theme');
    if (!button) return;
    const other = theme === 'dark' ? 'light' : 'dark';
    button.textContent = other === 'dark' ? 'Dark' : 'Light';
    button.setAttribute('aria-label', `Switch to the ${other} theme`);
    button.onclick = () => {
      try {
        localStorage.setItem('theme', other);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
      apply(other);
    };
  }

  async function show() {
    apply(storedTheme());
    const main = document.getElementById('calls');
    const answer = await fetch('/api/openapi.json');
    if (!answer.ok) throw new Error(`openapi.json was answered ${answer.status}`);
    const spec = await answer.json();
    SwaggerUIBundle({
      // Whatever address the document names: from here, calls go here.
      spec: { ...spec, servers: [{ url: `${location.origin}/api` }] },
      domNode: main,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      validatorUrl: null,
    });
  }

  apply(storedTheme());
  document.addEventListener('DOMContentLoaded', () => {
    show().catch(() => {
      const main = document.getElementById('calls');
      main.textContent = 'The calls could not be read. Please reload the page.';
    });
  });
})();
