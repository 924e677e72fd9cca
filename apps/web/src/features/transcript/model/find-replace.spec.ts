/** @jest-environment node */
import { foldText } from '@vault/contracts';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { findInLines, indexLines } from './find-in-lines.ts';
import { withChanges } from './line-changes.ts';
import { findPlaces, placesLimit, replacePlaces } from './find-replace.ts';

const line = (at: number, text: string) => ({ start: at * 2, end: at * 2 + 2, text });
const lines = ['The cat and the Cat', 'concat (cat)', 'Über die\nGrenze', 'cat'].map((text, at) =>
  line(at, text),
);
const found = (query: string, change = {}) =>
  findPlaces(lines, query, { isCaseMatched: false, areWholeWords: true, ...change }).places.map(
    ({ line: at, from, to }) => `${String(at)}:${lines[at]!.text.slice(from, to)}`,
  );

test('whole words are found in any case, also beside punctuation and line breaks', () => {
  expect(found('cat')).toEqual(['0:cat', '0:Cat', '1:cat', '3:cat']);
  expect(found('cat', { isCaseMatched: true })).toEqual(['0:cat', '1:cat', '3:cat']);
  expect(found('cat', { areWholeWords: false })).toEqual(['0:cat', '0:Cat', '1:cat', '1:cat', '3:cat']);
  expect(found('über')).toEqual(['2:Über']);
  expect(found('ber')).toEqual([]);
  expect(found(' die  grenze ')).toEqual(['2:die\nGrenze']);
  expect(found(' ')).toEqual([]);
});

test.each([
  ['Don’t forget', "don't forget"],
  ['I met Zoe\u0308 Mu\u0308ller', 'Zoë Müller'],
  ['the web\u00ADinar begins', 'webinar'],
  ['our go‑to‑market plan', 'go-to-market'],
  ['die Straße dort', 'STRASSE'],
  ['the Ｘａｖｉｘ way', 'xavix'],
  ['zero\u200Bwidth it', 'zerowidth'],
  ['Xavixの設定', 'Xavix'],
  ['東京都に行く', '東京'],
  ['เราไปเชียงใหม่กัน', 'เชียงใหม่'],
])('in %j, %j is found where the search finds it', (text, query) => {
  const options = { isCaseMatched: false, areWholeWords: true };
  const { places } = findPlaces([line(0, text)], query, options);
  expect(places).toHaveLength(1);
  const { from, to } = places[0]!;
  expect(foldText(text.slice(from, to))).toBe(foldText(query));
});

test('no part of a character is a place, and no part of a word in a script without spaces', () => {
  const countIn = (text: string, query: string, areWholeWords: boolean) =>
    findPlaces([line(0, text)], query, { isCaseMatched: false, areWholeWords }).places.length;
  expect([countIn('Straße', 's', false), countIn('eﬃcient', 'ic', false)]).toEqual([1, 0]);
  expect([countIn('ทานกาแฟ', 'กา', true), countIn('ทานกาแฟ', 'กาแฟ', true)]).toEqual([0, 1]);
});

test('the case of accents and ligatures is matched too', () => {
  const countIn = (text: string, query: string) =>
    findPlaces([line(0, text)], query, { isCaseMatched: true, areWholeWords: true }).places.length;
  expect([countIn('Zoë  Müller', 'Zoe Muller'), countIn('zoë müller', 'Zoe Muller')]).toEqual([1, 0]);
});

test('property: without options, the places are what the search finds', () => {
  const unit = fc.constantFrom('a', 'B', 'b', ' ', ' ', '\n', 'é', 'e', '’', "'", '-', '‑', '設');
  const text = fc.string({ unit, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (texts, query) => {
      const some = texts.map((each, at) => line(at, each));
      const { places, inTwoLines } = findPlaces(some, query, { isCaseMatched: false, areWholeWords: false });
      const hits = findInLines(indexLines(texts), query);
      const longer = hits.filter(
        ({ line: at, to }) => to > (indexLines(texts).starts[at + 1] ?? Infinity) - 1,
      );
      expect(places).toHaveLength(hits.length - longer.length);
      expect(inTwoLines).toBeLessThanOrEqual(longer.length);
    }),
  );
});

test.each([
  ['a', 'a'],
  ['a ', 'a a'],
  ['é', 'ee'],
  ['設', '設設'],
])('a line of %j takes twice the time when it is twice as long', (unit, query) => {
  const prepare = (size: number) => [line(0, unit.repeat(size))];
  const options = { isCaseMatched: true, areWholeWords: true };
  expect(doublingRatio(10_000, prepare, (some) => findPlaces(some, query, options))).toBeLessThan(
    linearRatio,
  );
});

test('characters of patterns are searched as they are', () => {
  expect(found('(cat)')).toEqual(['1:(cat)']);
  for (const sign of '$()*+./?[\\]^{|}-') expect(found(`c${sign}t`)).toEqual([]);
});

test('chosen places are replaced as typed; a line without words is removed', () => {
  const { places } = findPlaces(lines, 'cat', { isCaseMatched: false, areWholeWords: true });
  const { changes, count } = replacePlaces(lines, [places[0]!, places[3]!], '$&');
  expect(count).toBe(2);
  expect(withChanges(lines, changes)?.map(({ text }) => text)).toEqual([
    'The $& and the Cat',
    'concat (cat)',
    'Über die\nGrenze',
    '$&',
  ]);
  const removal = replacePlaces(lines, places, '');
  expect(removal.count).toBe(4);
  expect(withChanges(lines, removal.changes)?.map(({ text }) => text)).toEqual([
    'The and the',
    'concat ()',
    'Über die\nGrenze',
  ]);
});

test('a line that would be too long stays, and is not counted', () => {
  const { places } = findPlaces(lines, 'cat', { isCaseMatched: true, areWholeWords: true });
  expect(replacePlaces(lines, places, 'a'.repeat(495))).toMatchObject({ count: 1 });
});

test('no more than 2,000 places at once', () => {
  const many = Array.from({ length: 30 }, (_, at) => line(at, 'cat '.repeat(100)));
  const { places, areMore } = findPlaces(many, 'cat', { isCaseMatched: false, areWholeWords: true });
  expect([places.length, areMore]).toEqual([placesLimit, true]);
});

test('places that begin in one line and end in the next are counted', () => {
  const options = { isCaseMatched: false, areWholeWords: true };
  const countOf = (query: string) => findPlaces(lines, query, options).inTwoLines;
  expect(['cat concat', '(cat) über die', 'die grenze', 'cat', 'at con'].map(countOf)).toEqual([
    1, 1, 0, 0, 0,
  ]);
});
