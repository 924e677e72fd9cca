import { PoisonMessageError } from '../event-errors.ts';
import type { Message } from '../message.ts';
import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { Stage } from './stage.ts';
import { newGroup } from './stage.ts';
import { until } from './until.ts';

/** What an operator can do. */
export function describeDeadLetters(stage: Stage): void {
  describe('dead letters and replay', () => {
    const { collect, publish } = stage;

    it('pages and filters dead letters, oldest first', async () => {
      const options = { handler: () => Promise.reject(new PoisonMessageError('no')), concurrency: 1 };
      const mine = await collect(options);
      const others = await collect({ ...options, group: newGroup() });
      await publish(...Array.from({ length: 5 }, (_, n) => makeMessage('a', n)));
      await Promise.all([mine.settled(), others.settled()]);
      const first = await stage.bus.deadLetters({ group: stage.group, topic: stage.topic }, { limit: 2 });
      const rest = await stage.bus.deadLetters(
        { group: stage.group, topic: stage.topic },
        { after: first[1]?.id },
      );
      const data = [...first, ...rest].map(({ raw }) => (JSON.parse(raw) as Message).data);
      expect(data).toEqual([0, 1, 2, 3, 4]);
      expect(first).toHaveLength(2);
      expect(await stage.bus.countDeadLetters({ group: stage.group })).toBe(5);
      expect(await stage.bus.countDeadLetters({ group: stage.group, topic: 'other' })).toBe(0);
      expect(await stage.bus.deadLetters({ group: stage.group, topic: 'other' })).toEqual([]);
      const ids = [first[1]?.id ?? ''];
      expect(await stage.bus.deadLetters({ ids })).toEqual([first[1]]);
    });

    it('tells a member of each message it gives up, an unreadable one included', async () => {
      const given: string[] = [];
      const { settled } = await collect({
        handler: ({ message }) =>
          message.data === 1 ? Promise.reject(new PoisonMessageError('no')) : Promise.resolve(),
        onDeadLetter: (topic) => given.push(topic),
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await stage.publishRaw(stage.topic, 'b', 'no message');
      await settled();
      expect(given).toEqual([stage.topic, stage.topic]);
    });

    it('gives dead letters back to their group alone', async () => {
      let isMended = false;
      const mended = await collect({
        handler: () => (isMended ? Promise.resolve() : Promise.reject(new PoisonMessageError('no'))),
      });
      const other = await collect({ group: newGroup() });
      await publish(makeMessage('a', 1), makeMessage('b', 2));
      await Promise.all([mended.settled(), other.settled()]);
      isMended = true;
      const [letter] = await stage.bus.deadLetters({ group: stage.group });
      expect(await stage.bus.replayDeadLetters({ ids: [letter?.id ?? ''] })).toBe(1);
      expect(await stage.bus.replayDeadLetters({ group: stage.group })).toBe(1);
      await until(() => mended.received.length === 2);
      await Promise.all([mended.settled(), other.settled()]);
      expect(mended.received.every(({ attempt }) => attempt === 1)).toBe(true);
      expect(mended.data().sort()).toEqual([1, 2]);
      expect(other.received).toHaveLength(2);
      expect(await stage.bus.deadLetters({ group: stage.group })).toEqual([]);
      expect(await stage.bus.countDeadLetters({ group: stage.group })).toBe(0);
    });

    it('gives dead letters back to a group that is away', async () => {
      const before = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
      await publish(makeMessage('a', 1));
      await before.settled();
      await before.subscription.close();
      expect(await stage.bus.replayDeadLetters({ group: stage.group, topic: stage.topic })).toBe(1);
      const after = await collect();
      await after.settled();
      expect(after.data()).toEqual([1]);
    });

    it('counts what a group has to do, in all its topics or in one', async () => {
      const other = await stage.createTopic();
      const gate = makeGate();
      const { subscription, settled } = await collect({
        topics: [stage.topic, other],
        handler: () => gate.promise,
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await stage.bus.publish(other, [makeMessage('a', 3)]);
      await until(async () => (await subscription.lag()) === 3);
      expect([await subscription.lag(stage.topic), await subscription.lag(other)]).toEqual([2, 1]);
      gate.open();
      await settled();
      expect([await subscription.lag(stage.topic), await subscription.lag(other)]).toEqual([0, 0]);
    });

    it('reads a topic again from its beginning', async () => {
      const { data, settled, subscription } = await collect();
      const other = await collect({ group: newGroup() });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await settled();
      await stage.bus.replay(stage.group, stage.topic, 0);
      await until(async () => data().length >= 4 && (await subscription.lag()) === 0);
      await other.settled();
      expect(data()).toEqual([1, 2, 1, 2]);
      expect(other.data()).toEqual([1, 2]);
    });
  });
}
