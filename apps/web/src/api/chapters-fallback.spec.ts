/** @jest-environment node */
import { aVideo } from '../testing/a-video.ts';
import { hasUnreadChapters, withEarlierChapters } from './chapters-fallback.ts';

const earlier = aVideo({ version: 4, searchSummary: 'Context.', summary: 'All of it.' });
const bare = aVideo({
  title: 'New',
  chapters: [],
  chaptersMissing: true,
  version: 0,
  summary: '',
  vtt: '',
});

it('a record without chapters keeps those that were read before, and stays marked as incomplete', () => {
  expect(withEarlierChapters(bare, earlier)).toEqual({ ...earlier, title: 'New', chaptersMissing: true });
  expect(hasUnreadChapters(withEarlierChapters(bare, earlier))).toBe(false);
});

it.each([
  ['no chapters are known', bare, undefined],
  ['it is another video', bare, { ...earlier, id: 'other' }],
  ['it has chapters', { ...earlier, chapters: [] }, earlier],
])('a record is returned unchanged when %s', (_when, fresh, before) => {
  expect(withEarlierChapters(fresh, before)).toBe(fresh);
});

it('a video without chapters has no unread chapters', () => {
  expect(hasUnreadChapters(bare)).toBe(true);
  expect(hasUnreadChapters(aVideo({ chapters: [] }))).toBe(false);
});
