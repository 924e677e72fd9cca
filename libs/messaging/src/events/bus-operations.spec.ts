import { until } from '@vault/base/testing';
import { PoisonMessageError } from './event-errors.ts';
import { makeMessage } from './contract/make-message.ts';
import type { EmbeddedLogHarness } from '../embedded/embedded-log-harness.ts';
import { openEmbeddedLog } from '../embedded/embedded-log-harness.ts';
import { runBusOperation } from './bus-operations.ts';

describe(runBusOperation, () => {
  let harness: EmbeddedLogHarness;
  let isFixed = false;
  const handled: unknown[] = [];

  beforeEach(async () => {
    harness = openEmbeddedLog();
    isFixed = false;
    handled.length = 0;
    const subscription = await harness.bus.subscribe({
      group: 'search',
      topics: ['upload.events'],
      handler: ({ message }) => {
        if (!isFixed) throw new PoisonMessageError('no\nsuch\u001b[2J version');
        handled.push(message.data);
        return Promise.resolve();
      },
    });
    await harness.bus.publish('upload.events', [makeMessage('a', 'x'.repeat(1000)), makeMessage('b', 2)]);
    await until(async () => (await subscription.lag()) === 0);
  });

  afterEach(() => harness.dispose());

  it('lists dead letters in short lines without control characters', async () => {
    const lines = await runBusOperation(harness.bus, { do: 'list-dead-letters' });
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/search {2}upload\.events\/0@\d+ {2}key a {2}attempts 1/);
    expect(lines[1]).toContain('PoisonMessageError: no such [2J version');
    expect(lines.every((line) => line.length < 250 && !/\p{Cc}/u.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('2 dead letters.');
  });

  it('lists and replays only dead letters that match the filter', async () => {
    expect(await runBusOperation(harness.bus, { do: 'list-dead-letters', group: 'other' })).toEqual([
      '0 dead letters.',
    ]);
    isFixed = true;
    const [letter] = await harness.bus.deadLetters();
    const ids = [letter?.id ?? ''];
    expect(await runBusOperation(harness.bus, { do: 'replay-dead-letters', ids })).toEqual([
      '1 dead letter replayed.',
    ]);
    await until(() => handled.length === 1);
    expect(await harness.bus.deadLetters()).toHaveLength(1);
  });

  it('moves a group to an earlier offset', async () => {
    isFixed = true;
    const operation = { do: 'replay', group: 'search', topic: 'upload.events', fromOffset: 0 } as const;
    expect(await runBusOperation(harness.bus, operation)).toEqual([
      'The group search reads upload.events from offset 0.',
    ]);
    await until(() => handled.length === 2);
  });
});
