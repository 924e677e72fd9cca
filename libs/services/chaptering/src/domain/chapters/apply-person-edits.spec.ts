import fc from 'fast-check';
import type { EditedChapter } from '@vault/contracts';
import { applyPersonEdits, type ContentEdit } from './apply-person-edits.ts';
import type { Chapter, ChapterContent, ListedChapter } from './chapter.ts';

const now = new Date('2026-11-20T10:00:00Z');
const earlier = new Date('2026-11-20T09:00:00Z');
const findSaid = (text: string, from: number) => (text.startsWith('Said') ? { at: from + 3 } : {});

const first: ListedChapter = {
  id: 'first',
  start: 0,
  title: 'One',
  summary: 'About one',
  searchText: '',
  quotes: [],
};
const second: ListedChapter = {
  id: 'second',
  start: 60.48,
  title: 'Two',
  summary: 'About two',
  searchText: 'An answer.',
  quotes: [
    { text: 'Said first.', at: 62.9 },
    { text: 'Said last.', at: 70.2 },
  ],
  searchQuotes: 'Only this.',
  edited: { searchQuotes: earlier },
};
const stored: ChapterContent = { chapters: [first, second], searchSummary: 'In short.' };

/** A stored chapter as a browser sends it back: with whole seconds. */
function draftOf({ start, title, summary, searchText, quotes, searchQuotes }: Chapter): EditedChapter {
  return {
    start: Math.floor(start),
    title,
    summary,
    searchText,
    quotes: quotes.map(({ text, at }) => (at === undefined ? { text } : { text, at: Math.floor(at) })),
    ...(searchQuotes === undefined ? {} : { searchQuotes }),
  };
}

const save = (draft: ContentEdit, before = stored) => applyPersonEdits(before, draft, { now, findSaid });
const drafts = stored.chapters.map(draftOf) as [EditedChapter, EditedChapter];
const withSecond = (more: Partial<EditedChapter>) =>
  save({ chapters: [drafts[0], { ...drafts[1], ...more }] });

describe(applyPersonEdits, () => {
  it('changes nothing when everything comes back unedited', () => {
    expect(save({ chapters: drafts, searchSummary: 'In short.' })).toBeUndefined();
    expect(save({})).toBeUndefined();
  });

  it('a new quote has a second of its own in its chapter', () => {
    const [, { quotes }] = drafts;
    const added = ['Said new.', 'Said newer.', 'Unsaid.'].map((text) => ({ text }));
    const chapters = withSecond({ quotes: [...added, { text: 'Said at 63.', at: 63 }, ...quotes] })?.chapters;
    const seconds = chapters?.[1]?.quotes.map(({ text, at }) => [text, at && Math.floor(at)]);
    // Said from second 63, as another of the chapter.
    expect(seconds).toEqual([
      ['Said new.', 64],
      ['Said newer.', 65],
      ['Unsaid.', undefined],
      ['Said at 63.', 63],
      ['Said first.', 62],
      ['Said last.', 70],
    ]);
  });

  it('property: changes nothing when a list comes back unedited', () => {
    const text = fc.string({ minLength: 1 }).map((each) => each.replace(/[^a-z]/g, 'x') || 'x');
    const quote = fc.record({ text, at: fc.double({ min: 0, max: 9_000, noNaN: true }) });
    const chapter = fc.record({
      title: text,
      summary: text,
      searchText: text,
      searchQuotes: text,
      quotes: fc.uniqueArray(quote, { selector: ({ at }) => Math.floor(at), maxLength: 4 }),
      start: fc.double({ min: 0, max: 9_000, noNaN: true }),
    });
    const lists = fc
      .uniqueArray(chapter, { selector: ({ start }) => Math.floor(start), maxLength: 8 })
      .map((all) => all.sort((a, b) => a.start - b.start));
    fc.assert(
      fc.property(lists, (list) => {
        const chapters = list.map((each, index) => ({ ...each, id: String(index) }));
        expect(save({ chapters: chapters.map(draftOf) }, { chapters })).toBeUndefined();
      }),
    );
  });

  it('marks the fields that differ as edited, and keeps exact times', () => {
    const after = withSecond({ title: 'Zwei' })!;
    expect(after.chapters[0]).toBe(first);
    expect(after.chapters[1]).toEqual({
      ...second,
      title: 'Zwei',
      edited: { searchQuotes: earlier, title: now },
    });
    expect(after).not.toHaveProperty('structureEditedAt');
  });

  it('keeps time and speaker of quotes that come to another chapter', () => {
    const said = { text: 'Said by Bob.', at: 68.4, speaker: 'Bob' };
    const before = { ...stored, chapters: [first, { ...second, quotes: [said] }] };
    const part: EditedChapter = {
      ...draftOf(second),
      start: 65,
      title: 'A part',
      quotes: [{ text: said.text, at: 68 }],
    };
    const split = save({ chapters: [draftOf(first), { ...draftOf(second), quotes: [] }, part] }, before);
    expect(split?.chapters.flatMap(({ quotes }) => quotes)).toEqual([...first.quotes, said]);
    const merged = { ...draftOf(first), quotes: [...draftOf(first).quotes, { text: said.text, at: 68 }] };
    expect(save({ chapters: [merged] }, before)?.chapters[0]?.quotes).toEqual([...first.quotes, said]);
  });

  it('keeps the exact time of known quotes, and finds the time of new ones where possible', () => {
    const quotes = [{ text: 'Never said.', at: 62 }, { text: 'Said again.' }, { text: 'Made up.' }];
    expect(withSecond({ quotes })?.chapters[1]?.quotes).toEqual([
      { text: 'Never said.', at: 62.9 },
      { text: 'Said again.', at: 63 },
      { text: 'Made up.' },
    ]);
  });

  it('recognises a stored quote by its words alone', () => {
    expect(withSecond({ quotes: [{ text: 'Said first.' }, { text: ' Said last.\u0000' }] })).toBeUndefined();
  });

  it('keeps the search texts unless the draft has them, and removes them when they are empty', () => {
    const { searchQuotes, ...rest } = drafts[1];
    expect(searchQuotes).toBe('Only this.');
    expect(save({ chapters: [drafts[0], rest] })).toBeUndefined();
    expect(withSecond({ searchQuotes: '' })?.chapters[1]).not.toHaveProperty('searchQuotes');
    expect(save({ searchSummary: '' })).not.toHaveProperty('searchSummary');
    expect(save({ searchSummary: 'Shorter.' })?.searchSummary).toBe('Shorter.');
    expect(save({ searchSummary: 'Shorter.' })?.chapters).toBe(stored.chapters);
  });

  it('marks a changed structure, and the fields of new chapters, as edited', () => {
    const added: EditedChapter = { start: 30, title: 'New', summary: '', searchText: '', quotes: [] };
    const after = save({ chapters: [drafts[0], added, drafts[1]] })!;
    expect(after.structureEditedAt).toBe(now);
    expect(after.chapters[1]).toEqual({
      ...added,
      id: expect.stringMatching(/.{20}/) as string,
      edited: { title: now },
    });
    expect(after.chapters[2]).toBe(second);
    const fewer = save({ chapters: [drafts[0]] }, { ...stored, structureEditedAt: earlier })!;
    expect(fewer).toMatchObject({ chapters: [first], structureEditedAt: now, searchSummary: 'In short.' });
  });

  it('recognises a moved chapter by its title, with its id, marks and exact times', () => {
    const moved = withSecond({ start: 64, summary: 'Later' })!;
    expect(moved.structureEditedAt).toBe(now);
    expect(moved.chapters[1]).toEqual({
      ...second,
      start: 64,
      summary: 'Later',
      edited: { searchQuotes: earlier, summary: now },
    });
    expect(withSecond({ start: 64, title: 'Another' })!.chapters[1]!.id).not.toBe('second');
  });

  it('gives each of two chapters with the same title its own id', () => {
    const twice = { ...drafts[1], start: 64 };
    const ids = save({ chapters: [...drafts, twice] })!.chapters.map(({ id }) => id);
    expect(ids).toEqual(['first', 'second', expect.stringMatching(/.{20}/)]);
  });
});
