/** @jest-environment node */
import type { Chapter } from '@vault/contracts';
import {
  addedStart,
  changeChapters,
  chaptersAround,
  snapStart,
  startBounds,
  stepStart,
} from './chapter-structure.ts';
import type { ChangedChapters, StructureChange } from './chapter-structure.ts';

const quote = (timecode: string) => ({ quote: `At ${timecode}`, timecode });
const chapter = (start: string, title: string, more: Partial<Chapter> = {}): Chapter => ({
  start,
  title,
  summary: `About ${title}`,
  search: '',
  quote: [],
  ...more,
});
const chapters = [
  chapter('00:00:00', 'One', { quote: [quote('00:00:05'), quote('00:00:45'), 'No time'] }),
  chapter('00:01:00', 'Two', { quote: [quote('00:01:05')], search: 'Second' }),
  chapter('00:02:00', 'Three', { quote: [quote('00:02:05')], search: 'Third' }),
];
const rules = { duration: 180, lineStarts: [0, 8, 22, 41, 58, 66, 90, 118, 150] };
const apply = (change: StructureChange, list = chapters, by = rules) => changeChapters(list, change, by);
const applied = (change: StructureChange, list = chapters, by = rules) => {
  const result = apply(change, list, by);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};
const outline = ({ chapters }: ChangedChapters) => chapters.map(({ start, title }) => `${start} ${title}`);

describe('a chapter is added', () => {
  test('with the line that is spoken, with a title of its own and the later quotes', () => {
    const once = applied({ kind: 'add', at: 44 });
    expect(outline(once)).toEqual(['00:00:00 One', '00:00:41 New chapter', '00:01:00 Two', '00:02:00 Three']);
    expect(once.start).toBe('00:00:41');
    expect(once.chapters[0]!.quote).toEqual([quote('00:00:05'), 'No time']);
    expect(once.chapters[0]!.summary).toBe('About One');
    expect(once.chapters[1]!.quote).toEqual([quote('00:00:45')]);
    expect(applied({ kind: 'add', at: 95 }, [...once.chapters]).chapters[3]!.title).toBe('New chapter 2');
  });

  test('at the playhead when the line is too close to a start, and with no transcript', () => {
    expect(addedStart(chapters, 12, rules)).toEqual({ at: 12, isLine: false });
    expect(addedStart(chapters, 44.9, { ...rules, lineStarts: [] })).toEqual({ at: 44, isLine: false });
  });

  test.each([
    [5, 'A chapter lasts at least 10 seconds: this one has just started.'],
    [55, 'A chapter lasts at least 10 seconds: the next one starts too soon.', []],
    [175, 'A chapter lasts at least 10 seconds: the video ends too soon.', []],
  ])('not at %p seconds', (at, problem, lineStarts: readonly number[] = rules.lineStarts) => {
    expect(apply({ kind: 'add', at }, chapters, { ...rules, lineStarts: [...lineStarts] })).toEqual({
      problem,
    });
  });

  test('not when there are as many as a video may have', () => {
    const many = Array.from({ length: 300 }, (_, index) => chapter(`00:00:${String(index)}`, String(index)));
    expect(apply({ kind: 'add', at: 44 }, many)).toEqual({ problem: 'A video has at most 300 chapters.' });
  });
});

describe('merging', () => {
  test('keeps title and summary of the first, the quotes of both, and joins the search texts', () => {
    const { chapters: list, start, text } = applied({ kind: 'merge', start: '00:01:00' });
    expect(start).toBe('00:01:00');
    expect(list).toHaveLength(2);
    expect(list[1]).toEqual({
      ...chapters[1]!,
      quote: [quote('00:01:05'), quote('00:02:05')],
      search: 'Second\n\nThird',
    });
    expect(text).toBe('“Three” was merged into “Two”.');
  });

  test('says that a joined search text was cut', () => {
    const long = chapters.map((each) => ({ ...each, search: 'x'.repeat(3000) }));
    const { chapters: list, text } = applied({ kind: 'merge', start: '00:00:00' }, long);
    expect(list[0]!.search).toHaveLength(4000);
    expect(text).toMatch(/was cut at 4000 characters/);
  });

  test('is refused for the last chapter, and for too many quotes', () => {
    expect(apply({ kind: 'merge', start: '00:02:00' })).toEqual({ problem: 'This is the last chapter.' });
    const full = chapters.map((each) => ({ ...each, quote: Array.from({ length: 11 }, String) }));
    expect(apply({ kind: 'merge', start: '00:00:00' }, full)).toEqual({
      problem: 'Together they have more than 20 quotes.',
    });
  });
});

test('a deleted chapter leaves its time to the one before; the first cannot be deleted', () => {
  const deleted = applied({ kind: 'delete', start: '00:01:00' });
  expect(outline(deleted)).toEqual(['00:00:00 One', '00:02:00 Three']);
  expect(deleted.start).toBe('00:00:00');
  expect(apply({ kind: 'delete', start: '00:00:00' })).toHaveProperty('problem');
  expect(apply({ kind: 'delete', start: '00:00:30' })).toHaveProperty('problem');
});

describe('a start is moved', () => {
  test('later and earlier, with the quotes of the time between, also back again', () => {
    const later = applied({ kind: 'move', start: '00:01:00', to: 90 });
    expect(outline(later)).toEqual(['00:00:00 One', '00:01:30 Two', '00:02:00 Three']);
    expect(later.chapters[0]!.quote).toEqual([...chapters[0]!.quote, quote('00:01:05')]);
    expect(later.chapters[1]!.quote).toEqual([]);
    const back = applied({ kind: 'move', start: '00:01:30', to: 60 }, [...later.chapters]);
    expect(back.chapters).toEqual(chapters);
    const earlier = applied({ kind: 'move', start: '00:01:00', to: 41 });
    expect(earlier.chapters[1]!.quote).toEqual([quote('00:00:45'), quote('00:01:05')]);
  });

  test('is clamped between its neighbours and the end, and refused where there is no room', () => {
    const moved = (start: string, to: number) => applied({ kind: 'move', start, to }).start;
    expect(moved('00:01:00', -5)).toBe('00:00:10');
    expect(moved('00:01:00', 500)).toBe('00:01:50');
    expect(moved('00:02:00', 500)).toBe('00:02:50');
    const close = [chapter('00:00:00', 'A'), chapter('00:00:05', 'B'), chapter('00:00:15', 'C')];
    expect(apply({ kind: 'move', start: '00:00:05', to: 6 }, close)).toHaveProperty('problem');
    expect(apply({ kind: 'move', start: '00:00:00', to: 6 })).toHaveProperty('problem');
  });

  test('by steps of lines or seconds, and to the nearest line within its bounds', () => {
    const bounds = startBounds(chapters, 1, rules);
    expect(bounds).toEqual({ first: 10, last: 110 });
    expect(stepStart(60, 1, bounds, rules.lineStarts)).toBe(66);
    expect(stepStart(60, -1, bounds, rules.lineStarts)).toBe(58);
    expect(stepStart(90, 1, bounds, rules.lineStarts)).toBe(110);
    expect(stepStart(60, -1, bounds, [])).toBe(59);
    expect(snapStart(84, bounds, rules.lineStarts)).toBe(90);
    expect(snapStart(2, bounds, rules.lineStarts)).toBe(22);
    expect(snapStart(500, bounds, [])).toBe(110);
  });
});

test('a change reads the chapter it changes and its neighbours', () => {
  const titles = (change: StructureChange) => chaptersAround(chapters, change).map(({ title }) => title);
  expect(titles({ kind: 'add', at: 70 })).toEqual(['One', 'Two', 'Three']);
  expect(titles({ kind: 'delete', start: '00:00:00' })).toEqual(['One', 'Two']);
  expect(titles({ kind: 'delete', start: '00:00:07' })).toEqual([]);
});
