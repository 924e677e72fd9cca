import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';

/** Closing a bus and its subscriptions. */
export function describeClosing(fixture: BusFixture): void {
  describe('closing', () => {
    const { collect, publish } = fixture;

    it('waits for running handlers and commits what they finished', async () => {
      const started = makeGate();
      const gate = makeGate();
      const { subscription, data } = await collect({
        handler: () => {
          started.open();
          return gate.promise;
        },
      });
      await publish(makeMessage('a', 1));
      await started.promise;
      const closing = subscription.close();
      gate.open();
      await closing;
      expect(data()).toEqual([1]);
      expect(subscription.isHealthy).toBe(false);
      const after = await collect();
      await publish(makeMessage('a', 2));
      await after.settled();
      expect(after.data()).toEqual([2]);
    });

    it('aborts running handlers and counts no attempt for them', async () => {
      const started = makeGate();
      const before = await collect({
        retry: { maxAttempts: 1, delay: () => 5 },
        handler: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
            started.open();
          }),
      });
      expect(before.subscription.isHealthy).toBe(true);
      await publish(makeMessage('a', 1));
      await started.promise;
      await before.subscription.close();
      const after = await collect();
      await after.settled();
      expect(after.received).toMatchObject([{ attempt: 1, message: { data: 1 } }]);
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toEqual([]);
    });

    it('can be closed twice, closes its subscriptions, and rejects calls afterwards', async () => {
      const { subscription } = await collect();
      const closing = fixture.bus.close();
      await Promise.all([closing, fixture.bus.close(), subscription.close()]);
      await expect(publish(makeMessage('a'))).rejects.toThrow('closed');
      await expect(collect()).rejects.toThrow('closed');
    });
  });
}
