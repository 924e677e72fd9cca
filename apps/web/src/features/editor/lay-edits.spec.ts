import fc from 'fast-check';
import type { Chapter } from '@vault/contracts';
import { isSameValue, valueAt } from './chapter-fields.ts';
import type { ChapterField, EditedRecord, FieldValue } from './chapter-fields.ts';
import { layEdits } from './lay-edits.ts';
import type { FieldEdit } from './lay-edits.ts';

function aChapter(start: string, change: Partial<Chapter> = {}): Chapter {
  return { start, title: 'Title', summary: 'Summary', search: '', quote: ['Said.'], ...change };
}
const record = (chapters: Chapter[], version = 1): EditedRecord => ({ chapters, version });
function anEdit(start: string, field: ChapterField, from: FieldValue, value: FieldValue): FieldEdit {
  return { start, field, value, known: [from], chapterTitle: 'Title' };
}

test('an edit of what nobody else changed is laid on what others changed beside it', () => {
  const edit = anEdit('00:00:00', 'title', 'Title', 'Mine');
  const { chapters, laid } = layEdits(record([aChapter('00:00:00', { summary: 'Theirs' })]), [edit]);
  expect(chapters[0]).toMatchObject({ title: 'Mine', summary: 'Theirs' });
  expect(laid).toEqual([edit]);
});

test('a text that both changed stays theirs until somebody chooses', () => {
  const edit = anEdit('00:00:00', 'title', 'Title', 'Mine');
  const { chapters, laid, conflicts } = layEdits(record([aChapter('00:00:00', { title: 'Theirs' })]), [edit]);
  expect(chapters[0]?.title).toBe('Theirs');
  expect(laid).toEqual([]);
  expect(conflicts).toEqual([{ edit, theirs: 'Theirs' }]);
});

test('a text that both changed to the same is settled', () => {
  const edit = anEdit('00:00:00', 'quote', ['Said.'], ['Said well.']);
  const { settled, conflicts } = layEdits(record([aChapter('00:00:00', { quote: ['Said well.'] })]), [edit]);
  expect(settled).toEqual([edit]);
  expect(conflicts).toEqual([]);
});

test('an own text that arrived although its answer was lost is nobody else’s', () => {
  const edit = { ...anEdit('00:00:00', 'title', 'Title', 'Second'), known: ['Title', 'First'] };
  expect(layEdits(record([aChapter('00:00:00', { title: 'First' })]), [edit]).laid).toEqual([edit]);
});

test('an edit of a chapter that is gone is not lost', () => {
  const edit = anEdit('00:05:00', 'title', 'Title', 'Mine');
  expect(layEdits(record([aChapter('00:00:00')]), [edit]).gone).toEqual([edit]);
});

test('a time code that moved is a change of the quotes', () => {
  const timed = (timecode: string) => [{ quote: 'Said.', timecode }];
  const edit = anEdit('00:00:00', 'quote', timed('00:00:01'), ['Mine.']);
  const theirs = record([aChapter('00:00:00', { quote: timed('00:00:02') })]);
  expect(layEdits(theirs, [edit]).conflicts).toHaveLength(1);
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
    known: fc.array(word, { minLength: 1, maxLength: 2 }),
    chapterTitle: fc.constant('Title'),
  }),
  { selector: ({ start, field }) => start + field },
);

test('property: each edit ends in exactly one place, and nobody’s unseen text is overwritten', () => {
  fc.assert(
    fc.property(someChapters, someEdits, (theirs, edits) => {
      const before = record(theirs);
      const { chapters, laid, settled, conflicts, gone } = layEdits(before, edits);
      const ends = [...laid, ...settled, ...conflicts.map(({ edit }) => edit), ...gone];
      expect(ends).toHaveLength(edits.length);
      expect(new Set(ends)).toEqual(new Set(edits));

      for (const start of theirs.map((chapter) => chapter.start))
        for (const field of fields) {
          const was = valueAt(before, { start, field }) ?? '';
          const is = valueAt(record([...chapters]), { start, field }) ?? '';
          if (isSameValue(was, is)) continue;
          const edit = edits.find((each) => each.start === start && each.field === field);
          expect(edit?.known).toContain(was);
          expect(edit?.value).toBe(is);
        }
    }),
  );
});

test('property: laid once, everything is settled', () => {
  fc.assert(
    fc.property(someChapters, someEdits, (theirs, edits) => {
      const { chapters, laid } = layEdits(record(theirs), edits);
      const again = layEdits(record([...chapters], 2), laid);
      expect(again.settled).toHaveLength(laid.length);
    }),
  );
});
