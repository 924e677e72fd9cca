import { glossaryLimits } from '@vault/contracts';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { glossaryProposals } from './glossary-proposals.ts';
import type { GlossaryTerm } from './glossary-term.ts';

const vowels = ['a', 'e', 'i', 'o', 'u'];

/** A word of the sound of all others, with other vowels. */
function sounding(index: number): string {
  const digits = index.toString(5).padStart(6, '0');
  return `k${Array.from(digits, (digit) => vowels[Number(digit)]).join('t')}`;
}

const hostile = (count: number) => ({
  terms: Array.from({ length: count / 8 }, (_, index): GlossaryTerm => ({
    ...{ id: String(index), term: sounding(index * 7), wrongForms: [], isCaseSensitive: false },
  })),
  lines: Array.from({ length: count / 8 }, (_, line) => ({
    ...{ start: line, end: line + 1 },
    text: Array.from({ length: 8 }, (__, word) => sounding(5_000 + line * 8 + word)).join(' '),
  })),
});

it('twice the words and twice the terms of one sound take twice as long', () => {
  const ratio = doublingRatio(4 * glossaryLimits.terms, hostile, ({ terms, lines }) =>
    glossaryProposals(lines, terms, { language: 'en', isOrdinary: () => false }),
  );
  expect(ratio).toBeLessThan(linearRatio);
});

it('names the first line, however many lines there are', () => {
  const lines = Array.from({ length: 100_000 }, (_, start) => ({
    start,
    end: start + 1,
    text: 'So Pikachti',
  }));
  const terms = [{ id: 'p', term: 'Piketty', wrongForms: [], isCaseSensitive: false }];
  expect(glossaryProposals(lines, terms, { language: 'en', isOrdinary: () => false })).toEqual([
    { found: 'Pikachti', term: 'Piketty', lines: 100_000, example: lines[0] },
  ]);
});
