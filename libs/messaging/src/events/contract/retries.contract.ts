import { until } from '@vault/base/testing';
import { PoisonMessageError } from '../event-errors.ts';
import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';

/** Order per key, retries and poison messages. */
export function describeRetries(fixture: BusFixture): void {
  describe('order and retries', () => {
    const { collect, publish } = fixture;

    it('keeps the order of a key through retries while other keys go on', async () => {
      const isFixed = makeGate();
      const failed = makeGate();
      const { received, settled, data } = await collect({
        retry: { maxAttempts: 1000, delay: () => 5 },
        handler: async ({ message }) => {
          if (message.data !== 'a1') return;
          failed.open();
          if (!isFixed.isOpen) throw new Error('not yet');
          await isFixed.promise;
        },
      });
      await publish(
        makeMessage('a', 'a1'),
        makeMessage('a', 'a2'),
        makeMessage('b', 'b1'),
        makeMessage('a', 'a3'),
      );
      await failed.promise;
      await until(() => data().includes('b1'));
      expect(data()).toEqual(['b1']);
      isFixed.open();
      await settled();
      expect(data()).toEqual(['b1', 'a1', 'a2', 'a3']);
      expect(received[1]?.attempt).toBeGreaterThan(1);
      expect(received[2]?.attempt).toBe(1);
    });

    it('never runs two handlers of one key at once', async () => {
      const running = new Map<string, number>();
      let maxRunning = 0;
      const { settled, received } = await collect({
        concurrency: 16,
        handler: async ({ message: { subject } }) => {
          running.set(subject, (running.get(subject) ?? 0) + 1);
          maxRunning = Math.max(maxRunning, running.get(subject) ?? 0);
          await new Promise(setImmediate);
          running.set(subject, (running.get(subject) ?? 0) - 1);
        },
      });
      await publish(...Array.from({ length: 100 }, (_, n) => makeMessage(`key-${String(n % 4)}`, n)));
      await settled();
      expect(received).toHaveLength(100);
      expect(maxRunning).toBe(1);
    });

    it('never runs more handlers at once than `concurrency`', async () => {
      let running = 0;
      let maxRunning = 0;
      const { settled } = await collect({
        concurrency: 3,
        handler: async () => {
          maxRunning = Math.max(maxRunning, ++running);
          await new Promise((resolve) => setTimeout(resolve, 1));
          running -= 1;
        },
      });
      await publish(...Array.from({ length: 60 }, (_, n) => makeMessage(`key-${String(n)}`, n)));
      await settled();
      expect(maxRunning).toBeLessThanOrEqual(3);
    });

    it('gives up after the last attempt and goes on with the same key', async () => {
      const attempts: number[] = [];
      const { data, settled } = await collect({
        handler: ({ message, attempt }) => {
          if (message.data !== 'bad') return Promise.resolve();
          attempts.push(attempt);
          return Promise.reject(new TypeError('cannot'));
        },
      });
      const bad = makeMessage('a', 'bad');
      await publish(bad, makeMessage('a', 'good'));
      await settled();
      expect(attempts).toEqual([1, 2, 3, 4]);
      expect(data()).toEqual(['good']);
      const [letter, ...others] = await fixture.bus.deadLetters({ group: fixture.group });
      expect(others).toEqual([]);
      expect(letter).toMatchObject({
        group: fixture.group,
        topic: fixture.topic,
        key: 'a',
        attempts: 4,
        error: 'TypeError: cannot',
      });
      expect(letter?.offset).toEqual(expect.any(Number));
      expect(JSON.parse(letter?.raw ?? '')).toEqual(bad);
    });

    it('gives up a message whose handler hangs twice, and goes on with the same key', async () => {
      const aborted: number[] = [];
      const { data, settled } = await collect({
        handlerDeadlineMs: 50,
        handler: ({ message, attempt, signal }) => {
          if (message.data !== 'bad') return Promise.resolve();
          signal.addEventListener('abort', () => aborted.push(attempt));
          return new Promise(() => undefined);
        },
      });
      await publish(makeMessage('a', 'bad'), makeMessage('a', 'good'));
      await settled();
      expect(aborted).toEqual([1, 2]);
      expect(data()).toEqual(['good']);
      const letters = await fixture.bus.deadLetters({ group: fixture.group });
      const error = 'HandlerDeadlineError: The handler did not end within 50 ms.';
      expect(letters).toMatchObject([{ attempts: 2, error }]);
    });

    it('says which message it gives up, before the next one of the key', async () => {
      const told: unknown[] = [];
      const { settled } = await collect({
        handler: ({ message }) => {
          told.push(message.data);
          return message.data === 'bad' ? Promise.reject(new PoisonMessageError('no')) : Promise.resolve();
        },
        onGivenUp: (message) => {
          told.push(['given up', message.data]);
          return Promise.reject(new Error('cannot say'));
        },
      });
      await fixture.publishRaw(fixture.topic, 'a', '{"broken');
      await publish(makeMessage('a', 'bad'), makeMessage('a', 'good'));
      await settled();
      expect(told).toEqual(['bad', ['given up', 'bad'], 'good']);
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toHaveLength(2);
    });

    it('waits as long as the retry policy says', async () => {
      const attempts: number[] = [];
      const retry = { maxAttempts: 3, delay: (attempt: number) => attempts.push(attempt) };
      const { settled } = await collect({ retry, handler: () => Promise.reject(new Error('no')) });
      await publish(makeMessage('a'));
      await settled();
      expect(attempts).toEqual([1, 2]);
    });

    it('does not retry a poison message and continues with later ones', async () => {
      const { data, settled } = await collect({
        handler: ({ message }) =>
          message.data === 'poison' ? Promise.reject(new PoisonMessageError('version 9')) : Promise.resolve(),
      });
      await publish(makeMessage('a', 'poison'), makeMessage('a', 1), makeMessage('b', 2));
      await settled();
      expect(data().sort()).toEqual([1, 2]);
      const letters = await fixture.bus.deadLetters({ group: fixture.group });
      expect(letters).toMatchObject([{ attempts: 1, error: 'PoisonMessageError: version 9' }]);
    });

    it.each(['{"broken', 'null', '[]', '{"id":"1"}', ''])('treats %p as a poison message', async (raw) => {
      const { data, settled } = await collect();
      await fixture.publishRaw(fixture.topic, 'a', raw);
      await publish(makeMessage('a', 'behind'));
      await settled();
      expect(data()).toEqual(['behind']);
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toMatchObject([
        { key: 'a', raw, attempts: 1 },
      ]);
    });

    it('treats a handler that throws synchronously like one that rejects', async () => {
      const { settled } = await collect({
        handler: () => {
          throw new Error('thrown');
        },
      });
      await publish(makeMessage('a'));
      await settled();
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toMatchObject([{ attempts: 4 }]);
    });
  });
}
