// A separate file: the content security policy forbids inline scripts. It sets the theme before the first paint.
/* global document, fetch, localStorage, location, MutationObserver, SwaggerUIBundle */
(function () {
  const root = document.documentElement;

  function storedTheme() {
    try {
      return localStorage.getItem('theme') === 'dark' ? 'dark' : 'light';
    } catch {
      // Storage may be disabled: use the default.
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
        // Without storage, the choice is lost with the page.
      }
      apply(other);
    };
  }

  /** Replaces links inside buttons, which the keyboard cannot reach, and hides the choice of the only server. */
  function replacements({ React }) {
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

  /** Adds the accessible names and dialog roles that Swagger UI lacks. */
  function fixAccessibility(main) {
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

  /** Escape closes the dialog, and the focus returns to the element that opened it. */
  function watch(main) {
    const dialog = () => main.querySelector('.modal-ux');
    let opener = null;
    let wasOpen = false;
    document.addEventListener('focusin', ({ target }) => {
      if (!dialog()?.contains(target)) opener = target;
    });
    new MutationObserver(() => {
      fixAccessibility(main);
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
      // Calls of this page go to its own origin, whatever server the document names.
      spec: { ...spec, servers: [{ url: `${location.origin}/api` }] },
      domNode: main,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      plugins: [replacements],
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
