import type { PublicChapter } from './portal-view.ts';
import { chapterTitles } from './structured-data.ts';

test('a description lists what chapters are about, not plain titles', () => {
  const chapter = (title: string): PublicChapter => ({ start: 0, end: 60, title, summary: '', quotes: [] });
  expect(chapterTitles(['Prices', 'Part 2 · 02:56', 'Teil 3 · 01:02:03'].map(chapter))).toEqual(['Prices']);
});
