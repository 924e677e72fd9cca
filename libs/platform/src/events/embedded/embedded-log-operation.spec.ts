import { DatabaseSync } from 'node:sqlite';
import { makeGate } from '../contract/gate.ts';
import { makeMessage } from '../contract/make-message.ts';
import { Stage } from '../contract/stage.ts';
import { until } from '../contract/until.ts';
import { PoisonMessageError } from '../event-errors.ts';
import { EmbeddedLog } from './embedded-log.ts';
import type { EmbeddedLogHarness } from './embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('an embedded log in operation', () => {
  const stage = new Stage();
  const { collect, publish } = stage;
  let harness: EmbeddedLogHarness;
  let now: number;
  beforeEach(() => {
    now = Date.now();
    harness = openEmbeddedLog({ pollInterval: 10, clock: { now: () => now } });
    return stage.open(harness);
  });
  afterEach(() => stage.close());

  /** Runs SQL as another process would. */
  function meddle(sql: string): void {
    const database = new DatabaseSync(harness.file, { timeout: 5000 });
    database.exec(sql);
    database.close();
  }

  describe('beside another process', () => {
    let other: EmbeddedLog;
    beforeEach(() => {
      other = new EmbeddedLog({ file: harness.file });
    });
    afterEach(() => other.close());

    it('sees what the other publishes', async () => {
      const { data } = await collect();
      await other.publish(stage.topic, [makeMessage('a', 1)]);
      await until(() => data().length === 1);
      expect(data()).toEqual([1]);
    });

    it('obeys its orders to replay', async () => {
      let isMended = false;
      const { data, settled } = await collect({
        handler: () => (isMended ? Promise.resolve() : Promise.reject(new PoisonMessageError('no'))),
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await settled();
      isMended = true;
      expect(await other.replayDeadLetters({ group: stage.group })).toBe(2);
      await until(() => data().length === 2);
      await other.replay(stage.group, stage.topic, 1);
      await until(() => data().length === 3);
      expect(data()).toEqual([1, 2, 2]);
    });
  });

  it('skips messages when a group is moved ahead', async () => {
    const before = await collect();
    await before.subscription.close();
    await publish(makeMessage('a', 0), makeMessage('a', 1), makeMessage('a', 2));
    await stage.bus.replay(stage.group, stage.topic, 2);
    const { data, settled } = await collect();
    await settled();
    expect(data()).toEqual([2]);
  });

  it('reads what waits for a retry at once, and as if for the first time, when the group is moved', async () => {
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
    // The handler has rejected; let the log take note of that.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await stage.bus.replay(stage.group, stage.topic, 0);
    await settled();
    expect(received).toMatchObject([
      { attempt: 1, message: { data: 1 } },
      { attempt: 1, message: { data: 2 } },
    ]);
  });

  it('has dead letters ready for other processes when nothing is left to do', async () => {
    const { settled } = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
    for (let n = 1; n <= 20; n += 1) {
      await publish(makeMessage('a', n));
      await settled();
      const other = new EmbeddedLog({ file: harness.file });
      expect(await other.deadLetters({ group: stage.group })).toHaveLength(n);
      await other.close();
    }
  });

  it('starts no second handler of a key when the group is moved while one runs', async () => {
    const gate = makeGate();
    const started = makeGate();
    let running = 0;
    let most = 0;
    const { data, settled } = await collect({
      handler: async () => {
        most = Math.max(most, ++running);
        started.open();
        await gate.promise;
        running -= 1;
      },
    });
    await publish(makeMessage('a', 1), makeMessage('a', 2));
    await started.promise;
    await stage.bus.replay(stage.group, stage.topic, 0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    gate.open();
    await settled();
    expect(most).toBe(1);
    expect(data()).toEqual([1, 1, 2]);
  });

  describe('retention', () => {
    const sweep = () => harness.bus.sweep();

    it('deletes old messages that every group has read, and keeps young ones', async () => {
      const { settled } = await collect();
      await publish(makeMessage('a', 'old'));
      await settled();
      now += 8 * DAY;
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
      now += 8 * DAY;
      await sweep();
      const { data, settled } = await collect();
      await settled();
      expect(data()).toEqual([1]);
    });

    it('deletes everything in the end, and a group goes on behind the gap', async () => {
      const before = await collect();
      await before.subscription.close();
      await publish(...Array.from({ length: 2500 }, () => makeMessage('a', 'old')));
      now += 31 * DAY;
      await sweep();
      await publish(makeMessage('a', 'young'));
      const { data, settled } = await collect();
      await settled();
      expect(data()).toEqual(['young']);
    });

    it('keeps what waits for a retry', async () => {
      let isMended = false;
      const failed = makeGate();
      const { data, settled } = await collect({
        retry: { maxAttempts: 1000, delay: () => 5 },
        handler: ({ attempt }) => {
          if (attempt > 1) failed.open();
          return isMended ? Promise.resolve() : Promise.reject(new Error('no'));
        },
      });
      await publish(makeMessage('a', 1));
      await failed.promise;
      now += 31 * DAY;
      await sweep();
      isMended = true;
      await settled();
      expect(data()).toEqual([1]);
    });
  });

  it('says so when progress cannot be written, starts no more, and recovers by itself', async () => {
    const { data, subscription, settled } = await collect();
    meddle(`CREATE TRIGGER full BEFORE UPDATE ON positions BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await publish(makeMessage('a', 1));
    await until(() => !subscription.isHealthy);
    await publish(makeMessage('a', 2));
    expect(data()).toEqual([1]);
    meddle('DROP TRIGGER full');
    await settled();
    await until(() => subscription.isHealthy);
    expect(data()).toEqual([1, 2]);
  });

  it('tells the publisher when messages cannot be written', async () => {
    const { data, settled } = await collect();
    meddle(`CREATE TRIGGER full BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await expect(publish(makeMessage('a', 1))).rejects.toMatchObject({ cause: { message: 'disk full' } });
    meddle('DROP TRIGGER full');
    await publish(makeMessage('a', 2));
    await settled();
    expect(data()).toEqual([2]);
  });

  it('wakes consumers of this process without looking for changes', async () => {
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

  it('makes durable what was accepted before close', async () => {
    const accepted = publish(makeMessage('a', 1));
    await harness.restart();
    await accepted;
    const { data, settled } = await collect();
    await settled();
    expect(data()).toEqual([1]);
  });
});
