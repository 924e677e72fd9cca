import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';
import { newGroup } from './bus-fixture.ts';

/** How messages are distributed to groups and their members. */
export function describeGroups(fixture: BusFixture): void {
  describe('groups', () => {
    const { collect, publish } = fixture;

    it('gives every message to each group', async () => {
      const first = await collect();
      const second = await collect({ group: newGroup() });
      await publish(makeMessage('a', 1), makeMessage('a', 2));
      await Promise.all([first.settled(), second.settled()]);
      expect(first.data()).toEqual([1, 2]);
      expect(second.data()).toEqual([1, 2]);
    });

    it('shares messages between the members of a group', async () => {
      const first = await collect();
      const second = await collect();
      const messages = Array.from({ length: 200 }, (_, n) => makeMessage(`key-${String(n % 20)}`, n));
      await publish(...messages);
      await first.settled();
      await second.settled();
      const all = [...first.data(), ...second.data()].map(Number).sort((a, b) => a - b);
      expect(all).toEqual(messages.map(({ data }) => data));
    });

    it('delivers the remaining messages to the other members when one leaves', async () => {
      const first = await collect();
      const second = await collect();
      await publish(...Array.from({ length: 50 }, (_, n) => makeMessage(`key-${String(n % 5)}`, n)));
      await first.subscription.close();
      await publish(...Array.from({ length: 50 }, (_, n) => makeMessage(`key-${String(n % 5)}`, 50 + n)));
      await second.settled();
      const all = new Set([...first.data(), ...second.data()]);
      expect(all.size).toBe(100);
    });

    it('begins a new group at the earliest message, or at the latest', async () => {
      await publish(makeMessage('a', 'before'));
      const earliest = await collect();
      const latest = await collect({ group: newGroup(), from: 'latest' });
      await publish(makeMessage('a', 'after'));
      await Promise.all([earliest.settled(), latest.settled()]);
      expect(earliest.data()).toEqual(['before', 'after']);
      expect(latest.data()).toEqual(['after']);
    });

    it('begins a known group where it stopped, whatever `from` says', async () => {
      const before = await collect();
      await publish(makeMessage('a', 1));
      await before.settled();
      await before.subscription.close();
      await publish(makeMessage('a', 2));
      const after = await collect({ from: 'latest' });
      await after.settled();
      expect(after.data()).toEqual([2]);
    });

    it('reads several topics', async () => {
      const other = await fixture.createTopic();
      const { received, settled } = await collect({ topics: [fixture.topic, other] });
      await publish(makeMessage('a'));
      await fixture.bus.publish(other, [makeMessage('a')]);
      await settled();
      expect(received.map((delivery) => delivery.topic).sort()).toEqual([fixture.topic, other].sort());
    });
  });
}
