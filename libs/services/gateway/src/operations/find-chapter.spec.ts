import { findChapter } from './find-chapter.ts';

const chapters = [0, 250.48, 250.9, 300].map((start, index) => ({
  start,
  title: String(index),
  summary: '',
  searchText: '',
  quotes: [],
}));

describe(findChapter, () => {
  it.each([
    ['00:04:10', 1, '1'],
    ['00:04:10', 2, '2'],
    ['00:05:00', 3, '3'],
    // The list has changed since it was read: the start identifies the chapter.
    ['00:05:00', 0, '3'],
    ['00:04:10', 3, '1'],
    ['00:05:00', 99, '3'],
  ])('finds %s at index %d', (start, selIndex, title) => {
    expect(findChapter(chapters, { start, selIndex })?.title).toBe(title);
  });

  it('does not find a chapter of another second', () => {
    expect(findChapter(chapters, { start: '00:04:11', selIndex: 1 })).toBeUndefined();
    expect(findChapter([], { start: '00:00:00', selIndex: 0 })).toBeUndefined();
  });
});
