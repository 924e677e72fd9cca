/** @jest-environment node */
import fc from 'fast-check';
import type { Chapter } from '@vault/contracts';
import { isSameValue, valueAt } from './chapter-fields.ts';
import type { ChapterField, EditedRecord, FieldValue } from './chapter-fields.ts';
import { rebaseEdits } from './rebase-edits.ts';
import type { FieldEdit } from './rebase-edits.ts';

function aChapter(start: string, change: Partial<Chapter> = {}): Chapter {
  return { start, title: 'Title', summary: 'Summary', search: '', quote: ['Said.'], ...change };
}
const record = (chapters: Chapter[], version = 1): EditedRecord => ({ chapters, version });
function anEdit(start: string, field: ChapterField, from: FieldValue, value: FieldValue): FieldEdit {
  return { start, field, value, seenValues: [from], chapterTitle: 'Title' };
}

test('an edit of an unchanged text is applied over changes of other texts', () => {
  const edit = anEdit('00:00:00', 'title', 'Title', 'Mine');
  const { chapters, applied } = rebaseEdits(record([aChapter('00:00:00', { summary: 'Theirs' })]), [edit]);
  expect(chapters[0]).toMatchObject({ title: 'Mine', summary: 'Theirs' });
  expect(applied).toEqual([edit]);
});

test('a text that both changed keeps their value until a choice', () => {
  const edit = anEdit('00:00:00', 'title', 'Title', 'Mine');
  const { chapters, applied, conflicts } = rebaseEdits(record([aChapter('00:00:00', { title: 'Theirs' })]), [
    edit,
  ]);
  expect(chapters[0]?.title).toBe('Theirs');
  expect(applied).toEqual([]);
  expect(conflicts).toEqual([{ edit, theirs: 'Theirs' }]);
});

test('a text that both changed to the same is settled', () => {
  const edit = anEdit('00:00:00', 'quote', ['Said.'], ['Said well.']);
  const { settled, conflicts } = rebaseEdits(record([aChapter('00:00:00', { quote: ['Said well.'] })]), [
    edit,
  ]);
  expect(settled).toEqual([edit]);
  expect(conflicts).toEqual([]);
});

test('an own text whose save answer was lost does not conflict', () => {
  const edit = { ...anEdit('00:00:00', 'title', 'Title', 'Second'), seenValues: ['Title', 'First'] };
  expect(rebaseEdits(record([aChapter('00:00:00', { title: 'First' })]), [edit]).applied).toEqual([edit]);
});

test('an edit of a chapter that is gone is not lost', () => {
  const edit = anEdit('00:05:00', 'title', 'Title', 'Mine');
  expect(rebaseEdits(record([aChapter('00:00:00')]), [edit]).orphans).toEqual([edit]);
});

test('a time code that moved is a change of the quotes', () => {
  const timed = (timecode: string) => [{ quote: 'Said.', timecode }];
  const edit = anEdit('00:00:00', 'quote', timed('00:00:01'), ['Mine.']);
  const theirs = record([aChapter('00:00:00', { quote: timed('00:00:02') })]);
  expect(rebaseEdits(theirs, [edit]).conflicts).toHaveLength(1);
});

const starts = ['00:00:00', '00:01:00', '00:02:00'];
const fields = ['title', 'summary', 'search'] as const;
const word = fc.constantFrom('a', 'b', 'c');
const someChapters = fc
  .uniqueArray(fc.record({ start: fc.constantFrom(...starts), title: word, summary: word, search: word }), {
    selector: ({ start }) => start,
    minLength: 1,
  })
  .map((list) => list.map((each): Chapter => ({ ...each, quote: [] })));
const someEdits = fc.uniqueArray(
  fc.record({
    start: fc.constantFrom(...starts),
    field: fc.constantFrom(...fields),
    value: word,
    seenValues: fc.array(word, { minLength: 1, maxLength: 2 }),
    chapterTitle: fc.constant('Title'),
  }),
  { selector: ({ start, field }) => start + field },
);

test('property: each edit is in exactly one result list, and no unseen text is overwritten', () => {
  fc.assert(
    fc.property(someChapters, someEdits, (theirs, edits) => {
      const before = record(theirs);
      const { chapters, applied, settled, conflicts, orphans } = rebaseEdits(before, edits);
      const results = [...applied, ...settled, ...conflicts.map(({ edit }) => edit), ...orphans];
      expect(results).toHaveLength(edits.length);
      expect(new Set(results)).toEqual(new Set(edits));

      for (const start of theirs.map((chapter) => chapter.start))
        for (const field of fields) {
          const was = valueAt(before, { start, field }) ?? '';
          const is = valueAt(record([...chapters]), { start, field }) ?? '';
          if (isSameValue(was, is)) continue;
          const edit = edits.find((each) => each.start === start && each.field === field);
          expect(edit?.seenValues).toContain(was);
          expect(edit?.value).toBe(is);
        }
    }),
  );
});

test('property: rebasing applied edits again settles all of them', () => {
  fc.assert(
    fc.property(someChapters, someEdits, (theirs, edits) => {
      const { chapters, applied } = rebaseEdits(record(theirs), edits);
      const again = rebaseEdits(record([...chapters], 2), applied);
      expect(again.settled).toHaveLength(applied.length);
    }),
  );
});
