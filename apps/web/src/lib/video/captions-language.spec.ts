import { captionsLanguageOf } from './captions-language.ts';

test.each([
  ['of the host', { captionsSource: 'host', captionsLanguage: 'de' }, 'de'],
  ['of a person, in the language of its words', { captionsSource: 'upload', captionsLanguage: 'en' }, 'fr'],
  ['of the host that does not know it', { captionsSource: 'host', captionsLanguage: 'und' }, 'fr'],
] as const)('captions %s', (_, captions, language) => {
  const chaptersOrigin = { language: 'fr', method: 'statistics' } as const;
  expect(captionsLanguageOf({ ...captions, chaptersOrigin })).toBe(language);
});

test('captions of which nothing is known are called English', () => {
  expect(captionsLanguageOf({ captionsSource: 'upload' })).toBe('en');
  const chaptersOrigin = { language: 'und', method: 'statistics' } as const;
  expect(captionsLanguageOf({ captionsSource: 'host', chaptersOrigin })).toBe('en');
});
