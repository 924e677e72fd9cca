import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { placedWords, wordEdges, wordingOf } from './wording.ts';

const wordsOf = (text: string) => placedWords(text).map(({ folded }) => folded);

describe(placedWords, () => {
  it.each([
    ['Don’t, DON´T don‘t: it', ['dont', 'dont', 'dont', 'it']],
    ['Stra\u00DFe STRASSE', ['strasse', 'strasse']],
    ['Zoe\u0308 Zoë Zoe', ['zoë', 'zoë', 'zoe']],
    ['web\u00ADinar web\u200Binar', ['webinar', 'webinar']],
    ['Ｘａｖｉｘ ﬁne', ['xavix', 'fine']],
    ['C++, C# and F#: C++.', ['c++', 'c#', 'and', 'f#', 'c++']],
    ['1+1 a#b', ['1', '1', 'a', 'b']],
    ['.NET (.net) ASP.NET wait... .5 ...and', ['.net', '.net', 'asp', 'net', 'wait', '5', 'and']],
    ['cuber-netties AT&T Node.js', ['cuber', 'netties', 'at', 't', 'node', 'js']],
    ['Xavixの設定', ['xavix', 'の', '設定']],
    ['我们用React和C++写.NET', ['我们', '用', 'react', '和', 'c++', '写', '.net']],
    ['3月に ｶﾞｽ', ['3', '月', 'に', 'ガス']],
    ['เราไปเชียงไหมกัน', ['เรา', 'ไป', 'เชียง', 'ไหม', 'กัน']],
    ['ខ្ញុំចូលចិត្តភ្នំពេញ', ['ខ្ញុំ', 'ចូលចិត្ត', 'ភ្នំពេញ']],
  ])('of %j are %j', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  it('property: are in order, apart, and not empty', () => {
    const unit = fc.constantFrom(
      ...Array.from("aÉ9\u0301_'’.+#!ß -\u00AD\u200Bのカ価ไ\u3099\u{20000}"),
      'ក',
      '👩‍👩‍👧',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        let last = 0;
        for (const { from, to } of placedWords(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

test.each([
  ['Xavixの設定', [0, 5, 6, 8]],
  ['東京都', [0, 2, 3]],
  ["don't_x", [0, 3, 4, 7]],
  ['𝒜𝒜 b', [0, 4, 5, 6]],
])('words of %j may begin or end at %j', (text, expected) => {
  const isEdge = wordEdges(text);
  const edges = [...Array(text.length + 1).keys()].filter(isEdge);
  expect(edges.filter((at) => !/^[\uDC00-\uDFFF]/.test(text.slice(at)))).toEqual(expected);
});

test.each([
  ['“Yahoo!”', 'yahoo!'],
  ['Acme Inc.', 'acme inc'],
  ['Go—to market?', 'go-to market'],
])('the wording of %j is %j', (text, expected) => {
  expect(wordingOf(text).folded).toBe(expected);
});

test.each(['a', '+', 'a+', '.', "a'", 'a\u00AD', '価', 'ไ', 'カ\u3099', '\u0301', 'の\u200B', '.a'])(
  'a text of %j takes twice the time when it is twice as long',
  (unit) => {
    const prepare = (size: number) => unit.repeat(size / unit.length);
    expect(doublingRatio(30_000, prepare, placedWords)).toBeLessThan(linearRatio);
  },
);
