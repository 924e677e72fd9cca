import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { landingStrings } from './features/landing/landing.strings.ts';
import { strings } from './strings/shared.strings.ts';

export { addresses } from './app/addresses.ts';
export { publicPages } from './app/public-pages.ts';

/** Title and description of the document that serves every address that has no document. */
export const fallbackPage = { title: strings.brand, description: landingStrings.description };

/** A lazily loaded page is complete at the second or third attempt. */
const maxAttempts = 20;
const isWaiting = (markup: string) => markup.includes('<!--$!-->') || markup.includes('<!--$?-->');

/**
 * The markup of a page as a visitor first sees it: nobody is signed in, the theme is the light one. Called by the
 * build, never in a browser.
 * @throws when a part of the page is still loading after {@link maxAttempts} attempts
 */
export async function prerender(address: string): Promise<string> {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const markup = renderToString(<App Router={Router} />);
    if (!isWaiting(markup)) return markup;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${address} still has a part that has not loaded.`);
}
