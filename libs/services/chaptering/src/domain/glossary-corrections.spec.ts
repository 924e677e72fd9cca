import { glossaryLimits } from '@vault/contracts';
import {
  correctionsIn,
  countCorrections,
  offersOf,
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
const undone = { from: 'piketty', to: 'Pikachti' };

describe(correctionsIn, () => {
  it.each([
    ['So Pikachti wrote', 'So Piketty wrote', [piketty]],
    ['Pikachti and pick Eddie.', 'Piketty and Piketty.', [piketty, { from: 'pick eddie', to: 'Piketty' }]],
    ['Pikachti, pick Eddie.', 'Piketty, Piketty.', []],
    ['an open a eye model', 'an OpenAI model', [{ from: 'open a eye', to: 'OpenAI' }]],
    ['open', 'Open!', []],
    ['it was said', 'it was', []],
    ['it was', 'it was said', []],
    ['one two three four five', 'six seven eight nine ten', []],
    ['node js', 'Node.js', []],
    [`x${'y'.repeat(90)} a`, 'b a', []],
  ])('of %j to %j are %j', (before, after, expected) => {
    expect(correctionsIn([change(before, after)])).toEqual(expected);
  });

  it('are found over the end of a line', () => {
    const lines = (...texts: string[]) => texts.map((text, start) => ({ start, end: start + 1, text }));
    expect(
      correctionsIn([{ before: lines('by pick', 'Eddie now'), after: lines('by Piketty', 'now') }]),
    ).toEqual([{ from: 'pick eddie', to: 'Piketty' }]);
  });
});

describe(countCorrections, () => {
  it('becomes an offer with the second change', () => {
    const once = count([piketty]);
    expect(once).toEqual([{ ...piketty, count: 1, lastAt: now }]);
    expect(offersOf(once, terms)).toEqual([]);
    const later = new Date('2026-11-29T01:00:00Z');
    const twice = count([piketty], { counted: once, at: later });
    expect(twice).toEqual([{ ...piketty, count: 2, lastAt: later }]);
    expect(offersOf(twice, terms)).toEqual([{ ...piketty, count: 2 }]);
  });

  it('counts each change of one edit', () => {
    expect(offersOf(count([piketty, piketty, piketty]), terms)).toEqual([{ ...piketty, count: 3 }]);
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
    const dismissed = withDismissed(twice, [{ from: 'Pikachti', to: 'Piketty' }]);
    expect(offersOf(count([piketty], { counted: dismissed }), terms)).toEqual([]);
    expect(offersOf(withDismissed(twice, [{ ...piketty, to: 'Pickett' }]), terms)).toHaveLength(1);
    const own = { id: 'p', term: 'Piketty', wrongForms: ['PIKACHTI'], isCaseSensitive: false };
    expect(offersOf(twice, [own])).toEqual([]);
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
