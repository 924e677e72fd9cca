import type { ContentItem } from '@vault/contracts';
import { contentsText } from './contents-text.ts';

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
  expect(contentsText([chapters])).toBe('Chapters come from the file. Regenerate makes others.');
  expect(contentsText([captions, chapters])).toBe(
    'Captions and chapters come from the file. Regenerate makes others.',
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
