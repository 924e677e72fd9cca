import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import type { Product } from '../product/product.ts';
import { until } from '../shared/until.ts';

/** Measurements of a first visit on a slow network and a slow device. */
export interface FirstLoad {
  /** Size of the scripts loaded without user input, compressed with gzip. */
  readonly scriptBytes: number;
  /** Largest contentful paint. */
  readonly lcpMs: number;
  /** Cumulative layout shift while loading. */
  readonly cls: number;
}

/** The slow 4G profile: 1.6 Mbit/s, 150 ms round trip; the processor is slowed down by 4. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const cpuSlowdown = 4;

const observe = `
window.firstLoad = { lcpMs: 0, cls: 0 };
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.firstLoad.lcpMs = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.firstLoad.cls += shift.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Visits a page with empty caches until the network is idle. */
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
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(observe);
    await page.goto(address, { waitUntil: 'networkidle', timeout: 180_000 });
    // The content security policy forbids waitForFunction.
    await until('the largest paint', () => page.evaluate<boolean>('window.firstLoad.lcpMs > 0'));
    const seen = await page.evaluate<Omit<FirstLoad, 'scriptBytes'>>('window.firstLoad');
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    return { ...seen, scriptBytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) };
  } finally {
    await context.close();
  }
}
