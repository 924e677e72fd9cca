import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { StoredObject } from './media-store.ts';
import { putOnce } from './put-once.ts';

/** Objects of which each call takes place at some time between its begin and its end. */
class SlowObjects {
  readonly objects = new Map<string, { content: string; modifiedAt: number }>();
  private readonly ticks: () => number;
  private now = 0;

  constructor(ticks: () => number) {
    this.ticks = ticks;
  }

  async put(key: string, content: unknown): Promise<void> {
    await this.at(() => this.objects.set(key, { content: String(content), modifiedAt: (this.now += 1) }));
  }

  async head(key: string): Promise<{ bytes: number } | undefined> {
    return await this.at(() => (this.objects.has(key) ? { bytes: 1 } : undefined));
  }

  async list(prefix: string): Promise<StoredObject[]> {
    return await this.at(() =>
      [...this.objects]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { modifiedAt }]) => ({ key, bytes: 1, modifiedAt })),
    );
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.at(() => {
      for (const key of keys) this.objects.delete(key);
    });
  }

  private async at<T>(work: () => T): Promise<T> {
    for (let left = this.ticks(); left > 0; left -= 1) await tick();
    const result = work();
    for (let left = this.ticks(); left > 0; left -= 1) await tick();
    return result;
  }
}

test('of those who store an object at the same time exactly one does, in any order of their calls', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }),
      fc.array(fc.nat(6), { minLength: 5, maxLength: 40 }),
      async (count, ticks) => {
        let next = 0;
        const store = new SlowObjects(() => ticks[(next += 1) % ticks.length] ?? 0);
        const stored = await Promise.all(
          Array.from({ length: count }, (_, at) => putOnce(store, 'a', Buffer.from(String(at)))),
        );
        expect(stored.filter(Boolean)).toHaveLength(1);
        expect([...store.objects]).toMatchObject([['a', { content: String(stored.indexOf(true)) }]]);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('a store that does not list what it has stored is refused', async () => {
  const store = new SlowObjects(() => 0);
  store.list = () => Promise.resolve([]);
  await expect(putOnce(store, 'a', Buffer.from('1'))).rejects.toMatchObject({ problem: 'forbidden' });
});
