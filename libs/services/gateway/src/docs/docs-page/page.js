// A separate file: the content security policy forbids inline scripts.
/* global document, fetch, localStorage, location, SwaggerUIBundle */
(async function () {
  try {
    document.documentElement.classList.toggle('dark-mode', localStorage.getItem('theme') === 'dark');
  } catch {
    // Storage may be disabled: the page is light.
  }
  const answer = await fetch('/api/openapi.json');
  const spec = await answer.json();
  // Calls of this page go to its own origin, whatever server the document names.
  const servers = [{ url: `${location.origin}/api` }];
  SwaggerUIBundle({ spec: { ...spec, servers }, dom_id: '#calls', deepLinking: true, validatorUrl: null });
})();
