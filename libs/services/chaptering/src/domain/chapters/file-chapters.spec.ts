import type { Cue } from './chapter.ts';
import { toFileChapters } from './file-chapters.ts';

const words = (start: number, text: string): Cue => ({ start, end: start + 5, text });
const listed = (...starts: number[]) => starts.map((start) => ({ start, text: `At ${String(start)}` }));
const startsOf = (list: { start: number; text: string }[], duration = 100) =>
  toFileChapters(list, [], duration).map(({ start }) => start);

describe(toFileChapters, () => {
  it('keeps titles, also equal ones, and summarises each chapter in words of it', () => {
    const list = [
      { start: 0, text: 'Questions' },
      { start: 40.4, text: 'Questions' },
      { start: 70, text: 'End' },
    ];
    const cues = [words(2, 'The harvest of tea begins.'), words(45, 'A server answers requests.')];
    expect(toFileChapters(list, cues, 100)).toEqual([
      { start: 0, title: 'Questions', summary: 'The harvest of tea begins.', searchText: '', quotes: [] },
      { start: 40, title: 'Questions', summary: 'A server answers requests.', searchText: '', quotes: [] },
      {
        start: 70,
        title: 'End',
        searchText: '',
        quotes: [],
        summary: 'No words were recognised in this chapter.',
      },
    ]);
  });

  it('starts are sorted whole seconds inside the video', () => {
    expect(startsOf(listed(60, 20, -5, 20.2, 99.9, 130))).toEqual([0, 20, 60]);
    expect(startsOf(listed(0, 500), 0)).toEqual([0, 500]);
  });

  it('the first chapter starts at 0, with an introduction where there is a longer time before it', () => {
    expect(startsOf(listed(4, 30))).toEqual([0, 30]);
    expect(toFileChapters(listed(12, 30), [], 100).map(({ start, title }) => [start, title])).toEqual([
      [0, 'Introduction'],
      [12, 'At 12'],
      [30, 'At 30'],
    ]);
  });

  it('titles are plain text of limited length, and never empty', () => {
    const list = [
      { start: 0, text: '<img src=x onerror=alert(1)>Tea\u202e [click](http://x)' },
      { start: 20, text: ' <b></b> ' },
      { start: 40, text: 'word '.repeat(100) },
    ];
    const titles = toFileChapters(list, [], 100).map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(['Tea click', 'Chapter 2']);
    expect(titles[2]?.length).toBeLessThanOrEqual(100);
  });

  it('there are at most 300, and none where fewer than two are inside the video', () => {
    const many = listed(...Array.from({ length: 5_000 }, (_, index) => index));
    expect(toFileChapters(many, [], 10_000)).toHaveLength(300);
    expect(toFileChapters(listed(3), [], 100)).toEqual([]);
    expect(toFileChapters(listed(0, 400), [], 100)).toEqual([]);
  });
});
