// Runs before the first paint. A separate file, because the content policy allows no inline script.
/* global document, localStorage, location */
(function () {
  var theme = 'light';
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark';
  } catch {
    // Storage may be switched off: the default theme is used.
  }
  // The admin area is always dark.
  if (/^\/admin(\/|$)/.test(location.pathname)) theme = 'dark';
  var root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.style.colorScheme = theme;
  // The browser's own interface gets the same colour.
  var frame = document.querySelector('meta[name="theme-color"]');
  if (frame && theme === 'dark') frame.setAttribute('content', '#0e1218');
})();
