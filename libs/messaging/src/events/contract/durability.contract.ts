import { until } from '@vault/base/testing';
import { PoisonMessageError } from '../event-errors.ts';
import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';

/** Restarts and killed processes. */
export function describeDurability(fixture: BusFixture): void {
  describe('durability', () => {
    const { collect, publish } = fixture;

    it('keeps messages and progress over a restart', async () => {
      const before = await collect();
      await publish(makeMessage('a', 1));
      await before.settled();
      await before.subscription.close();
      await publish(makeMessage('a', 2));
      await fixture.restart();
      const after = await collect();
      await after.settled();
      expect(after.data()).toEqual([2]);
    });

    it('keeps dead letters over a restart', async () => {
      const { settled } = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
      await publish(makeMessage('a', 1));
      await settled();
      await fixture.restart();
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toHaveLength(1);
    });

    it('delivers again what was running when the process was killed, in order', async () => {
      const started = makeGate();
      await collect({
        handler: () => {
          started.open();
          return new Promise(() => undefined);
        },
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await started.promise;
      await fixture.crash();
      const after = await collect();
      await after.settled();
      expect(after.data()).toEqual([1, 2]);
    });

    it('keeps the order of a key whose message waited for a retry when the process was killed', async () => {
      const failed = makeGate();
      const before = await collect({
        retry: { maxAttempts: 9, delay: () => 50 },
        handler: ({ message }) => {
          if (message.data !== 1) return Promise.resolve();
          failed.open();
          return Promise.reject(new Error('no'));
        },
      });
      await publish(makeMessage('a', 1), makeMessage('b', 'b'), makeMessage('a', 2));
      await failed.promise;
      await until(() => before.data().includes('b'));
      await fixture.crash();
      const after = await collect();
      await after.settled();
      expect(after.data().filter((data) => data !== 'b')).toEqual([1, 2]);
    });
  });
}
