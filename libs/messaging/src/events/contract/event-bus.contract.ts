import { describeClosing } from './closing.contract.ts';
import { describeDeadLetters } from './dead-letters.contract.ts';
import { describeDurability } from './durability.contract.ts';
import { describeGroups } from './groups.contract.ts';
import { describePublishing } from './publishing.contract.ts';
import { describeRetries } from './retries.contract.ts';
import { BusFixture, type EventBusHarness } from './bus-fixture.ts';
import { makeMessage } from './make-message.ts';

/** Starting a server may be slow. */
const limitMs = 60_000;

/** Tests that every adapter of the event bus must pass. `open` returns a new bus for each test. */
export function describeEventBus(name: string, open: () => Promise<EventBusHarness>): void {
  describe(`${name} as an event bus`, () => {
    const fixture = new BusFixture();
    beforeEach(async () => fixture.open(await open()), limitMs);
    afterEach(() => fixture.close(), limitMs);

    describePublishing(fixture);
    describeGroups(fixture);
    describeRetries(fixture);
    describeDeadLetters(fixture);
    describeDurability(fixture);
    describeClosing(fixture);
    describeLoad(fixture);
  });
}

/** Many messages at once. */
function describeLoad(fixture: BusFixture): void {
  const { collect, publish } = fixture;

  it('handles ten thousand messages with bounded concurrency, in order', async () => {
    const last = new Map<string, number>();
    let isInOrder = true;
    const { received, settled } = await collect({
      handler: ({ message: { subject, data } }) => {
        isInOrder &&= (last.get(subject) ?? -1) < Number(data);
        last.set(subject, Number(data));
        return Promise.resolve();
      },
    });
    for (let n = 0; n < 10_000; n += 500) {
      await publish(...Array.from({ length: 500 }, (_, i) => makeMessage(`key-${String(i % 100)}`, n + i)));
    }
    await settled();
    expect(received).toHaveLength(10_000);
    expect(isInOrder).toBe(true);
  }, 60_000);
}
