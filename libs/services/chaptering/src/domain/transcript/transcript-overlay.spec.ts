import type { TranscriptChange } from '@vault/contracts';
import fc from 'fast-check';
import type { Cue } from '../chapters/chapter.ts';
import { drafts, talks, toChange } from './edited-talk.fixture.ts';
import { editTranscript } from './edit-transcript.ts';
import { mendsBetween, presentLines } from './transcript-overlay.ts';

const base = ['one', 'two', 'three', 'four'].map((text, index) => ({
  start: index * 2,
  end: index * 2 + 2,
  text,
}));

/** @returns the lines after the changes */
function edited(recognised: readonly Cue[], present: readonly Cue[], ...changes: TranscriptChange[]) {
  return editTranscript(present, changes, { recognised, durationSeconds: 100 }).lines;
}

describe(mendsBetween, () => {
  it('has one mend for lines that differ and stand together', () => {
    const present = base.with(1, { ...base[1]!, text: '2' }).with(2, { ...base[2]!, text: '3' });
    expect(mendsBetween(base, present)).toEqual([{ from: 2, to: 6, lines: present.slice(1, 3) }]);
  });

  it('has the end of the last line, and no lines for those that were removed', () => {
    expect(mendsBetween(base, base.slice(0, 3))).toEqual([{ from: 6, to: 8, lines: [] }]);
  });

  it('adds a line between two recognised ones', () => {
    const added = { start: 3, end: 4, text: 'more' };
    const present = [...base.slice(0, 2), added, ...base.slice(2)];
    expect(mendsBetween(base, present)).toEqual([{ from: 3, to: 3, lines: [added] }]);
    expect(presentLines(base, mendsBetween(base, present))).toEqual(present);
  });

  it('keeps both of two lines with the same start', () => {
    const twins = [base[0]!, { ...base[0]!, text: 'at once' }, ...base.slice(1)];
    const present = twins.with(1, { ...twins[1]!, text: 'at the same time' });
    expect(presentLines(twins, mendsBetween(twins, present))).toEqual(present);
  });

  it('stays where it is when captions are recognised again', () => {
    const mended = { ...base[1]!, text: 'TWO' };
    const mends = mendsBetween(base, base.with(1, mended));
    const again = [
      { start: 0.2, end: 2.1, text: 'One' },
      { start: 2.2, end: 3, text: 'tw' },
      { start: 3, end: 4.1, text: 'o' },
      { start: 4.3, end: 6, text: 'Three' },
    ];
    expect(presentLines(again, mends)).toEqual([again[0], mended, again[3]]);
  });

  it('property: the mends make the recognised lines the present ones, and do not overlap', () => {
    fc.assert(
      fc.property(talks, fc.array(drafts, { minLength: 3, maxLength: 6 }), (recognised, edits) => {
        let lines: readonly Cue[] = recognised;
        for (const draft of edits) {
          if (lines.length === 0) break;
          lines = edited(recognised, lines, toChange(lines, draft));
        }
        const mends = mendsBetween(recognised, lines);
        expect(presentLines(recognised, mends)).toEqual(lines);
        mends.forEach(({ from, to }, index) => {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThanOrEqual(mends[index - 1]?.to ?? 0);
        });
      }),
      { numRuns: 2_500 },
    );
  });

  it('property: a change and its undo leave no mend', () => {
    fc.assert(
      fc.property(talks, drafts, (recognised, draft) => {
        const { before, after } = toChange(recognised, draft);
        // Lines that were removed come back beside another one: a change names what it replaces.
        fc.pre(after.length > 0);
        const lines = edited(recognised, recognised, { before, after });
        const undone = edited(recognised, lines, { before: after, after: before });
        expect(mendsBetween(recognised, undone)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });

  it('property: edits of different lines have the same mends in any order, and at once', () => {
    fc.assert(
      fc.property(talks, fc.array(drafts, { minLength: 2, maxLength: 4 }), (recognised, all) => {
        const changes = all.map((draft) => toChange(recognised, draft));
        const touched = changes.flatMap(({ before }) => before);
        fc.pre(new Set(touched).size === touched.length);
        const [forwards, backwards] = [changes, changes.toReversed()].map((ordered) => {
          let lines: readonly Cue[] = recognised;
          for (const change of ordered) lines = edited(recognised, lines, change);
          return mendsBetween(recognised, lines);
        });
        expect(forwards).toEqual(backwards);
        expect(mendsBetween(recognised, edited(recognised, recognised, ...changes))).toEqual(forwards);
      }),
      { numRuns: 4_000 },
    );
  });
});
