// A page that says why there is nothing else, inside a page of another site: that page need not show it.
const type = 'unavailable';
// To any page, because nothing in the message is secret.
if (window.parent !== window) window.parent.postMessage({ source: 'webinar-vault', type }, '*');
