import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** What a first visit to a page costs on a slow line and a slow device. */
export interface FirstLoad {
  /** Scripts that were fetched before anybody touched anything, compressed with gzip. */
  readonly scriptBytes: number;
  /** When the largest thing in sight was painted. */
  readonly lcpMs: number;
  /** How much moved about while loading. */
  readonly cls: number;
}

/** A laboratory's idea of a phone on a train: 1.6 Mbit/s, 150 ms there and back, a quarter of this machine's speed. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowness = 4;

const observe = `
window.firstLoad = { lcpMs: 0, cls: 0 };
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.firstLoad.lcpMs = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.firstLoad.cls += shift.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Visits a page for the first time, with nothing in any cache, until nothing more is on its way. */
export async function measureFirstLoad(
  browser: Browser,
  product: Product,
  address: string,
): Promise<FirstLoad> {
  const context = await browser.newContext({
    baseURL: product.pageOrigin,
    viewport: { width: 1_440, height: 900 },
  });
  try {
    const page = await context.newPage();
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.addInitScript(observe);
    await page.goto(address, { waitUntil: 'networkidle', timeout: 180_000 });
    // The content policy forbids what the page itself would need to wait for it.
    await until('the largest paint', () => page.evaluate<boolean>('window.firstLoad.lcpMs > 0'));
    const seen = await page.evaluate<Omit<FirstLoad, 'scriptBytes'>>('window.firstLoad');
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    return { ...seen, scriptBytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) };
  } finally {
    await context.close();
  }
}
