import { makeMessage } from './make-message.ts';
import type { BusFixture } from './bus-fixture.ts';

/** Many messages at once. */
export function describeLoad(fixture: BusFixture): void {
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
