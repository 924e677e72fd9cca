import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { until } from '@vault/base/testing';
import { fillDisk } from '../testing/full-disk.ts';
import { makeGate } from '../events/contract/gate.ts';
import { makeMessage } from '../events/contract/make-message.ts';
import { BusFixture } from '../events/contract/bus-fixture.ts';
import { PoisonMessageError } from '../events/event-errors.ts';
import { EmbeddedLog } from './embedded-log.ts';
import type { EmbeddedLogHarness } from './embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('an embedded log in operation', () => {
  const fixture = new BusFixture();
  const { collect, publish } = fixture;
  let harness: EmbeddedLogHarness;
  let now: number;
  beforeEach(() => {
    now = Date.now();
    const retentionOf = (topic: string) =>
      topic.startsWith('personal')
        ? { readFor: dayMs, atMost: dayMs }
        : { readFor: 7 * dayMs, atMost: 30 * dayMs };
    harness = openEmbeddedLog({ pollInterval: 10, clock: { now: () => now }, retentionOf });
    return fixture.open(harness);
  });
  afterEach(() => fixture.close());

  /** Runs SQL through a separate connection, like another process. */
  function runSql(sql: string): void {
    const database = new DatabaseSync(harness.file, { timeout: 5000 });
    database.exec(sql);
    database.close();
  }

  describe('with another process on the same file', () => {
    let other: EmbeddedLog;
    beforeEach(() => {
      other = new EmbeddedLog({ file: harness.file });
    });
    afterEach(() => other.close());

    it('receives what the other process publishes', async () => {
      const { data } = await collect();
      await other.publish(fixture.topic, [makeMessage('a', 1)]);
      await until(() => data().length === 1);
      expect(data()).toEqual([1]);
    });

    it('executes replays that the other process requests', async () => {
      let isFixed = false;
      const { data, settled } = await collect({
        handler: () => (isFixed ? Promise.resolve() : Promise.reject(new PoisonMessageError('no'))),
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await settled();
      isFixed = true;
      expect(await other.replayDeadLetters({ group: fixture.group })).toBe(2);
      await until(() => data().length === 2);
      await other.replay(fixture.group, fixture.topic, 1);
      await until(() => data().length === 3);
      expect(data()).toEqual([1, 2, 2]);
    });
  });

  it('skips messages when a group is moved ahead', async () => {
    const before = await collect();
    await before.subscription.close();
    await publish(makeMessage('a', 0), makeMessage('a', 1), makeMessage('a', 2));
    await fixture.bus.replay(fixture.group, fixture.topic, 2);
    const { data, settled } = await collect();
    await settled();
    expect(data()).toEqual([2]);
  });

  it('delivers a message that waits for a retry at once, as attempt 1, when the group is moved', async () => {
    const failed = makeGate();
    const { received, settled } = await collect({
      retry: { maxAttempts: 9, delay: () => 1e6 },
      handler: () => {
        if (failed.isOpen) return Promise.resolve();
        failed.open();
        return Promise.reject(new Error('no'));
      },
    });
    await publish(makeMessage('a', 1), makeMessage('a', 2));
    await failed.promise;
    // The handler has rejected; give the log time to store that.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await fixture.bus.replay(fixture.group, fixture.topic, 0);
    await settled();
    expect(received).toMatchObject([
      { attempt: 1, message: { data: 1 } },
      { attempt: 1, message: { data: 2 } },
    ]);
  });

  it('has made dead letters visible to other processes when the lag is 0', async () => {
    const { settled } = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
    for (let n = 1; n <= 20; n += 1) {
      await publish(makeMessage('a', n));
      await settled();
      const other = new EmbeddedLog({ file: harness.file });
      expect(await other.deadLetters({ group: fixture.group })).toHaveLength(n);
      await other.close();
    }
  });

  it('starts no second handler of a key when the group is moved while one runs', async () => {
    const gate = makeGate();
    const started = makeGate();
    let running = 0;
    let maxRunning = 0;
    const { data, settled } = await collect({
      handler: async () => {
        maxRunning = Math.max(maxRunning, ++running);
        started.open();
        await gate.promise;
        running -= 1;
      },
    });
    await publish(makeMessage('a', 1), makeMessage('a', 2));
    await started.promise;
    await fixture.bus.replay(fixture.group, fixture.topic, 0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    gate.open();
    await settled();
    expect(maxRunning).toBe(1);
    expect(data()).toEqual([1, 1, 2]);
  });

  it('is unavailable while the disk is full, and reports it once', async () => {
    const lines: string[] = [];
    const log = (_facts: object, text: string) => void lines.push(text);
    const bus = new EmbeddedLog({ file: harness.file, pollInterval: 5, logger: { warn: log, error: log } });
    await bus.subscribe({ group: 'other', topics: [fixture.topic], handler: () => Promise.resolve() });
    const makeRoom = fillDisk();
    try {
      await expect(bus.publish(fixture.topic, [makeMessage('a', 1)])).rejects.toThrow('cannot be written');
      await until(() => lines.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect([bus.isUnavailable, lines]).toEqual([true, ['The event log does not work.']]);
    } finally {
      makeRoom();
    }
    await until(() => !bus.isUnavailable);
    await bus.publish(fixture.topic, [makeMessage('a', 1)]);
    await until(() => lines.length > 1);
    expect(lines).toEqual(['The event log does not work.', 'The event log works again.']);
    await bus.close();
  });

  describe('retention', () => {
    const sweep = () => harness.bus.sweep();

    it('deletes old messages that every group has read, and keeps newer ones', async () => {
      const { settled } = await collect();
      await publish(makeMessage('a', 'old'));
      await settled();
      now += 8 * dayMs;
      await publish(makeMessage('a', 'young'));
      await settled();
      await sweep();
      const late = await collect({ group: 'late' });
      await late.settled();
      expect(late.data()).toEqual(['young']);
    });

    it('keeps old messages that a group has not read', async () => {
      const before = await collect();
      await before.subscription.close();
      await publish(makeMessage('a', 1));
      now += 8 * dayMs;
      await sweep();
      const { data, settled } = await collect();
      await settled();
      expect(data()).toEqual([1]);
    });

    it('deletes every message after the maximum age, and a group continues after the gap', async () => {
      const before = await collect();
      await before.subscription.close();
      await publish(...Array.from({ length: 2500 }, () => makeMessage('a', 'old')));
      now += 31 * dayMs;
      await sweep();
      await publish(makeMessage('a', 'young'));
      const { data, settled } = await collect();
      await settled();
      expect(data()).toEqual(['young']);
    });

    it('leaves no trace of expired messages and dead letters of a topic in its files', async () => {
      const traces = () =>
        ['', '-wal'].filter((end) => readFileSync(harness.file + end).includes('analytical engine'));
      const topics = ['personal.commands'];
      const text = (size: number) => 'analytical engine '.repeat(size);
      const dropAll = { handler: () => Promise.reject(new PoisonMessageError(text(1))), topics };
      const { settled } = await collect(dropAll);
      for (const size of [1, 500, 20])
        await fixture.bus.publish(topics[0]!, [makeMessage('a', text(size)), makeMessage('b', text(size))]);
      await settled();
      expect(await fixture.bus.deadLetters()).toHaveLength(6);
      expect(traces()).not.toEqual([]);
      now += dayMs + 1;
      await publish(makeMessage('a', 'of another topic'));
      await sweep();
      expect(traces()).toEqual([]);
      expect(await fixture.bus.deadLetters()).toEqual([]);
    });

    it('keeps messages that wait for a retry', async () => {
      let isFixed = false;
      const failed = makeGate();
      const { data, settled } = await collect({
        retry: { maxAttempts: 1000, delay: () => 5 },
        handler: ({ attempt }) => {
          if (attempt > 1) failed.open();
          return isFixed ? Promise.resolve() : Promise.reject(new Error('no'));
        },
      });
      await publish(makeMessage('a', 1));
      await failed.promise;
      now += 31 * dayMs;
      await sweep();
      isFixed = true;
      await settled();
      expect(data()).toEqual([1]);
    });
  });

  it('is unhealthy and starts no handlers while progress cannot be written, then recovers without help', async () => {
    const { data, subscription, settled } = await collect();
    runSql(`CREATE TRIGGER full BEFORE UPDATE ON positions BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await publish(makeMessage('a', 1));
    await until(() => !subscription.isHealthy);
    await publish(makeMessage('a', 2));
    expect(data()).toEqual([1]);
    runSql('DROP TRIGGER full');
    await settled();
    await until(() => subscription.isHealthy);
    expect(data()).toEqual([1, 2]);
  });

  it('rejects the publish call when messages cannot be written', async () => {
    const { data, settled } = await collect();
    runSql(`CREATE TRIGGER full BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await expect(publish(makeMessage('a', 1))).rejects.toMatchObject({ cause: { message: 'disk full' } });
    runSql('DROP TRIGGER full');
    await publish(makeMessage('a', 2));
    await settled();
    expect(data()).toEqual([2]);
  });

  it('wakes consumers of this process without polling', async () => {
    const log = openEmbeddedLog({ pollInterval: 1e9 });
    const arrived = makeGate();
    await log.bus.subscribe({
      group: 'group',
      topics: ['topic'],
      handler: () => {
        arrived.open();
        return Promise.resolve();
      },
    });
    await log.bus.publish('topic', [makeMessage('a')]);
    await arrived.promise;
    await log.dispose();
  });

  it('makes messages durable that were accepted before close', async () => {
    const accepted = publish(makeMessage('a', 1));
    await harness.restart();
    await accepted;
    const { data, settled } = await collect();
    await settled();
    expect(data()).toEqual([1]);
  });
});
