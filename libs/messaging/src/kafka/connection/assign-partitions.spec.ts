import fc from 'fast-check';
import { assignPartitions } from './assign-partitions.ts';

const topics = ['a', 'b', 'c'];
const subscription = fc.record({ memberId: fc.uuid(), topics: fc.subarray(topics) });

describe(assignPartitions, () => {
  it('assigns each partition to one member that subscribes to its topic, in even shares', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(subscription, { minLength: 1, maxLength: 6, selector: ({ memberId }) => memberId }),
        fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)),
        (subscriptions, counts) => {
          const partitions = new Map(topics.map((topic, i) => [topic, [...Array(counts[i]).keys()]]));
          const assigned = assignPartitions(subscriptions, partitions);
          expect([...assigned.keys()].sort()).toEqual(subscriptions.map(({ memberId }) => memberId).sort());
          for (const topic of topics) {
            const candidates = subscriptions.filter((each) => each.topics.includes(topic));
            const shares = subscriptions.map(({ memberId }) => assigned.get(memberId)?.[topic] ?? []);
            const all = shares.flat().sort((a, b) => a - b);
            expect(all).toEqual(candidates.length > 0 ? partitions.get(topic) : []);
            const sizes = candidates.map(({ memberId }) => assigned.get(memberId)?.[topic]?.length ?? 0);
            if (sizes.length > 0) expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
