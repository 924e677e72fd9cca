import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeGate } from '../contract/gate.ts';
import { makeMessage } from '../contract/make-message.ts';
import { Stage } from '../contract/stage.ts';
import { until } from '../contract/until.ts';
import type { EmbeddedLogHarness } from './embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

const LIMITS = { window: 8, windowBytes: 10_000, perKey: 4, deferred: 20 };

describe('the bounds of an embedded log', () => {
  const stage = new Stage();
  const { collect, publish } = stage;
  let harness: EmbeddedLogHarness;
  beforeEach(() => {
    harness = openEmbeddedLog({ limits: LIMITS });
    return stage.open(harness);
  });
  afterEach(() => stage.close());

  const many = (subject: string, count: number) =>
    Array.from({ length: count }, (_, n) => makeMessage(subject, `${subject}${String(n)}`));
  const names = (subject: string, count: number) => many(subject, count).map(({ data }) => data);

  function countDeferred(): number {
    const database = new DatabaseSync(harness.file, { timeout: 5000 });
    const row = database.prepare('SELECT COUNT(*) AS count FROM deferred').get();
    database.close();
    return Number(row?.count);
  }

  it('lets other keys pass a slow key with more messages than fit in memory', async () => {
    const gate = makeGate();
    const { data, settled } = await collect({
      handler: ({ message }) => (message.subject === 'slow' ? gate.promise : Promise.resolve()),
    });
    await publish(...many('slow', 15), ...many('quick', 3));
    await until(() => data().length === 3);
    expect(data()).toEqual(names('quick', 3));
    gate.open();
    await settled();
    expect(data().slice(3)).toEqual(names('slow', 15));
  });

  it('lets other keys pass a failing key with more messages than fit in memory', async () => {
    let isMended = false;
    const { data, settled } = await collect({
      retry: { maxAttempts: 1000, delay: () => 5 },
      handler: ({ message }) =>
        message.subject === 'bad' && !isMended ? Promise.reject(new Error('no')) : Promise.resolve(),
    });
    await publish(...many('bad', 19), ...many('good', 30));
    await until(() => data().length === 30);
    expect(data()).toEqual(names('good', 30));
    isMended = true;
    await settled();
    expect(data().slice(30)).toEqual(names('bad', 19));
  });

  it('reads no further when too much waits, and goes on when it is dealt with', async () => {
    const gate = makeGate();
    const { data, settled } = await collect({ concurrency: 2, handler: () => gate.promise });
    await publish(...many('a', 200), ...many('b', 200));
    await until(() => countDeferred() >= LIMITS.deferred);
    await sleep(30);
    expect(countDeferred()).toBeLessThanOrEqual(LIMITS.deferred + LIMITS.window);
    gate.open();
    await settled();
    expect(data().filter((name) => String(name).startsWith('a'))).toEqual(names('a', 200));
    expect(data().filter((name) => String(name).startsWith('b'))).toEqual(names('b', 200));
  });

  it('repeats a bounded number of messages after a crash, however long one was slow', async () => {
    const { data } = await collect({
      handler: ({ message }) =>
        message.subject === 'slow' ? new Promise(() => undefined) : Promise.resolve(),
    });
    await publish(...many('slow', 1), ...many('quick', 100));
    await until(() => data().length === 100);
    await sleep(30);
    await stage.crash();
    const after = await collect();
    await after.settled();
    expect(after.data()).toContain('slow0');
    expect(after.data().length).toBeLessThanOrEqual(1 + 2 * LIMITS.window);
  });

  it('passes messages that are larger than what it reads ahead', async () => {
    const { received, settled } = await collect();
    await publish(
      ...Array.from({ length: 20 }, (_, n) => makeMessage(`k${String(n % 3)}`, 'x'.repeat(20_000))),
    );
    await settled();
    expect(received).toHaveLength(20);
  });

  it('closes in bounded time although a handler hangs, and lets nothing of it come after', async () => {
    const gate = makeGate();
    const started = makeGate();
    const before = await collect({
      handler: () => {
        started.open();
        return gate.promise;
      },
    });
    await publish(makeMessage('a', 1));
    await started.promise;
    await before.subscription.close();
    const after = await collect();
    await after.settled();
    gate.open();
    await until(() => before.received.length === 1);
    expect(after.data()).toEqual([1]);
    expect(await after.subscription.lag()).toBe(0);
  });
});
