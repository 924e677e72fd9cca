import { languageTagOf, sentLanguageOf } from './spoken-languages.ts';

it.each([
  ['german', 'de'],
  ['English', 'en'],
  ['fr', 'fr'],
  ['pt-BR', 'pt'],
  ['zh_cn', 'zh'],
  ['iw', 'he'],
  ['hebrew', 'he'],
  ['javanese', 'jv'],
  ['deu', 'de'],
  ['cantonese', 'yue'],
  ['Chinese (Simplified)', 'zh'],
  ['Spanish; Castilian', 'es'],
  ['<|haw|>', 'haw'],
  ['fil', 'tl'],
  ['nob', 'no'],
  ['und', undefined],
  ['qqq', undefined],
  ['Klingon', undefined],
  ['', undefined],
  [null, undefined],
])('%p is %p', (told, tag) => expect(languageTagOf(told)).toBe(tag));

it.each([
  ['he', 'he'],
  ['iw', 'he'],
  ['jv', 'jw'],
  ['fr-CA', 'fr'],
  ['yue', 'yue'],
])('%p is sent as %p', (tag, sent) => expect(sentLanguageOf(tag)).toBe(sent));
