/** @jest-environment node */
import { withChanges } from './line-changes.ts';
import { countSpeakers, lineCount, scopesAt, speakerChanges, speakerProblem } from './speakers.ts';
import { rowOf, shownLines } from './shown-lines.ts';

const lines = ['Ann', 'Ann', 'Ann', undefined, 'Bob', 'Ann', undefined].map((speaker, start) => ({
  start,
  end: start + 1,
  text: `Line ${String(start)}.`,
  ...(speaker === undefined ? {} : { speaker }),
}));
const kindsAt = (at: number, selected: { from: number; to: number } | null = null) =>
  scopesAt(lines, at, selected).map(
    ({ kind, stretches, isUsual }) => `${isUsual ? '*' : ''}${kind} ${String(lineCount(stretches))}`,
  );

test('a line offers itself, the rest of its turn, the turn, and all lines of its speaker', () => {
  expect(kindsAt(0)).toEqual(['line 1', '*turn 3', 'all 4']);
  expect(kindsAt(1)).toEqual(['line 1', '*rest 2', 'turn 3', 'all 4']);
  expect(kindsAt(2)).toEqual(['line 1', 'turn 3', 'all 4']);
  expect(kindsAt(3)).toEqual(['line 1', 'all 2']);
  expect(kindsAt(4)).toEqual(['line 1']);
});

test('selected lines are offered at a line among them', () => {
  expect(kindsAt(4, { from: 2, to: 5 })).toEqual(['*selected 4', 'line 1']);
  expect(kindsAt(0, { from: 2, to: 5 })).toEqual(kindsAt(0));
  expect(kindsAt(4, { from: 4, to: 4 })).toEqual(['line 1']);
});

test('lines get a speaker or lose theirs, one change for each stretch that changes', () => {
  const speakers = (at: number, kind: string, name: string | undefined) => {
    const { stretches } = scopesAt(lines, at, null).find((scope) => scope.kind === kind)!;
    return (withChanges(lines, speakerChanges(lines, stretches, name)) ?? []).map(({ speaker }) => speaker);
  };
  expect(speakers(0, 'all', 'Zoe')).toEqual(['Zoe', 'Zoe', 'Zoe', undefined, 'Bob', 'Zoe', undefined]);
  expect(speakers(3, 'all', 'Bob')).toEqual(['Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Ann', 'Bob']);
  expect(speakers(1, 'rest', undefined)).toEqual([
    'Ann',
    undefined,
    undefined,
    undefined,
    'Bob',
    'Ann',
    undefined,
  ]);
  expect(speakerChanges(lines, [{ from: 0, to: 2 }], 'Ann')).toEqual([]);
  expect(speakerChanges(lines, [{ from: 2, to: 3 }], undefined)[0]?.after[0]).not.toHaveProperty('speaker');
});

test('a name is not empty, has no unseen characters, and is one of at most 50', () => {
  expect([...countSpeakers(lines)]).toEqual([
    ['Ann', 4],
    ['Bob', 1],
  ]);
  const many = Array.from({ length: 50 }, (_, at) => ({ ...lines[0]!, speaker: `Guest ${String(at)}` }));
  expect(speakerProblem('Ann', lines)).toBe('');
  expect(speakerProblem('', lines)).toContain('Type a name');
  expect(speakerProblem('A\u202enn', lines)).toContain('control');
  expect(speakerProblem('Guest 7', many)).toBe('');
  expect(speakerProblem('Ann', many)).toContain('at most 50 speakers');
});

test('the lines of one speaker are shown, and the edited line', () => {
  expect(shownLines(lines, undefined, -1)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const shown = shownLines(lines, 'Ann', 4);
  expect(shown).toEqual([0, 1, 2, 4, 5]);
  expect([-1, 0, 2, 3, 4, 6].map((line) => rowOf(shown, line))).toEqual([0, 0, 2, 2, 3, 4]);
  expect(rowOf([], 3)).toBe(0);
});

test('a number gets its name in the whole video', () => {
  const lines = ['Speaker 1', 'Speaker 1', 'Anna', 'Speaker 1'].map((speaker, at) => ({
    ...{ start: at, end: at + 1, text: 'Yes.' },
    speaker,
  }));
  const usual = (at: number) => scopesAt(lines, at, null).find(({ isUsual }) => isUsual)?.kind;
  expect([usual(0), usual(1), usual(3)]).toEqual(['all', 'all', 'all']);
});
