/** @jest-environment node */
import type { ContentItem } from '@vault/contracts';
import { contentsText, otherTracks } from './contents-text.ts';

const item = (kind: ContentItem['kind'], change: Partial<ContentItem> = {}): ContentItem => {
  return { kind, language: '', title: '', isUsed: false, ...change };
};

test('says nothing of a file with one picture and one sound', () => {
  expect(contentsText([])).toBe('');
  expect(contentsText([item('picture', { isUsed: true }), item('sound', { isUsed: true })])).toBe('');
});

test('says what comes from the file, and how to get other chapters', () => {
  const captions = item('subtitles', { isUsed: true, language: 'en' });
  const chapters = item('chapters', { isUsed: true, count: 12 });
  expect(contentsText([captions])).toBe('Captions come from the file.');
  expect(contentsText([chapters])).toBe(
    'Chapters come from the file. Regenerate creates different chapters.',
  );
  expect(contentsText([captions, chapters])).toBe(
    'Captions and chapters come from the file. Regenerate creates different chapters.',
  );
});

test('names further tracks by their number, title, language and form', () => {
  const tracks = [
    item('picture', { isUsed: true }),
    item('sound', { title: 'Desktop', channels: 2 }),
    item('sound', { isUsed: true, channels: 1 }),
    item('picture', { width: 1280, height: 720 }),
    item('sound', { language: 'de', channels: 6 }),
  ];
  expect(contentsText(tracks)).toBe(
    'In the file, not used: audio track 1 (Desktop, stereo), video track 2 (1280 × 720), audio track 3 (German, 6 channels).',
  );
});

test('a track that cannot be read is named with the reason, and is not offered', () => {
  const tracks = [
    item('sound', { isUsed: true, index: 1 }),
    item('sound', { index: 2, channels: 2, reason: 'unreadable' }),
    item('sound', { index: 3, language: 'de' }),
  ];
  expect(contentsText(tracks)).toBe(
    'In the file, not used: audio track 2 (stereo, not readable), audio track 3 (German).',
  );
  expect(otherTracks(tracks, 'sound')).toEqual([{ index: 3, name: 'audio track 3 (German)' }]);
});

test('a picture or sound that the video lacks is said first, and what cannot be read is named first', () => {
  const tracks = [
    item('picture', { index: 0, reason: 'unreadable' }),
    item('sound', { index: 1, isUsed: true }),
    item('sound', { index: 2, reason: 'empty' }),
    ...['de', 'fr', 'it'].map((language) => item('subtitles', { language, reason: 'other' })),
  ];
  expect(contentsText(tracks)).toBe(
    'The picture of the file cannot be read, so the video has none. The file is kept. ' +
      'In the file, not used: video track 1 (not readable), audio track 2 (nothing in it), German subtitles (others are used), 2 more.',
  );
});

test('says that a recording was not finished', () => {
  const tracks = [
    item('picture', { isUsed: true, reason: 'cut' }),
    item('sound', { isUsed: true, reason: 'cut' }),
  ];
  expect(contentsText(tracks)).toBe(
    'The recording was not finished: the video ends where its recorder stopped.',
  );
});

test('names what is not used, with the reason, and counts the rest', () => {
  const subtitles = (language: string, reason: ContentItem['reason']) =>
    item('subtitles', { language, ...(reason && { reason }) });
  expect(contentsText([subtitles('de', 'language'), item('chapters', { count: 12 })])).toBe(
    'In the file, not used: German subtitles (another language), 12 chapters.',
  );
  const five = ['en', '', 'fr', 'xx-invalid-code', 'it'].map((code) => subtitles(code, 'picture'));
  expect(contentsText(five)).toBe(
    'In the file, not used: English subtitles (pictures, not text), subtitles (pictures, not text), French subtitles (pictures, not text), 2 more.',
  );
});
