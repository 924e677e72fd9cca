import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { Stage } from './stage.ts';

/** A clean end. */
export function describeClosing(stage: Stage): void {
  describe('closing', () => {
    const { collect, publish } = stage;

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

    it('tells handlers to stop and charges them no attempt', async () => {
      const started = makeGate();
      const before = await collect({
        retry: { maxAttempts: 1, delay: () => 5 },
        handler: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reject(new Error('stopped'));
            });
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
      expect(await stage.bus.deadLetters({ group: stage.group })).toEqual([]);
    });

    it('closes twice, with its subscriptions, and refuses work afterwards', async () => {
      const { subscription } = await collect();
      const closing = stage.bus.close();
      await Promise.all([closing, stage.bus.close(), subscription.close()]);
      await expect(publish(makeMessage('a'))).rejects.toThrow('closed');
      await expect(collect()).rejects.toThrow('closed');
    });
  });
}
