import { jest } from '@jest/globals';
import { StoredDrafts } from '../../../lib/drafts/stored-drafts.ts';
import { chapterDrafts } from './chapter-drafts.ts';
import type { FieldEdit } from './rebase-edits.ts';

const key = 'drafts:session-1';
function anEdit(start: string, value = 'Mine'): FieldEdit {
  return { start, field: 'title', value, seenValues: ['Title'], chapterTitle: 'Title' };
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

test('stored edits are read by the next page', () => {
  new StoredDrafts(chapterDrafts, 'session-1').write([anEdit('00:00:00')]);
  expect(new StoredDrafts(chapterDrafts, 'session-1').read()).toEqual([anEdit('00:00:00')]);
  expect(new StoredDrafts(chapterDrafts, 'session-2').read()).toEqual([]);
});

test('a page removes only the edits that it stored', () => {
  const [one, other] = [
    new StoredDrafts(chapterDrafts, 'session-1'),
    new StoredDrafts(chapterDrafts, 'session-1'),
  ];
  one.write([anEdit('00:00:00')]);
  other.write([anEdit('00:05:00')]);
  one.write([]);
  expect(new StoredDrafts(chapterDrafts, 'session-1').read()).toEqual([anEdit('00:05:00')]);
  other.write([]);
  expect(localStorage.getItem(key)).toBeNull();
});

test.each([
  'not json',
  'null',
  '{"version":2,"edits":[]}',
  '{"version":1,"at":1,"edits":[{"start":"00:00:00","field":"title","value":5,"seenValues":[],"chapterTitle":""}]}',
  '{"version":1,"at":1,"edits":[{"start":"00:00:00","field":"owner","value":"a","seenValues":["b"],"chapterTitle":""}]}',
])('ignores an invalid stored value: %p', (text) => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.setItem(key, text);
  expect(new StoredDrafts(chapterDrafts, 'session-1').read()).toEqual([]);
});

test('keeps the drafts of at most 20 videos', () => {
  for (let index = 0; index < 30; index += 1)
    new StoredDrafts(chapterDrafts, `video-${index}`).write([anEdit('00:00:00')]);
  expect(Object.keys(localStorage)).toHaveLength(20);
  expect(new StoredDrafts(chapterDrafts, 'video-29').read()).toHaveLength(1);
});

test('drafts over the size limit are logged and do not throw', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  new StoredDrafts(chapterDrafts, 'session-1').write([anEdit('00:00:00', 'a'.repeat(500_000))]);
  expect(localStorage.getItem(key)).toBeNull();
  expect(warn).toHaveBeenCalled();
});
