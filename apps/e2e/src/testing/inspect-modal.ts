import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { WatchedPage } from './browser.ts';

/**
 * Looks at a page under a modal, as `WatchedPage.inspect` does without one: in both themes and sizes. The toggle is out
 * of reach there, so the theme comes as from another tab.
 */
export async function inspectModal(watched: WatchedPage, name: string): Promise<void> {
  const { page } = watched;
  const faults: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`localStorage.setItem('theme', '${theme}');
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));`);
    for (const [width, height] of [
      [1_440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await watched.photograph(`${name}-${theme}-${String(width)}`);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical')
          faults.push(`${theme} ${String(width)} ${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`);
    }
  }
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.evaluate(`localStorage.setItem('theme', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));`);
  assert.deepEqual(faults, []);
}
