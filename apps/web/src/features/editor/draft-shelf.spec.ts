import { jest } from '@jest/globals';
import { StoredDrafts } from './draft-shelf.ts';
import type { FieldEdit } from './lay-edits.ts';

const key = 'drafts:session-1';
function anEdit(start: string, value = 'Mine'): FieldEdit {
  return { start, field: 'title', value, known: ['Title'], chapterTitle: 'Title' };
}

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('what is written is read by the next page', () => {
  new StoredDrafts('session-1').write([anEdit('00:00:00')]);
  expect(new StoredDrafts('session-1').read()).toEqual([anEdit('00:00:00')]);
  expect(new StoredDrafts('session-2').read()).toEqual([]);
});

test('a page takes away only what it put there', () => {
  const [one, other] = [new StoredDrafts('session-1'), new StoredDrafts('session-1')];
  one.write([anEdit('00:00:00')]);
  other.write([anEdit('00:05:00')]);
  one.write([]);
  expect(new StoredDrafts('session-1').read()).toEqual([anEdit('00:05:00')]);
  other.write([]);
  expect(localStorage.getItem(key)).toBeNull();
});

test.each([
  'not json',
  'null',
  '{"version":2,"edits":[]}',
  '{"version":1,"at":1,"edits":[{"start":"00:00:00","field":"title","value":5,"known":[],"chapterTitle":""}]}',
  '{"version":1,"at":1,"edits":[{"start":"00:00:00","field":"owner","value":"a","known":["b"],"chapterTitle":""}]}',
])('storage that says %p holds no drafts', (text) => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.setItem(key, text);
  expect(new StoredDrafts('session-1').read()).toEqual([]);
});

test('drafts of many videos do not pile up', () => {
  for (let index = 0; index < 30; index += 1) new StoredDrafts(`video-${index}`).write([anEdit('00:00:00')]);
  expect(Object.keys(localStorage)).toHaveLength(20);
  expect(new StoredDrafts('video-29').read()).toHaveLength(1);
});

test('more than there is place for is told, not thrown', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  new StoredDrafts('session-1').write([anEdit('00:00:00', 'a'.repeat(500_000))]);
  expect(localStorage.getItem(key)).toBeNull();
  expect(warn).toHaveBeenCalled();
});
