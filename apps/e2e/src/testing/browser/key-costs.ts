import type { Locator, Page } from 'playwright-core';
import { isPainted } from './in-page.ts';

/**
 * The cost of each key typed into an empty field: CPU time of the page's main thread from the key press until the paint,
 * in ms. Thread time excludes other processes of a busy machine.
 */
export async function keyCosts(page: Page, field: Locator, text: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  await field.fill('');
  await page.evaluate(isPainted);
  const costs: number[] = [];
  let before = await spent();
  for (const key of text) {
    await page.keyboard.type(key);
    await page.evaluate(isPainted);
    const now = await spent();
    costs.push(now - before);
    before = now;
  }
  await session.detach();
  return costs;
}

/** The 95th percentile. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
}

/** The median, which ignores single disturbed rounds. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
