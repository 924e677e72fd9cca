import type { Browser } from 'playwright-core';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** The theme of the first frame that has a body, while every module of the application is still on its way. */
export async function firstClass(
  browser: Browser,
  { pageOrigin }: Pick<Product, 'pageOrigin'>,
  stored: string | undefined,
): Promise<string> {
  const context = await browser.newContext({ baseURL: pageOrigin });
  const fresh = await context.newPage();
  await fresh.addInitScript(`(() => {
    const stored = ${JSON.stringify(stored ?? null)};
    if (stored) localStorage.setItem('theme', stored);
    const look = () => {
      if (document.body) window.firstFrame = document.documentElement.className;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  await fresh.route('**/assets/*.js', () => undefined);
  await fresh.goto('/login', { waitUntil: 'commit' });
  const found = await until('the first frame', () => fresh.evaluate<string | undefined>('window.firstFrame'));
  await context.close();
  return found;
}
