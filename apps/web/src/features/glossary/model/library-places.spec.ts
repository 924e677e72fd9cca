/** @jest-environment node */
import type { GlossaryPlace } from '@vault/contracts';
import { byVideo, changesOf, countLines, keyOf } from './library-places.ts';

const place = (videoId: string, start: number): GlossaryPlace => ({
  videoId,
  title: `Talk ${videoId}`,
  before: [{ start, end: start + 2, text: 'Pikachti says' }],
  after: [{ start, end: start + 2, text: 'Piketty says' }],
  words: [{ found: 'Pikachti', term: 'Piketty' }],
  isConfirmed: true,
});
const places = [place('a', 1), place('b', 1), place('a', 4)];

test('places are grouped by video, in their order', () => {
  const videos = byVideo(places);
  expect(videos.map(({ videoId, title, places: own }) => [videoId, title, own.length])).toEqual([
    ['a', 'Talk a', 2],
    ['b', 'Talk b', 1],
  ]);
  expect(new Set(places.map(keyOf)).size).toBe(3);
});

test('chosen places become changes', () => {
  const videos = changesOf(byVideo(places), ({ before }) => before[0]!.start > 1);
  expect(videos).toEqual([
    { videoId: 'a', title: 'Talk a', changes: [{ before: places[2]!.before, after: places[2]!.after }] },
  ]);
  expect(countLines(videos)).toBe(1);
});
