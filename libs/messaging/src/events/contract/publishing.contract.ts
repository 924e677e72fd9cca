import type { Delivery } from '../event-bus.ts';
import { InvalidMessageError, MessageTooLargeError } from '../event-errors.ts';
import { maxMessageBytes } from '../message-codec.ts';
import { makeGate } from './gate.ts';
import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';
import { newGroup } from './bus-fixture.ts';

/** Guarantees to a publisher. */
export function describePublishing(fixture: BusFixture): void {
  describe('publishing', () => {
    const { collect, publish } = fixture;

    it('delivers the message as it was published', async () => {
      const { received, settled } = await collect();
      const message = {
        ...makeMessage('a', { deep: [1, 'ü', null] }),
        deadline: '2030-01-01T00:00:00.000Z',
      };
      await publish(message);
      await settled();
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({ message, topic: fixture.topic, attempt: 1 });
    });

    it('carries data as JSON does', async () => {
      const { data, settled } = await collect();
      const at = new Date(0);
      await publish(makeMessage('a', { at, gone: undefined, list: [undefined], not: NaN }));
      await settled();
      expect(data()).toEqual([{ at: at.toISOString(), list: [null], not: null }]);
    });

    it('shares no reference with the publisher or between groups', async () => {
      const mutate = ({ message }: Delivery) => {
        (message.data as { n: number }).n += 1;
        return Promise.resolve();
      };
      const first = await collect({ handler: mutate });
      const second = await collect({ handler: mutate, group: newGroup() });
      const payload = { n: 1 };
      const done = publish(makeMessage('a', payload));
      payload.n = 100;
      await done;
      await Promise.all([first.settled(), second.settled()]);
      expect([...first.data(), ...second.data()]).toEqual([{ n: 2 }, { n: 2 }]);
      expect(payload.n).toBe(100);
    });

    it('runs no handler in the stack of the publisher', async () => {
      let isPublishing = false;
      const states: boolean[] = [];
      const { settled } = await collect({ handler: () => Promise.resolve(void states.push(isPublishing)) });
      isPublishing = true;
      const done = publish(makeMessage('a'));
      isPublishing = false;
      await done;
      await settled();
      expect(states).toEqual([false]);
    });

    it('does not let a failing or slow handler affect the publisher', async () => {
      const gate = makeGate();
      await collect({ handler: () => gate.promise });
      const failing = await collect({ handler: () => Promise.reject(new Error('no')), group: newGroup() });
      await publish(makeMessage('a'), makeMessage('b'));
      await publish(makeMessage('a'));
      await failing.settled();
      gate.open();
    });

    it.each([
      ['no subject', { ...makeMessage('a'), subject: '' }],
      ['no id', { ...makeMessage('a'), id: undefined as unknown as string }],
      ['a bigint', makeMessage('a', 1n)],
    ])('refuses a message with %s, and its whole batch', async (_, broken) => {
      const { received, settled } = await collect();
      await expect(publish(makeMessage('a'), broken)).rejects.toThrow(InvalidMessageError);
      await publish(makeMessage('z'));
      await settled();
      expect(received.map(({ message }) => message.subject)).toEqual(['z']);
    });

    it('refuses a message that is too large and delivers the largest allowed', async () => {
      const { received, settled } = await collect();
      const room = maxMessageBytes - JSON.stringify(makeMessage('a', '')).length;
      await expect(publish(makeMessage('a', 'x'.repeat(room + 1)))).rejects.toThrow(MessageTooLargeError);
      await publish(makeMessage('a', 'x'.repeat(room)));
      await settled();
      expect(received).toHaveLength(1);
    });

    it('refuses names that a broker would not accept', async () => {
      await expect(fixture.bus.publish('no/topic', [makeMessage('a')])).rejects.toThrow(InvalidMessageError);
      await expect(collect({ group: '' })).rejects.toThrow(InvalidMessageError);
    });
  });
}
