import { PoisonMessageError } from './event-errors.ts';
import { makeMessage } from './contract/make-message.ts';
import { until } from './contract/until.ts';
import type { EmbeddedLogHarness } from './embedded/embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded/embedded-log-harness.ts';
import { operate } from './operate.ts';

describe(operate, () => {
  let harness: EmbeddedLogHarness;
  let isMended = false;
  const handled: unknown[] = [];

  beforeEach(async () => {
    harness = openEmbeddedLog();
    isMended = false;
    handled.length = 0;
    const subscription = await harness.bus.subscribe({
      group: 'search',
      topics: ['upload.events'],
      handler: ({ message }) => {
        if (!isMended) throw new PoisonMessageError('no\nsuch\u001b[2J version');
        handled.push(message.data);
        return Promise.resolve();
      },
    });
    await harness.bus.publish('upload.events', [makeMessage('a', 'x'.repeat(1000)), makeMessage('b', 2)]);
    await until(async () => (await subscription.lag()) === 0);
  });

  afterEach(() => harness.dispose());

  it('lists dead letters in short lines that nothing in a message can forge', async () => {
    const lines = await operate(harness.bus, { do: 'list-dead-letters' });
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/search {2}upload\.events\/0@\d+ {2}key a {2}tries 1/);
    expect(lines[1]).toContain('PoisonMessageError: no such [2J version');
    expect(lines.every((line) => line.length < 250 && !/\p{Cc}/u.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('2 dead letters.');
  });

  it('lists and gives back only what the filter matches', async () => {
    expect(await operate(harness.bus, { do: 'list-dead-letters', group: 'other' })).toEqual([
      '0 dead letters.',
    ]);
    isMended = true;
    const [letter] = await harness.bus.deadLetters();
    const ids = [letter?.id ?? ''];
    expect(await operate(harness.bus, { do: 'replay-dead-letters', ids })).toEqual([
      '1 dead letter given back.',
    ]);
    await until(() => handled.length === 1);
    expect(await harness.bus.deadLetters()).toHaveLength(1);
  });

  it('lets a group read a topic again', async () => {
    isMended = true;
    const order = { do: 'replay', group: 'search', topic: 'upload.events', fromOffset: 0 } as const;
    expect(await operate(harness.bus, order)).toEqual([
      'The group search reads upload.events again from offset 0.',
    ]);
    await until(() => handled.length === 2);
  });
});
