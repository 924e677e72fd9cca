import type { Page } from 'playwright-core';

/** The addresses under `path` that a page asks for from now on. */
export function callsOf(page: Page, path = '/api/'): () => readonly string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(path)) urls.push(request.url());
  });
  return () => urls;
}

/** Keeps the next request to an address waiting until it is let go. */
export async function hold(page: Page, address: string) {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const request = page.waitForRequest(address);
  await page.route(
    address,
    async (route) => {
      await gate;
      await route.continue();
    },
    { times: 1 },
  );
  return { request: () => request, letGo };
}
