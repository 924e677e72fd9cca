import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element to draw into.');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The build has drawn the public pages already: they only come to life.
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
