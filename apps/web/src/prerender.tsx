import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { landingStrings } from './features/landing/landing.strings.ts';
import { strings } from './strings.ts';

export { publicPages } from './app/public-pages.ts';

/** What the document says of itself that serves every address without one of its own. */
export const front = { title: strings.brand, description: landingStrings.description };

/** A page in a chunk of its own is there at the second look or the third. */
const mostLooks = 20;
const isWaiting = (markup: string) => markup.includes('<!--$!-->') || markup.includes('<!--$?-->');

/**
 * The markup of a page as a visitor first sees it: nobody is signed in, the theme is the light one. Run by the build,
 * never in a browser.
 * @throws when the page does not come to rest
 */
export async function prerender(address: string): Promise<string> {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  for (let look = 0; look < mostLooks; look += 1) {
    const markup = renderToString(<App Router={Router} />);
    if (!isWaiting(markup)) return markup;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${address} is still waiting for a part of itself.`);
}
