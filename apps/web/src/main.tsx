import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element to render into.');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The build has prerendered the public pages: they are hydrated, not rendered again.
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
