import { glossaryLimits, wordingOf } from '@vault/contracts';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import {
  correctionsIn,
  countCorrections,
  offersOf,
  refusedAmong,
  withDismissed,
  type Correction,
  type CountedCorrection,
} from './glossary-corrections.ts';
import type { GlossaryTerm } from './glossary-term.ts';

const change = (before: string, after: string) => ({
  before: [{ start: 1, end: 4, text: before }],
  after: [{ start: 1, end: 4, text: after }],
});
const now = new Date('2026-11-28T01:00:00Z');
const terms: GlossaryTerm[] = [
  { id: 'k', term: 'Kubernetes', wrongForms: ['cuban eddies'], isCaseSensitive: false },
];
const count = (
  corrections: readonly Correction[],
  { counted = [], at = now }: { counted?: CountedCorrection[]; at?: Date } = {},
) => countCorrections(counted, corrections, { terms, now: at });
const piketty = { from: 'pikachti', to: 'Piketty' };
const named = { ...piketty, isName: true };
const reprise = { from: 'reprice', to: 'reprise' };
const dictionary = new Set(['help', 'he', 'they', 'this', 'that', 'reprise', 'docker']);
const offers = (counted: readonly CountedCorrection[], own = terms) =>
  offersOf(counted, own, (word) => dictionary.has(word));
const undone = { from: 'piketty', to: 'Pikachti' };

describe(correctionsIn, () => {
  it.each([
    ['So Pikachti wrote', 'So Piketty wrote', [named]],
    [
      'Pikachti and pick Eddie.',
      'Piketty and Piketty.',
      [piketty, { from: 'pick eddie', to: 'Piketty', isName: true }],
    ],
    ['Well. Pikachti wrote', 'Well. Piketty wrote', [piketty]],
    ['So that is it', 'So I am it', [{ from: 'that is', to: 'I am' }]],
    ['Thomas pick Eddie', 'Thomas picketty', [{ from: 'pick eddie', to: 'picketty' }]],
    ['dock her is', 'Docker Hub is', [{ from: 'dock her', to: 'Docker Hub', isName: true }]],
    ['Pikachti, pick Eddie.', 'Piketty, Piketty.', []],
    ['an open a eye model', 'an OpenAI model', [{ from: 'open a eye', to: 'OpenAI', isName: true }]],
    ['open', 'Open!', []],
    ['it was said', 'it was', []],
    ['it was', 'it was said', []],
    ['one two three four five', 'six seven eight nine ten', []],
    ['node js', 'Node.js', []],
    [`x${'y'.repeat(90)} a`, 'b a', []],
  ])('of %j to %j are %j', (before, after, expected) => {
    expect(correctionsIn({ changes: [change(before, after)], terms })).toEqual(expected);
  });

  it('are found over the end of a line', () => {
    const lines = (...texts: string[]) => texts.map((text, start) => ({ start, end: start + 1, text }));
    expect(
      correctionsIn({
        changes: [{ before: lines('by pick', 'Eddie now'), after: lines('by Piketty', 'now') }],
        terms,
      }),
    ).toEqual([{ from: 'pick eddie', to: 'Piketty', isName: true }]);
  });

  it('are none where the glossary replaces words, or an undo brings them back', () => {
    const mensah = { id: 'm', term: 'Kwame Mensah', wrongForms: ['guamay mensah'], isCaseSensitive: false };
    const [before, after] = ['So Guamay Mensah asked', 'So Kwame Mensah asked'];
    const found = (one: string, other: string) =>
      correctionsIn({ changes: [change(one, other)], terms: [mensah] });
    expect([found(before, after), found(after, before)]).toEqual([[], []]);
    expect(found('So Guamay asked', 'So Kwame asked')).toHaveLength(1);
  });
});

describe(countCorrections, () => {
  it('becomes an offer with the second change, and with the first one to a name', () => {
    const once = count([reprise]);
    expect(once).toEqual([{ ...reprise, count: 1, lastAt: now }]);
    expect(offers(once)).toEqual([]);
    const later = new Date('2026-11-29T01:00:00Z');
    const twice = count([reprise], { counted: once, at: later });
    expect(twice).toEqual([{ ...reprise, count: 2, lastAt: later }]);
    expect(offers(twice)).toEqual([{ ...reprise, count: 2 }]);
    expect(offers(count([piketty]))).toEqual([{ ...piketty, count: 1 }]);
  });

  it.each([
    ['a name that is also a word, within a sentence', { from: 'dokka', to: 'Docker', isName: true }, 1],
    ['it at the begin of a sentence', { from: 'dokka', to: 'Docker' }, 0],
    ['an ordinary word that became a name, about which the person is asked', { ...piketty, from: 'help' }, 1],
    ['a short one', { ...piketty, from: 'he', isName: true }, 0],
    ['a term that is no name to the eye', { from: 'gear', to: 'kubernetes' }, 1],
    ['another word', { from: 'this', to: 'that' }, 0],
  ])('of %s, once', (_, correction, expected) => expect(offers(count([correction]))).toHaveLength(expected));

  it('offers no ordinary word that became another one, however often', () => {
    expect(
      offers(
        count([
          { from: 'this', to: 'thus' },
          { from: 'this', to: 'thus' },
        ]),
      ),
    ).toEqual([]);
  });

  it('knows a name from within a sentence also at the begin of one', () => {
    const docker = { from: 'dokka', to: 'Docker' };
    expect(count([{ ...docker, isName: true }, docker])).toMatchObject([{ isName: true, count: 2 }]);
  });

  it('counts each change of one edit', () => {
    expect(offers(count([piketty, piketty, piketty]))).toEqual([{ ...piketty, count: 3 }]);
  });

  it('takes the count back with an undo', () => {
    expect(count([piketty, piketty, undone])).toEqual([{ ...piketty, count: 1, lastAt: now }]);
    expect(count([piketty, undone])).toEqual([]);
  });

  it('ignores changes of the glossary, and their undo', () => {
    expect(
      count([
        { from: 'cuban eddies', to: 'Kubernetes' },
        { from: 'kubernetes', to: 'cuban eddies' },
      ]),
    ).toEqual([]);
  });

  it('offers neither what was dismissed nor what has become a wrong form', () => {
    const twice = count([piketty, piketty]);
    const dismissed = withDismissed(twice, [{ from: 'Pikachti', to: 'Piketty' }], now);
    expect(offers(count([piketty], { counted: dismissed }))).toEqual([]);
    expect(offers(withDismissed(twice, [{ ...piketty, to: 'Pickett' }], now))).toHaveLength(1);
    const own = { id: 'p', term: 'Piketty', wrongForms: ['PIKACHTI'], isCaseSensitive: false };
    expect(offers(twice, [own])).toEqual([]);
  });

  it('remembers what was refused without being made, however much is corrected later', () => {
    const refused = withDismissed([], [{ from: 'Pikachti', to: 'Piketty' }], now);
    const more = Array.from({ length: 500 }, (_, index) => ({ from: `w${String(index)}`, to: 'X' }));
    const isRefused = refusedAmong(count(more, { counted: refused }));
    expect([isRefused(piketty), isRefused({ ...piketty, to: 'Pickett' })]).toEqual([true, false]);
  });

  it('keeps the newest', () => {
    const many = Array.from({ length: glossaryLimits.corrections + 5 }, (_, index) => ({
      from: `w${String(index)}`,
      to: 'X',
    }));
    const newest = count(many);
    expect(newest).toHaveLength(glossaryLimits.corrections);
    expect(newest[0]).toMatchObject({ from: 'w204' });
    expect(newest.at(-1)).toMatchObject({ from: 'w5' });
  });
});

/** Looks through the whole list for each correction. */
function simpleCount(corrections: readonly Correction[]): CountedCorrection[] {
  let result: CountedCorrection[] = [];
  for (const { from, to } of corrections) {
    const target = wordingOf(to).folded;
    const undone = result.find((each) => each.from === target && wordingOf(each.to).folded === from);
    const same = undone ?? result.find((each) => each.from === from && each.to === to);
    const rest = result.filter((each) => each !== same);
    if (undone) result = undone.count > 1 ? [{ ...undone, count: undone.count - 1 }, ...rest] : rest;
    else result = [{ from, to, count: (same?.count ?? 0) + 1, lastAt: now }, ...rest];
  }
  return result;
}

describe('any corrections', () => {
  const words = fc.constantFrom('a', 'A', 'b', 'B', 'c', 'a b', 'A B');
  const anyCorrection = fc.record({ from: words.map((text) => wordingOf(text).folded), to: words });

  it('are counted as with a look at each earlier one, also in several edits', () => {
    fc.assert(
      fc.property(fc.array(anyCorrection, { maxLength: 30 }), fc.nat({ max: 30 }), (all, at) => {
        const corrections = all.filter(({ from, to }) => wordingOf(to).folded !== from);
        const counted = count(corrections.slice(0, at));
        expect(count(corrections.slice(at), { counted })).toEqual(simpleCount(corrections));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['are different', (index: number) => ({ from: `w${String(index)}`, to: 'X' })],
    ['take each other back', (index: number) => [piketty, undone][index % 2] as Correction],
  ])('take twice as long for twice as many that %s', (_, correctionAt) => {
    const prepare = (size: number) => Array.from({ length: size }, (__, index) => correctionAt(index));
    expect(doublingRatio(16_000, prepare, (some) => count(some))).toBeLessThan(linearRatio);
  });
});
