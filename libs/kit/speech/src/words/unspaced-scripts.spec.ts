import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { breaksIn, joinWords, withoutInnerSpaces } from './unspaced-scripts.ts';

it.each([
  ['皆|さん|こんにちは|。', '皆さんこんにちは。'],
  ['今日|は|Google|Cloud|です', '今日はGoogle Cloudです'],
  ['今|年|は|2|0|2|4|年', '今年は2024年'],
  ['大家|好|，|我们|用|GitHub|Actions', '大家好，我们用GitHub Actions'],
  ['สวัสดี|ครับ|ใช้|Google|Cloud|ได้', 'สวัสดีครับใช้ Google Cloud ได้'],
  ['안녕하세요|여러분', '안녕하세요 여러분'],
  ['Hello|,|world', 'Hello , world'],
  [' Wel|come| every|body|.', 'Welcome everybody.'],
  ['a| b', 'a b'],
  ['', ''],
])('%j becomes %j', (words, text) => expect(joinWords(words.split('|'))).toBe(text));

it.each([
  ['今天 天气 很 好', '今天天气很好'],
  ['皆 さ ん AI で す', '皆さん AI です'],
  ['大家好今天 我们来说价格', '大家好今天 我们来说价格'],
  ['안녕 하세요', '안녕 하세요'],
  ['Good morning', 'Good morning'],
])('of %j, %j stays', (text, found) => expect(withoutInnerSpaces(text)).toBe(found));

test('property: words keep their characters, and breaks rise and lie within the text', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('皆', 'さん', '。', 'ไทย', 'ok', ' go', '。」', '𠀋'));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = joinWords(words);
      expect(text.replace(/\s/g, '')).toBe(words.join('').replace(/\s/g, ''));
      const breaks = breaksIn(text);
      expect(breaks).toEqual([...new Set(breaks)].sort((one, other) => one - other));
      expect(breaks.every((at) => at > 0 && at < text.length)).toBe(true);
    }),
  );
});

test('twice as many words take twice as long', () => {
  const wordsOf = (size: number) => Array.from({ length: size }, () => '価格');
  expect(doublingRatio(5_000, wordsOf, (words) => breaksIn(joinWords(words)))).toBeLessThan(linearRatio);
});
