import fc from 'fast-check';
import { assignPartitions } from './assign-partitions.ts';

const topics = ['a', 'b', 'c'];
const wish = fc.record({ memberId: fc.uuid(), topics: fc.subarray(topics) });

describe(assignPartitions, () => {
  it('gives each partition to one member that asked for its topic, in even shares', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(wish, { minLength: 1, maxLength: 6, selector: ({ memberId }) => memberId }),
        fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)),
        (wishes, counts) => {
          const partitions = new Map(topics.map((topic, i) => [topic, [...Array(counts[i]).keys()]]));
          const assigned = assignPartitions(wishes, partitions);
          expect([...assigned.keys()].sort()).toEqual(wishes.map(({ memberId }) => memberId).sort());
          for (const topic of topics) {
            const takers = wishes.filter((each) => each.topics.includes(topic));
            const shares = wishes.map(({ memberId }) => assigned.get(memberId)?.[topic] ?? []);
            const all = shares.flat().sort((a, b) => a - b);
            expect(all).toEqual(takers.length > 0 ? partitions.get(topic) : []);
            const sizes = takers.map(({ memberId }) => assigned.get(memberId)?.[topic]?.length ?? 0);
            if (sizes.length > 0) expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
