import { until } from '@vault/base/testing';
import { PoisonMessageError } from '../event-errors.ts';
import type { Delivery } from '../event-bus.ts';
import type { Message } from '../message.ts';
import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';
import { newGroup } from './bus-fixture.ts';

/** The functions for operators. */
export function describeDeadLetters(fixture: BusFixture): void {
  describe('dead letters and replay', () => {
    const { collect, publish } = fixture;

    it('pages and filters dead letters, oldest first', async () => {
      const options = { handler: () => Promise.reject(new PoisonMessageError('no')), concurrency: 1 };
      const mine = await collect(options);
      const others = await collect({ ...options, group: newGroup() });
      await publish(...Array.from({ length: 5 }, (_, n) => makeMessage('a', n)));
      await Promise.all([mine.settled(), others.settled()]);
      const first = await fixture.bus.deadLetters(
        { group: fixture.group, topic: fixture.topic },
        { limit: 2 },
      );
      const rest = await fixture.bus.deadLetters(
        { group: fixture.group, topic: fixture.topic },
        { after: first[1]?.id },
      );
      const data = [...first, ...rest].map(({ raw }) => (JSON.parse(raw) as Message).data);
      expect(data).toEqual([0, 1, 2, 3, 4]);
      expect(first).toHaveLength(2);
      expect(await fixture.bus.deadLetters({ group: fixture.group, topic: 'other' })).toEqual([]);
      const ids = [first[1]?.id ?? ''];
      expect(await fixture.bus.deadLetters({ ids })).toEqual([first[1]]);
    });

    it('keeps no dead letters of a group that belongs to one process', async () => {
      const handler = ({ message }: Delivery) =>
        message.data === 1 ? Promise.reject(new PoisonMessageError('no')) : Promise.resolve();
      const { data, settled } = await collect({ handler, perProcessPrefix: fixture.group });
      await fixture.publishRaw(fixture.topic, 'a', '{"broken');
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await settled();
      expect(data()).toEqual([2]);
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toEqual([]);
    });

    it('notifies a member of each dead letter, including an unreadable message', async () => {
      const topics: string[] = [];
      const { settled } = await collect({
        handler: ({ message }) =>
          message.data === 1 ? Promise.reject(new PoisonMessageError('no')) : Promise.resolve(),
        onDeadLetter: (topic) => topics.push(topic),
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await fixture.publishRaw(fixture.topic, 'b', 'no message');
      await settled();
      expect(topics).toEqual([fixture.topic, fixture.topic]);
    });

    it('replays dead letters to their group only', async () => {
      let isFixed = false;
      const failing = await collect({
        handler: () => (isFixed ? Promise.resolve() : Promise.reject(new PoisonMessageError('no'))),
      });
      const other = await collect({ group: newGroup() });
      await publish(makeMessage('a', 1), makeMessage('b', 2));
      await Promise.all([failing.settled(), other.settled()]);
      isFixed = true;
      const [letter] = await fixture.bus.deadLetters({ group: fixture.group });
      expect(await fixture.bus.replayDeadLetters({ ids: [letter?.id ?? ''] })).toBe(1);
      expect(await fixture.bus.replayDeadLetters({ group: fixture.group })).toBe(1);
      await until(() => failing.received.length === 2);
      await Promise.all([failing.settled(), other.settled()]);
      expect(failing.received.every(({ attempt }) => attempt === 1)).toBe(true);
      expect(failing.data().sort()).toEqual([1, 2]);
      expect(other.received).toHaveLength(2);
      expect(await fixture.bus.deadLetters({ group: fixture.group })).toEqual([]);
    });

    it('replays dead letters to a group that has no member', async () => {
      const before = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
      await publish(makeMessage('a', 1));
      await before.settled();
      await before.subscription.close();
      expect(await fixture.bus.replayDeadLetters({ group: fixture.group, topic: fixture.topic })).toBe(1);
      const after = await collect();
      await after.settled();
      expect(after.data()).toEqual([1]);
    });

    it('reports the lag of a group, in all its topics or in one', async () => {
      const other = await fixture.createTopic();
      const gate = makeGate();
      const { subscription, settled } = await collect({
        topics: [fixture.topic, other],
        handler: () => gate.promise,
      });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await fixture.bus.publish(other, [makeMessage('a', 3)]);
      await until(async () => (await subscription.lag()) === 3);
      expect([await subscription.lag(fixture.topic), await subscription.lag(other)]).toEqual([2, 1]);
      gate.open();
      await settled();
      expect([await subscription.lag(fixture.topic), await subscription.lag(other)]).toEqual([0, 0]);
    });

    it('reads a topic again from its beginning', async () => {
      const { data, settled, subscription } = await collect();
      const other = await collect({ group: newGroup() });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await settled();
      await fixture.bus.replay(fixture.group, fixture.topic, 0);
      await until(async () => data().length >= 4 && (await subscription.lag()) === 0);
      await other.settled();
      expect(data()).toEqual([1, 2, 1, 2]);
      expect(other.data()).toEqual([1, 2]);
    });
  });
}
