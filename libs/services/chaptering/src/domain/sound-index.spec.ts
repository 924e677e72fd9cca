import fc from 'fast-check';
import { SoundIndex } from './sound-index.ts';
import { soundsLike, type Sound } from './word-sounds.ts';

const anySound = fc.record<Sound>({
  letters: fc.constant(''),
  codes: fc.array(
    fc.array(fc.constantFrom('K', 'T', 'S'), { maxLength: 6 }).map((sounds) => sounds.join('')),
    { minLength: 1, maxLength: 2 },
  ),
});

describe(SoundIndex, () => {
  it('finds those that sound alike', () => {
    fc.assert(
      fc.property(fc.array(anySound, { maxLength: 20 }), anySound, (sounds, sound) => {
        const index = new SoundIndex<Sound>();
        for (const each of sounds) index.add(each, each);
        const like = sounds.filter((each) => soundsLike(sound, each));
        expect(index.like(sound, 100)).toEqual(new Set(like));
        expect(index.like(sound, 3).size).toBe(Math.min(3, like.length));
      }),
      { numRuns: 1_000 },
    );
  });
});
