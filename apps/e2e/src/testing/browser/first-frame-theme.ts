import type { Browser } from 'playwright-core';
import type { Product } from '../product/product.ts';
import { until } from '../shared/until.ts';

/** The theme class of the first frame that has a body, before any module of the application has loaded. */
export async function firstFrameTheme(
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
