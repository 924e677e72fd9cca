/** @jest-environment node */
import type { Cue } from '@vault/webvtt';
import fc from 'fast-check';
import {
  changesBetween,
  keyOf,
  rebaseChanges,
  reversed,
  shareLines,
  withChanges,
  withMine,
} from './line-changes.ts';

const line = (start: number, text: string): Cue => ({ start, end: start + 2, text });
const base = [line(0, 'one'), line(2, 'two'), line(4, 'three'), line(6, 'four')];
const texts = (lines: readonly Cue[] | null) => lines?.map(({ text }) => text);
const replaced = (at: number, ...after: Cue[]) => base.toSpliced(at, 1, ...after);

describe('the changes between two transcripts', () => {
  test('are the smallest runs of lines', () => {
    const lines = [line(0, 'One'), line(2, 'two'), line(4, 'thr'), line(5, 'ee'), line(6, 'four')];
    expect(changesBetween(base, lines)).toEqual([
      { before: [base[0]], after: [lines[0]] },
      { before: [base[2]], after: [lines[2], lines[3]] },
    ]);
    expect(changesBetween(base, [...base])).toEqual([]);
  });

  test('name a neighbour where lines are only added', () => {
    expect(changesBetween(base.slice(0, 1), base.slice(0, 2))).toEqual([
      { before: [base[0]], after: [base[0], base[1]] },
    ]);
    expect(changesBetween(base.slice(1), base)).toEqual([{ before: [base[1]], after: [base[0], base[1]] }]);
  });

  test('name the lines before theirs where a line is there twice', () => {
    const twice = [line(2, 'a'), line(2, 'b'), line(2, 'a')];
    const lines = [...twice.slice(0, 2), line(3, 'c')];
    const changes = changesBetween(twice, lines);
    expect(changes).toEqual([{ before: twice.slice(1), after: lines.slice(1) }]);
    expect(withChanges(twice, changes)).toEqual(lines);
  });

  const anyLines = fc
    .array(fc.record({ start: fc.nat(30), text: fc.constantFrom('a', 'b', 'c') }), { maxLength: 20 })
    .map((all) =>
      all.sort((one, next) => one.start - next.start).map(({ start, text }) => line(start, text)),
    );

  test('make the one of the other, and back when they are reversed, for any lines', () => {
    fc.assert(
      fc.property(anyLines, anyLines, (one, other) => {
        // Without any line there is nothing that an added line could be found by.
        fc.pre(one.length > 0 || other.length === 0);
        const changes = changesBetween(one, other);
        const changedLines = withChanges(one, changes);
        expect(changedLines?.map(keyOf)).toEqual(other.map(keyOf));
      }),
      { numRuns: 3000 },
    );
  });
});

test('a change whose lines are not there is not made', () => {
  expect(withChanges(base, [{ before: [line(2, 'zwei')], after: [] }])).toBeNull();
  expect(withChanges(base, [{ before: [base[0]!, base[2]!], after: [] }])).toBeNull();
  const change = { before: [base[1]!], after: [line(2, 'deux'), line(3, 'zwei')] };
  const changed = withChanges(base, [change])!;
  expect(texts(changed)).toEqual(['one', 'deux', 'zwei', 'three', 'four']);
  expect(withChanges(changed, [reversed(change)])).toEqual(base);
});

describe('own changes over newer lines', () => {
  const own = { before: [base[1]!], after: [line(2, 'TWO')] };

  test('are kept beside changes of other lines', () => {
    const rebased = rebaseChanges(replaced(3, line(6, 'vier')), [own]);
    expect(texts(rebased.lines)).toEqual(['one', 'TWO', 'three', 'vier']);
    expect(rebased.conflicts).toEqual([]);
  });

  test('are settled when the newer lines have them', () => {
    const saved = replaced(1, line(2, 'TWO'));
    expect(rebaseChanges(saved, [own])).toEqual({ lines: saved, conflicts: [] });
    expect(rebaseChanges(base.toSpliced(1, 1), [{ before: [base[1]!], after: [] }]).conflicts).toEqual([]);
  });

  test('conflict with a change of the same line; the user chooses', () => {
    const theirs = replaced(1, line(2, 'zwei'));
    const { lines, conflicts } = rebaseChanges(theirs, [own]);
    expect(lines).toEqual(theirs);
    expect(conflicts).toEqual([{ ...own, theirs: [line(2, 'zwei')] }]);
    expect(texts(withMine(lines, conflicts[0]!))).toEqual(['one', 'TWO', 'three', 'four']);
  });

  test('conflict with a removal, and come back at their time', () => {
    const { lines, conflicts } = rebaseChanges(base.toSpliced(1, 1), [own]);
    expect(conflicts).toEqual([{ ...own, theirs: [] }]);
    expect(texts(withMine(lines, conflicts[0]!))).toEqual(['one', 'TWO', 'three', 'four']);
  });
});

test('equal lines of a newer transcript stay the same objects', () => {
  const fresh = [line(0, 'one'), line(2, 'TWO')];
  const shared = shareLines(base, fresh);
  expect(shared).toEqual(fresh);
  expect(shared[0]).toBe(base[0]);
});
