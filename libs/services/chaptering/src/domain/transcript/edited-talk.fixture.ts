import type { TranscriptChange } from '@vault/contracts';
import fc from 'fast-check';
import type { Cue } from '../chapters/chapter.ts';

const words = ['tea', 'Water', 'and', "don't", 'Größe', 'leaf', '42', 'cuban', 'eddies', 'the'];
const ends = ['', '.', ',', '!', '…'];

/** A line in which some words are said. */
const text: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...ends)), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.map(([word, end]) => `${word}${end}`).join(' '));

/** Recognised lines: some overlap the next one, and some have no words. */
export const talks: fc.Arbitrary<Cue[]> = fc
  .array(
    fc.record({ text: fc.oneof({ arbitrary: text, weight: 9 }, fc.constant('♪')), isLong: fc.boolean() }),
    {
      minLength: 3,
      maxLength: 14,
    },
  )
  .map((lines) =>
    lines.map(({ text: said, isLong }, index) => ({
      start: index * 3,
      end: index * 3 + (isLong ? 4 : 3),
      text: said,
    })),
  );

/** What a person does to a run of lines. */
interface Draft {
  readonly at: number;
  readonly count: number;
  readonly kind: 'replace' | 'split' | 'unite' | 'remove' | 'move';
  readonly texts: readonly [string, string, string];
}

export const drafts: fc.Arbitrary<Draft> = fc.record({
  at: fc.nat({ max: 1_000 }),
  count: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('replace', 'split', 'unite', 'remove', 'move'),
  texts: fc.tuple(text, text, text),
});

/** A valid change of some lines. */
export function toChange(lines: readonly Cue[], { at, count, kind, texts }: Draft): TranscriptChange {
  const first = at % lines.length;
  const before = lines.slice(first, first + count);
  const [line, last] = [before[0] as Cue, before.at(-1) as Cue];
  const room = Math.min(line.end, lines[first + 1]?.start ?? Infinity) - line.start;
  /** A time within the first line. */
  const within = (share: number) => Math.round((line.start + room * share) * 1_000) / 1_000;
  const after = (): Cue[] => {
    if (kind === 'remove') return before.slice(1);
    if (kind === 'unite') return [{ start: line.start, end: last.end, text: texts[0] }];
    if (kind === 'split' && room > 0.5)
      return [
        { ...line, end: within(0.4), text: texts[0] },
        { start: within(0.5), end: within(1), text: texts[1] },
        ...before.slice(1),
      ];
    if (kind === 'move' && room > 0.5)
      return [{ ...line, start: within(0.2), end: within(0.8) }, ...before.slice(1)];
    return before.map((each, index) => ({ ...each, text: texts[index] ?? each.text }));
  };
  return { before, after: after() };
}
