/** @jest-environment node */
import type { Cue } from '@vault/webvtt';
import { withChanges } from './line-changes.ts';
import { joinLines, normaliseText, restoreLine, splitLine, writeLine } from './line-operations.ts';
import type { OperationResult } from './line-operations.ts';

const lines: readonly Cue[] = [
  { start: 0, end: 4, text: 'Welcome every body', speaker: 'Ann' },
  { start: 4, end: 8, text: 'to the webinar' },
  { start: 8, end: 8.15, text: 'so' },
];
/** The lines after an operation, as short texts. */
function after(operation: OperationResult) {
  if ('problem' in operation) return operation.problem;
  const changed = withChanges(lines, [operation.change]) ?? [];
  return changed.map(({ start, end, text }) => `${String(start)}-${String(end)} ${text}`);
}

test.each([
  ['  one \n\n two  ', 'one\ntwo'],
  ['a\nb\nc', 'a b c'],
  ['a\u202eb', 'a b'],
])('a typed text is stored in its normal form: %j', (typed, stored) => {
  expect(normaliseText(typed)).toBe(stored);
});

test('a line gets other words; without words it is removed, but never the last one', () => {
  expect(writeLine(lines, 1, 'to this webinar')?.after).toEqual([{ ...lines[1], text: 'to this webinar' }]);
  expect(writeLine(lines, 1, ' to the webinar ')).toBeNull();
  const removal = writeLine(lines, 1, ' ')!;
  expect(withChanges(lines, [removal])).toEqual([lines[0], lines[2]]);
  expect(writeLine(lines.slice(0, 1), 0, '')).toBeNull();
});

test('a line is split at the caret, by the share of the characters', () => {
  const split = splitLine(lines, 0, 'Welcome every body', 9);
  expect(after(split).slice(0, 2)).toEqual(['0-2 Welcome e', '2-4 very body']);
  expect(split).toMatchObject({ next: 1, caret: 0 });
  expect(after(splitLine(lines, 0, 'Welcome every body', 0))).toMatch(/^Place the caret between/);
  expect(after(splitLine(lines, 2, 'so', 1))).toBe('This line is too short to be split.');
});

test('both parts of a split have at least 0.1 s', () => {
  const short = [{ start: 1, end: 1.25, text: 'a long word' }];
  const split = splitLine(short, 0, 'a long word', 1);
  expect('change' in split && split.change.after.map(({ start, end }) => [start, end])).toEqual([
    [1, 1.1],
    [1.1, 1.25],
  ]);
});

test('two lines are joined, with the typed text; the caret stays between them', () => {
  const joined = joinLines(lines, 0, ['Welcome everybody', 'to the webinar']);
  expect(after(joined)).toEqual(['0-8 Welcome everybody to the webinar', '8-8.15 so']);
  expect(joined).toMatchObject({ next: 0, caret: 18 });
  expect(after(joinLines(lines, 2, ['so', '']))).toBe('There is no line to join with.');
  expect(after(joinLines(lines, 0, ['a'.repeat(300), 'b'.repeat(200)]))).toMatch(/500 characters/);
});

describe('the words of the recogniser', () => {
  test('come back to a corrected line', () => {
    const corrected = [{ ...lines[0]!, text: 'Welcome everybody' }, ...lines.slice(1)];
    expect(restoreLine(corrected, 0, lines)).toEqual({ before: [corrected[0]], after: [lines[0]] });
    expect(restoreLine(corrected, 1, lines)).toBeNull();
  });

  test('come back to split and joined lines, and only there', () => {
    const split = splitLine(lines, 0, lines[0]!.text, 9);
    const parts = withChanges(lines, 'change' in split ? [split.change] : [])!;
    for (const at of [0, 1]) expect(withChanges(parts, [restoreLine(parts, at, lines)!])).toEqual(lines);
    const joined = joinLines(lines, 0, [lines[0]!.text, lines[1]!.text]);
    const one = withChanges(lines, 'change' in joined ? [joined.change] : [])!;
    expect(withChanges(one, [restoreLine(one, 0, lines)!])).toEqual(lines);
  });

  test('keep the speaker that a person has set or cleared', () => {
    const named = { ...lines[1]!, speaker: 'Bob' };
    expect(restoreLine(lines.with(1, named), 1, lines)).toBeNull();
    const corrected = lines.with(1, { ...named, text: 'to this' });
    expect(restoreLine(corrected, 1, lines)?.after).toEqual([named]);
    const cleared = { start: 0, end: 4, text: 'Hello' };
    expect(restoreLine(lines.with(0, cleared), 0, lines)?.after).toEqual([
      { start: 0, end: 4, text: 'Welcome every body' },
    ]);
  });

  test('do not touch overlapping lines that nobody changed', () => {
    const rolling = [0, 1, 2, 3].map((start) => ({ start, end: start + 3, text: `line ${String(start)}` }));
    const corrected = rolling.with(1, { ...rolling[1]!, text: 'one' });
    expect(restoreLine(corrected, 1, rolling)).toEqual({ before: [corrected[1]], after: [rolling[1]] });
  });
});
