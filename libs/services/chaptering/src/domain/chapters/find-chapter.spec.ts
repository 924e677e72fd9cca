import { findChapter } from './find-chapter.ts';

const chapters = [0, 250.48, 250.9, 300].map((start, index) => ({ start, title: String(index) }));

describe(findChapter, () => {
  it.each([
    [250, 1, '1'],
    [250, 2, '2'],
    [250.48, undefined, '1'],
    [300, 3, '3'],
    // The list has changed since it was read: the start identifies the chapter.
    [300, 0, '3'],
    [250, 3, '1'],
    [300, 99, '3'],
    [undefined, 2, '2'],
  ])('finds %s at index %s', (chapterStart, chapterIndex, title) => {
    expect(findChapter(chapters, { chapterStart, chapterIndex })?.title).toBe(title);
  });

  it('does not find a chapter of another second or index', () => {
    expect(findChapter(chapters, { chapterStart: 251, chapterIndex: 1 })).toBeUndefined();
    expect(findChapter(chapters, { chapterIndex: 4 })).toBeUndefined();
    const none: typeof chapters = [];
    expect(findChapter(none, { chapterStart: 0, chapterIndex: 0 })).toBeUndefined();
  });
});
