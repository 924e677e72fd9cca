/** @jest-environment node */
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
