// A file of its own, for the content policy allows no inline script. First the theme, before anything is painted.
/* global document, fetch, localStorage, location, MutationObserver, SwaggerUIBundle */
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
    root.classList.remove('light', 'dark');
    root.classList.add(theme);
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

  /** Links inside buttons cannot be reached by keys, and there is one server: this one. */
  function ourParts({ React }) {
    return {
      components: {
        DeepLink: ({ text }) => React.createElement('span', null, text),
        ServersContainer: () => null,
      },
    };
  }

  function setOnce(element, name, value) {
    if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  /** Gives names to what the reader leaves without one, and the dialog the keys of a dialog. */
  function mend(main) {
    for (const select of main.querySelectorAll('tr[data-param-name] select'))
      setOnce(select, 'aria-label', select.closest('tr').dataset.paramName);
    const dialog = main.querySelector('.modal-ux');
    if (!dialog) return;
    setOnce(dialog, 'role', 'dialog');
    setOnce(dialog, 'aria-modal', 'true');
    setOnce(dialog, 'aria-label', dialog.querySelector('h3')?.textContent ?? '');
    setOnce(dialog.querySelector('.close-modal'), 'aria-label', 'Close');
    for (const button of dialog.querySelectorAll('.modal-btn[aria-label]'))
      button.removeAttribute('aria-label');
  }

  /** Escape closes the dialog, and what opened it has the keyboard again. */
  function watch(main) {
    const dialog = () => main.querySelector('.modal-ux');
    let opener = null;
    let wasOpen = false;
    document.addEventListener('focusin', ({ target }) => {
      if (!dialog()?.contains(target)) opener = target;
    });
    new MutationObserver(() => {
      mend(main);
      const isOpen = dialog() !== null;
      if (wasOpen && !isOpen) opener?.focus();
      wasOpen = isOpen;
    }).observe(main, { childList: true, subtree: true });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') main.querySelector('.close-modal')?.click();
    });
  }

  async function show() {
    apply(storedTheme());
    const main = document.getElementById('calls');
    const answer = await fetch('/api/openapi.json');
    if (!answer.ok) throw new Error(`openapi.json was answered ${answer.status}`);
    const spec = await answer.json();
    watch(main);
    SwaggerUIBundle({
      // Whatever address the document names: from here, calls go here.
      spec: { ...spec, servers: [{ url: `${location.origin}/api` }] },
      domNode: main,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      plugins: [ourParts],
      syntaxHighlight: { activated: false },
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
