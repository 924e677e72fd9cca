import type { Page } from 'playwright-core';

/** Records the addresses under `path` that a page requests from now on. */
export function callsOf(page: Page, path = '/api/'): () => readonly string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(path)) urls.push(request.url());
  });
  return () => urls;
}

/** Holds the next request to an address until it is released. */
export async function hold(page: Page, address: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const request = page.waitForRequest(address);
  await page.route(
    address,
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return {
    request: () => request,
    release: () => release(),
  };
}
