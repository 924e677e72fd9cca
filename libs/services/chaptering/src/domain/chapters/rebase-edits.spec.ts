import fc from 'fast-check';
import { maxChapters } from './chapter-rules.ts';
import { chapterFields, type Chapter, type ChapterField, type ListedChapter } from './chapter.ts';
import { rebaseEdits } from './rebase-edits.ts';

const requestedAt = new Date('2026-11-20T10:00:00Z');
const before = new Date('2026-11-20T09:00:00Z');
const after = new Date('2026-11-20T11:00:00Z');

const chapterAt = (start: number, title: string, more: Partial<Chapter> = {}): Chapter => ({
  start,
  title,
  summary: `About ${title}`,
  searchText: '',
  quotes: [],
  ...more,
});
const proposed = [chapterAt(0, 'New one'), chapterAt(60, 'New two'), chapterAt(120, 'New three')];
/** Ids are the starts of the old chapters. */
const listed = (chapters: readonly Chapter[]): ListedChapter[] =>
  chapters.map((chapter) => ({ ...chapter, id: String(chapter.start) }));
const withoutIds = (chapters: readonly ListedChapter[]): Partial<ListedChapter>[] =>
  chapters.map((chapter) => {
    const copy: Partial<ListedChapter> & { id?: string } = { ...chapter };
    delete copy.id;
    return copy;
  });
const merge = (chapters: readonly Chapter[]) =>
  withoutIds(rebaseEdits(proposed, { chapters: listed(chapters) }, requestedAt));

describe(rebaseEdits, () => {
  it('takes the new chapters where nobody edited anything, or only before the request', () => {
    const old = [chapterAt(0, 'Old'), chapterAt(61, 'Older', { edited: { title: before } })];
    expect(merge(old)).toEqual(proposed);
  });

  it('copies edited fields to the new chapter within ten seconds, with the time of the edit', () => {
    const old = [
      chapterAt(0, 'Old'),
      chapterAt(69.9, 'Mine', { summary: 'Not mine', edited: { title: after, summary: before } }),
    ];
    expect(merge(old)[1]).toEqual({ ...proposed[1], title: 'Mine', edited: { title: after } });
  });

  it('keeps an edited chapter without a new one within ten seconds, and drops new ones next to it', () => {
    const two = [
      chapterAt(0, 'Old'),
      chapterAt(55, 'Nearer', { edited: { title: after } }),
      chapterAt(52, 'Left over', { edited: { title: after } }),
      chapterAt(90, 'Alone', { edited: { quotes: after } }),
    ].sort((a, b) => a.start - b.start);
    expect(merge(two).map(({ start, title }) => [start, title])).toEqual([
      [0, 'New one'],
      [52, 'Left over'],
      [60, 'Nearer'],
      [90, 'Alone'],
      [120, 'New three'],
    ]);
  });

  it('keeps the whole list when a person changed its structure', () => {
    const old = listed([chapterAt(0, 'Old'), chapterAt(300, 'Only this')]);
    expect(rebaseEdits(proposed, { chapters: old, structureEditedAt: after }, requestedAt)).toEqual(old);
    const replaced = rebaseEdits(proposed, { chapters: old, structureEditedAt: before }, requestedAt);
    expect(withoutIds(replaced)).toEqual(proposed);
    expect(rebaseEdits(proposed, { chapters: old, structureEditedAt: before }, 'ever')).toEqual(old);
  });

  it('gives a new chapter the id of the old one within ten seconds, and others their own', () => {
    const old = listed([
      chapterAt(0, 'Old'),
      chapterAt(62, 'Moves'),
      chapterAt(90, 'Mine', { edited: { title: after } }),
    ]);
    const ids = rebaseEdits(proposed, { chapters: old }, requestedAt).map(({ id }) => id);
    expect(ids).toEqual(['0', '62', '90', expect.stringMatching(/.{20}/)]);
  });

  it('keeps the search texts and the search quotes', () => {
    const old = [
      chapterAt(0, 'Old', { searchText: 'An answer.' }),
      chapterAt(62, 'X', { searchQuotes: 'Q' }),
    ];
    expect(merge(old)).toEqual([
      { ...proposed[0], searchText: 'An answer.' },
      { ...proposed[1], searchQuotes: 'Q' },
      proposed[2],
    ]);
  });

  it('numbers a generated title that equals a title of a person', () => {
    const old = [chapterAt(0, 'Old'), chapterAt(90, 'new ONE', { edited: { title: after } })];
    expect(merge(old).map(({ title }) => title)).toEqual(['New one (2)', 'New two', 'new ONE', 'New three']);
  });

  const words = fc.constantFrom('Tea', 'Rain', 'Law', 'Sea', 'Sun', 'Ice', 'Fog', 'Ash');
  const edit = fc.constantFrom(undefined, before, after);
  const edits = fc
    .record(Object.fromEntries(chapterFields.map((field) => [field, edit])))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, at]) => at)) as Chapter['edited']);
  const chapter = fc.record({
    title: words,
    summary: words,
    searchText: words,
    searchQuotes: words,
    edited: edits,
    quotes: fc.array(fc.record({ text: words }), { maxLength: 2 }),
  });
  const lists = (gap: number) =>
    fc
      .array(fc.tuple(fc.integer({ min: gap, max: 40 }), chapter), { minLength: 1, maxLength: 8 })
      .map((all) => {
        let start = 0;
        return all.map(([step, rest], index): Chapter => {
          start = index === 0 ? 0 : start + step;
          return { ...rest, start };
        });
      });
  const fresh = lists(10).map((all) =>
    all.map(({ start }, index) => chapterAt(start, `New ${String(index)}`)),
  );
  const sinces = fc.constantFrom(requestedAt, 'ever' as const);

  it('property: loses no edit and makes a valid list', () => {
    fc.assert(
      fc.property(fresh, lists(1), sinces, (proposals, current, since) => {
        const merged = rebaseEdits(proposals, { chapters: listed(current) }, since);
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
        merged.forEach(({ start }, index) => {
          if (index === 0) expect(start).toBe(0);
          else expect(start).toBeGreaterThan(merged[index - 1]?.start ?? 0);
        });
        const isOwn = (each: Chapter, field: ChapterField) => {
          const at = each.edited?.[field];
          return at !== undefined && (since === 'ever' || at > since);
        };
        for (const each of current) {
          const own = chapterFields.filter((field) => isOwn(each, field));
          const isKept = merged.some(
            (other) =>
              Math.abs(other.start - each.start) < 10 &&
              own.every(
                (field) => other[field] === each[field] && other.edited?.[field] === each.edited?.[field],
              ),
          );
          if (own.length > 0) expect(isKept).toBe(true);
        }
        const free = merged.filter((each) => !isOwn(each, 'title')).map(({ title }) => title.toLowerCase());
        const owned = merged.filter((each) => isOwn(each, 'title')).map(({ title }) => title.toLowerCase());
        expect(new Set(free).size).toBe(free.length);
        expect(free.some((title) => owned.includes(title))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('property: is the new list where nobody edited anything', () => {
    fc.assert(
      fc.property(fresh, fresh, (proposals, current) => {
        expect(withoutIds(rebaseEdits(proposals, { chapters: listed(current) }, 'ever'))).toEqual(proposals);
      }),
    );
  });

  it('keeps the maximum number of chapters, edited ones first', () => {
    const proposals = Array.from({ length: maxChapters }, (_, index) =>
      chapterAt(index * 20, `N${String(index)}`),
    );
    const current = proposals.map(({ start }, index) =>
      chapterAt(index === 0 ? 0 : start + 10, `C${String(index)}`, { edited: { title: after } }),
    );
    const merged = rebaseEdits(proposals, { chapters: listed(current) }, 'ever');
    expect(merged).toHaveLength(maxChapters);
    expect(merged.filter(({ title }) => title.startsWith('C'))).toHaveLength(maxChapters);
  });
});
