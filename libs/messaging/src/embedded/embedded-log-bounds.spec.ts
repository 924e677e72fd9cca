import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@vault/base/testing';
import { makeGate } from '../events/contract/gate.ts';
import { makeMessage } from '../events/contract/make-message.ts';
import { BusFixture } from '../events/contract/bus-fixture.ts';
import type { EmbeddedLogHarness } from './embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

const smallLimits = { window: 8, windowBytes: 10_000, perKey: 4, deferred: 20 };

describe('the limits of an embedded log', () => {
  const fixture = new BusFixture();
  const { collect, publish } = fixture;
  let harness: EmbeddedLogHarness;
  beforeEach(() => {
    harness = openEmbeddedLog({ limits: smallLimits });
    return fixture.open(harness);
  });
  afterEach(() => fixture.close());

  const many = (subject: string, count: number) =>
    Array.from({ length: count }, (_, n) => makeMessage(subject, `${subject}${String(n)}`));
  const names = (subject: string, count: number) => many(subject, count).map(({ data }) => data);

  function countDeferred(): number {
    const database = new DatabaseSync(harness.file, { timeout: 5000 });
    const row = database.prepare('SELECT COUNT(*) AS count FROM deferred').get();
    database.close();
    return Number(row?.count);
  }

  it('handles other keys while a slow key has more messages than fit in memory', async () => {
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

  it('handles other keys while a failing key has more messages than fit in memory', async () => {
    let isFixed = false;
    const { data, settled } = await collect({
      retry: { maxAttempts: 1000, delay: () => 5 },
      handler: ({ message }) =>
        message.subject === 'bad' && !isFixed ? Promise.reject(new Error('no')) : Promise.resolve(),
    });
    await publish(...many('bad', 19), ...many('good', 30));
    await until(() => data().length === 30);
    expect(data()).toEqual(names('good', 30));
    isFixed = true;
    await settled();
    expect(data().slice(30)).toEqual(names('bad', 19));
  });

  it('stops reading when too many messages wait, and continues when they are handled', async () => {
    const gate = makeGate();
    const { data, settled } = await collect({ concurrency: 2, handler: () => gate.promise });
    await publish(...many('a', 200), ...many('b', 200));
    await until(() => countDeferred() >= smallLimits.deferred);
    await sleep(30);
    expect(countDeferred()).toBeLessThanOrEqual(smallLimits.deferred + smallLimits.window);
    gate.open();
    await settled();
    expect(data().filter((name) => String(name).startsWith('a'))).toEqual(names('a', 200));
    expect(data().filter((name) => String(name).startsWith('b'))).toEqual(names('b', 200));
  });

  it('repeats a bounded number of messages after a crash, even if one was slow for long', async () => {
    const { data } = await collect({
      handler: ({ message }) =>
        message.subject === 'slow' ? new Promise(() => undefined) : Promise.resolve(),
    });
    await publish(...many('slow', 1), ...many('quick', 100));
    await until(() => data().length === 100);
    await sleep(30);
    await fixture.crash();
    const after = await collect();
    await after.settled();
    expect(after.data()).toContain('slow0');
    expect(after.data().length).toBeLessThanOrEqual(1 + 2 * smallLimits.window);
  });

  it('delivers messages that are larger than the read-ahead limit', async () => {
    const { received, settled } = await collect();
    await publish(
      ...Array.from({ length: 20 }, (_, n) => makeMessage(`k${String(n % 3)}`, 'x'.repeat(20_000))),
    );
    await settled();
    expect(received).toHaveLength(20);
  });

  it('closes in bounded time although a handler hangs, and ignores the result of that handler', async () => {
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
