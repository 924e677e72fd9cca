import fc from 'fast-check';
import { SoundIndex, skeletonOf } from './sound-index.ts';

const anySounds = fc.string({
  unit: fc.constantFrom('p', 'b', 't', 's', 'k', 'l', 'r', 'n', 'a', 'e'),
  maxLength: 12,
});

describe(SoundIndex, () => {
  it('finds the same consonants, and those with one less or another one', () => {
    fc.assert(
      fc.property(fc.array(anySounds, { maxLength: 20 }), anySounds, fc.nat(20), (all, sounds, at) => {
        const index = new SoundIndex<string>();
        for (const each of all) index.add(each, each);
        const same = all.filter((each) => skeletonOf(each) === skeletonOf(sounds));
        expect(index.like(sounds, 0, 100)).toEqual(new Set(same));
        const shorter = sounds.slice(0, at) + sounds.slice(at + 1);
        index.add(sounds, 'whole');
        const [own, less] = [skeletonOf(sounds).length, skeletonOf(shorter).length];
        if (less >= 3 && less === own - 1) expect(index.like(shorter, 1, 100)).toContain('whole');
        expect(index.like(sounds, 2, 3).size).toBeLessThanOrEqual(3);
      }),
      { numRuns: 1_000 },
    );
  });
});
