import type { TranscriptChange } from '@vault/contracts';
import fc from 'fast-check';
import type { Cue, Quote } from '../chapters/chapter.ts';
import { GlossaryMatcher } from '../glossary/glossary-matcher.ts';
import { glossaryPlaces } from '../glossary/glossary-places.ts';
import { plainLine } from '../chapters/plain-line.ts';
import { mendsBetween, presentLines } from '../transcript/transcript-overlay.ts';

const vocabulary = [
  ...['tea', 'Water', 'and', "don't", 'Größe', 'leaf', '42', 'cuban', 'eddies', 'the', '(so)', '“well”'],
  ...['über', 'No.', 'is', 'tee', 'C++', 'x-ray'],
];
const spoken = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom('', '', '', '.', ',', '!', '…')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.map(([word, end]) => `${word}${end}`).join(' '));

/** Lines with pauses of a second, or none; most with the times of their words. */
export const spokenTalk = fc
  .array(fc.record({ text: spoken, hasPause: fc.boolean(), late: fc.integer({ min: -1, max: 9 }) }), {
    minLength: 12,
    maxLength: 20,
  })
  .map((lines) =>
    lines.map(({ text, hasPause, late }, index): Cue => {
      const start = index * 4;
      const wordStarts = text.split(' ').map((_, word) => start + late / 4 + word / 16);
      return { start, end: start + (hasPause ? 3 : 4), text, ...(late >= 0 && { wordStarts }) };
    }),
  );

const kinds = [
  ...['edit', 'edit', 'split', 'join', 'move words', 'nudge', 'remove', 'restore', 'find and replace'],
  ...['glossary', 'undo', 'stale', 'title', 'upload', 'restore captions', 'generate'],
] as const;

export interface MendingStep {
  readonly kind: (typeof kinds)[number];
  readonly at: number;
  readonly share: number;
  readonly text: string;
  readonly lines: readonly Cue[];
}

export const anyMendingStep: fc.Arbitrary<MendingStep> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat({ max: 999 }),
  share: fc.integer({ min: 1, max: 9 }).map((tenth) => tenth / 10),
  text: spoken,
  lines: spokenTalk,
});

export const mendingTerms = [
  { id: '1', term: 'Kubernetes', wrongForms: ['cuban eddies'], isCaseSensitive: false },
  { id: '2', term: 'Tea', wrongForms: ['tee', 'the leaf'], isCaseSensitive: false },
];
export const mendingMatcher = new GlossaryMatcher(mendingTerms);

/** The words of one video. */
interface Words {
  readonly recognised: readonly Cue[];
  readonly present: readonly Cue[];
}

/** What a person does in a step; nothing where it has no place. */
export function changesOf({ kind, at, share, text }: MendingStep, words: Words): TranscriptChange[] {
  const { present } = words;
  const first = at % present.length;
  const [line, next] = [present[first] as Cue, present[first + 1]];
  const change = (count: number, after: Cue[]): TranscriptChange[] => [
    { before: present.slice(first, first + count), after },
  ];
  const within = (part: number) => Math.round((line.start + (line.end - line.start) * part) * 1_000) / 1_000;
  if (kind === 'glossary')
    return glossaryPlaces(present, mendingMatcher).map(({ before, after }) => ({
      before: [...before],
      after: [...after],
    }));
  if (kind === 'restore') return restoring(words, at);
  if (kind === 'find and replace')
    return present
      .filter((each) => each.text.includes('and'))
      .map((each) => ({ before: [each], after: [{ ...each, text: each.text.replaceAll('and', text) }] }))
      .filter(({ after }) => (after[0]?.text.length ?? 0) < 400);
  if (kind === 'split' && line.end - line.start > 0.5)
    return change(1, [
      { ...line, end: within(share), text },
      { start: within(share), end: line.end, text: line.text },
    ]).filter(({ after }) => after.every(({ start, end }) => end - start > 0.15));
  if (kind === 'nudge' && line.end - line.start > 0.5)
    return change(1, [
      { ...line, start: at % 2 === 0 ? line.start : within(share / 3), end: within(1 - share / 3) },
    ]);
  if (next && kind === 'join')
    return `${line.text} ${next.text}`.length > 400
      ? []
      : change(2, [{ ...line, end: next.end, text: `${line.text} ${next.text}` }]);
  if (next && kind === 'remove') return present.length < 6 ? [] : change(2, [line]);
  if (next && kind === 'move words') {
    const words = line.text.split(' ');
    const rest = words.splice(Math.ceil(words.length * share));
    return rest.length === 0 || next.text.length > 300
      ? []
      : change(2, [
          { ...line, text: words.join(' ') },
          { ...next, text: `${rest.join(' ')} ${next.text}` },
        ]);
  }
  return change(1, [{ ...line, text }]);
}

/**
 * The recognised words in place of one mend, or of all; with a line beside them where nothing else shows the place.
 * @param at number of the mend
 */
export function restoring({ recognised, present }: Words, at?: number): TranscriptChange[] {
  const mends = mendsBetween(recognised, present);
  const remaining = at === undefined ? [] : mends.filter((_, index) => index !== at % mends.length);
  const lines = presentLines(recognised, remaining);
  let first = 0;
  while (first < lines.length && isSame(lines[first], present[first])) first += 1;
  let same = 0;
  const most = Math.min(lines.length, present.length) - first;
  while (same < most && isSame(lines.at(-1 - same), present.at(-1 - same))) same += 1;
  const from = Math.max(0, first - 1);
  const [before, after] = [present, lines].map((all) => all.slice(from, all.length - same));
  return isSame(before, after) ? [] : [{ before: before ?? [], after: after ?? [] }];
}

/** Whether a quote is said as it is written, but for a capital, two seconds after its time: in the line of its first word. */
export function isSaid({ text, at = NaN }: Quote, lines: readonly Cue[]): boolean {
  const texts = lines.map((line) => plainLine(line.text));
  const all = texts.join(' ');
  const first = /[\p{L}\p{N}]/u.exec(text)?.index ?? 0;
  const letter = text.charAt(first);
  return [letter, letter.toLowerCase(), letter.toUpperCase()].some((form) => {
    const target = text.slice(0, first) + form + text.slice(first + 1);
    for (let from = all.indexOf(target); from !== -1; from = all.indexOf(target, from + 1)) {
      let offset = 0;
      const line = lines[texts.findIndex((own) => (offset += own.length + 1) > from + first)] as Cue;
      if (at >= Math.max(0, line.start - 2) && at <= Math.max(0, line.end - 2)) return true;
    }
    return false;
  });
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
