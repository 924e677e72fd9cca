import fc from 'fast-check';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { distances, weightOfSounds } from './sound-distance.ts';
import { fromArpabet, readLetters, spellOut } from './sounds-of-letters.ts';

describe(readLetters, () => {
  it.each([
    ['en', 'kestrova', 'kestravA'],
    ['en', 'chrome', 'krOm'],
    ['en', 'nation', 'n@SAn'],
    ['de', 'schleiermacher', 'SlYermahA'],
    ['pl', 'wojciech', 'vOysIC'],
    ['ru', 'анна', 'ана'],
  ])('reads %s %s', (language, word, sounds) => expect(readLetters(word, language)).toBe(sounds));

  it('reads any word in a time that its length determines', () => {
    const ratio = doublingRatio(
      20_000,
      (count) => 'schteigh'.repeat(count / 8),
      (word) => readLetters(word, 'en'),
    );
    expect(ratio).toBeLessThan(linearRatio);
  });
});

it('reads ARPAbet, and letters one by one', () => {
  expect([fromArpabet('K AE1 T'), spellOut('SQL')]).toEqual(['k@t', 'eskyUel']);
});

describe(distances, () => {
  const anySounds = fc.string({
    unit: fc.constantFrom('p', 't', 's', 'z', 'k', 'N', 'r', 'l', 'A', 'e', 'h', 'w'),
    maxLength: 10,
  });

  it('is nothing for the same sounds, as much in both directions, and divided over the words', () => {
    fc.assert(
      fc.property(anySounds, anySounds, fc.nat(10), (one, other, end) => {
        const sum = (costs: readonly number[]) => costs.reduce((all, each) => all + each, 0);
        const whole = sum(distances(one, other, [one.length]));
        expect(sum(distances(one, one, [one.length]))).toBe(0);
        expect(sum(distances(other, one, [other.length]))).toBeCloseTo(whole);
        expect(sum(distances(one, other, [Math.min(end, one.length), one.length]))).toBeCloseTo(whole);
        expect(whole).toBeLessThanOrEqual(weightOfSounds(one + other) + 1e-9);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes near sounds for little', () => {
    const cost = (one: string, other: string) => distances(one, other, [one.length])[0] ?? 0;
    expect(cost('bat', 'pat')).toBeLessThan(cost('bat', 'sat'));
    expect(cost('bat', 'bet')).toBeLessThan(cost('bat', 'bas'));
  });
});
