import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import type { Cue } from '../chapters/chapter.ts';
import { editTranscript } from '../transcript/edit-transcript.ts';
import { GlossaryMatcher } from './glossary-matcher.ts';
import { glossaryPlaces, withPlaces } from './glossary-places.ts';
import type { GlossaryTerm } from './glossary-term.ts';

const term = (name: string, wrongForms: string[], isCaseSensitive = false): GlossaryTerm => ({
  ...{ id: name, term: name, wrongForms, isCaseSensitive },
});
const linesOf = (...texts: string[]): Cue[] =>
  texts.map((text, index) => ({ start: index * 4, end: index * 4 + 4, text }));
const matcher = new GlossaryMatcher([
  term('Piketty', ['Pikachti', 'pick Eddie']),
  term('Kubernetes', ['cuban eddies']),
  term('Thomas Piketty', ['Tomas Pikatti', 'the economist']),
  term('Apple', ['apple', 'APPLE'], true),
  term('Node.js', ['node js', 'notes']),
  term('Acme Inc.', ['acne inc']),
  term('C#', ['see sharp']),
  term('C++', ['see plus plus']),
  term('Disney+', ['Disney plus', 'disney-pluss']),
  term('.NET', ['dot net']),
  term('Yahoo!', ['yahoo']),
  term('AT&T', ['AT and T']),
  term('北京', ['背景市']),
  term('เชียงใหม่', ['เชียงไหม']),
  term('ភ្នំពេញ', ['ភ្នំពេជ្រ']),
  term('Xavix', ['ザビックス', 'zavix']),
]);
const corrected = (...texts: string[]) => {
  const lines = linesOf(...texts);
  return withPlaces(lines, glossaryPlaces(lines, matcher));
};
const textsOf = (...texts: string[]) => corrected(...texts).map(({ text }) => text);

describe(glossaryPlaces, () => {
  it.each([
    ['We read Pikachti, and PIKACHTI.', 'We read Piketty, and Piketty.'],
    ['Pikachti’s book, pikachti-like', 'Piketty’s book, Piketty-like'],
    ['run it on cuban eddies today', 'run it on Kubernetes today'],
    ['I ate an apple of Apple: APPLE', 'I ate an Apple of Apple: Apple'],
    ['node js and notes', 'Node.js and Node.js'],
    ['Node.js stays, node.js too', 'Node.js stays, node.js too'],
    ['at acne inc. and acne inc we', 'at Acme Inc. and Acme Inc. we'],
    ['see sharp, see sharp and C#', 'C#, C# and C#'],
    ['we write see plus plus and see sharp', 'we write C++ and C#'],
    ['Disney plus is of Disney: Disney-Plus, disney pluss', 'Disney+ is of Disney: Disney+, Disney+'],
    ['dot net and Node.js, not the net: .NET', '.NET and Node.js, not the net: .NET'],
    ['yahoo and Yahoo!', 'Yahoo! and Yahoo!'],
    ['at AT and T.', 'at AT&T.'],
    ['Cuban-eddies run', 'Kubernetes run'],
    ['Pika\u00ADchti', 'Piketty'],
    ['我想去背景市吃饭', '我想去北京吃饭'],
    ['เราไปเชียงไหมกัน', 'เราไปเชียงใหม่กัน'],
    ['ខ្ញុំទៅភ្នំពេជ្រ', 'ខ្ញុំទៅភ្នំពេញ'],
    ['ザビックスの設定とzavixの設定', 'Xavixの設定とXavixの設定'],
    ['the economist', 'Thomas Piketty'],
  ])('writes %j as %j', (text, expected) => expect(textsOf(text)).toEqual([expected]));

  it.each([
    'Pikachtis',
    'cuban. Eddies',
    'cuban, eddies',
    'a Cuban - eddies',
    'see plus',
    'pineapple',
    'NODE',
    'Thomas Piketty',
  ])('leaves %j', (text) => expect(textsOf(text)).toEqual([text]));

  it('names the lines, and what it found', () => {
    const [before] = linesOf('So Pikachti runs cuban\neddies.');
    expect(glossaryPlaces([before!], matcher)).toEqual([
      {
        ...{ from: 0, before: [before], after: [{ ...before, text: 'So Piketty runs\nKubernetes.' }] },
        words: [
          { found: 'Pikachti', term: 'Piketty' },
          { found: 'cuban eddies', term: 'Kubernetes' },
        ],
      },
    ]);
  });

  it.each([
    [
      ['by Tomas', 'Pikatti, who'],
      ['by Thomas', 'Piketty, who'],
    ],
    [
      ['runs cuban', 'eddies, and so'],
      ['runs', 'Kubernetes, and so'],
    ],
    [['by Tomas\nPikatti said'], ['by Thomas\nPiketty said']],
    [['cuban\neddies today'], ['Kubernetes today']],
    [
      ['with node', 'js.'],
      ['with', 'Node.js.'],
    ],
    [
      ['cuban.', 'eddies'],
      ['cuban.', 'eddies'],
    ],
    [
      ['我想去背景', '市吃饭'],
      ['我想去', '北京吃饭'],
    ],
    [['我想去背景\n市吃饭'], ['我想去\n北京吃饭']],
  ])('finds words over the end of a line: %j', (texts, expected) => {
    expect(textsOf(...texts)).toEqual(expected);
  });

  it('a line whose words are all gone gives its time to the next one', () => {
    expect(corrected('One.', 'cuban', 'eddies here')).toEqual([
      linesOf('One.')[0],
      { start: 4, end: 12, text: 'Kubernetes here' },
    ]);
  });

  it('does not go on with another speaker', () => {
    const [one, other] = linesOf('Tomas', 'Pikatti');
    expect(
      glossaryPlaces(
        [
          { ...one!, speaker: 'Ada' },
          { ...other!, speaker: 'Ben' },
        ],
        matcher,
      ),
    ).toEqual([]);
  });

  it('places that share a line are one', () => {
    const places = glossaryPlaces(linesOf('a cuban', 'eddies Tomas', 'Pikatti', 'none', 'Pikachti'), matcher);
    expect(places.map(({ from, before }) => [from, before.length])).toEqual([
      [0, 3],
      [4, 1],
    ]);
  });

  it('has none where a line would become longer than a person may write', () => {
    expect(glossaryPlaces(linesOf(`${'x'.repeat(486)} the economist`), matcher)).toEqual([]);
  });
});

/** Numbers from 0 to below 1 that are the same in each run. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('the places of any text', () => {
  const random = randomFrom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const vocabulary = ['a', 'b', 'c', 'A', 'b’s', 'd'];
  const separators = [' ', ' ', ' ', '\n', ', ', '-', '. '];
  const phrase = (most: number, between: readonly string[]) => {
    let text = pick(vocabulary);
    for (let more = Math.floor(random() * most); more > 0; more -= 1)
      text += pick(between) + pick(vocabulary);
    return text;
  };
  /** A space and a hyphen in a wrong form are the same. */
  const fold = (text: string) => text.toLowerCase().replaceAll('-', ' ');

  it('are whole words; a second time there are none; swapped, they restore', () => {
    let found = 0;
    for (let run = 0; run < 2_000; run += 1) {
      const taken = new Set<string>();
      const fresh = () => {
        const text = phrase(3, [' ', '-']);
        if (taken.has(fold(text))) return [];
        taken.add(fold(text));
        return [text];
      };
      const terms = Array.from({ length: 3 }).flatMap(() =>
        fresh().map((name) => term(name, [...fresh(), ...fresh()], random() < 0.3)),
      );
      const lines = linesOf(
        ...Array.from({ length: 5 }, () => phrase(8, separators).replace(/\n(.*\n)/s, ' $1')),
      );
      const own = new GlossaryMatcher(terms);
      const places = glossaryPlaces(lines, own);
      const after = withPlaces(lines, places);
      expect(glossaryPlaces(after, own)).toEqual([]);
      const limits = { recognised: lines, durationSeconds: 20 };
      const changes = places.map((place) => ({ before: [...place.before], after: [...place.after] }));
      if (changes.length > 0) {
        const edited = editTranscript(lines, changes, limits).lines;
        expect(edited).toEqual(after);
        const swapped = changes.map(({ before, after: own }) => ({ before: own, after: before }));
        expect(editTranscript(edited, swapped, limits).lines).toEqual(lines);
      }
      const forms = terms.flatMap(({ wrongForms }) => wrongForms.map(fold));
      const words = places.flatMap((place) => place.words);
      for (const each of words) expect(forms).toContain(fold(each.found));
      found += words.length;
    }
    expect(found).toBeGreaterThan(1_000);
  });
});

it.each([
  ['are one place', 'b a'],
  ['end with the words of the next one', 'a b x b'],
])('twice as many lines that %s take twice as long', (_, text) => {
  const own = new GlossaryMatcher([term('Ab', ['a b'])]);
  const prepare = (count: number) => linesOf(...Array<string>(count).fill(text));
  expect(doublingRatio(10_000, prepare, (lines) => glossaryPlaces(lines, own))).toBeLessThan(linearRatio);
});

it('twice the words in one line take twice as long', () => {
  const own = new GlossaryMatcher([term('Ab', ['a b'])]);
  const prepare = (count: number) => linesOf('a\nb '.repeat(count));
  expect(doublingRatio(20_000, prepare, (lines) => glossaryPlaces(lines, own))).toBeLessThan(linearRatio);
});

test('the sign of words that nobody knows is no word, and no name runs over it', () => {
  const lines = linesOf('[unclear]', 'run cuban', '[unclear]', 'eddies');
  expect(
    glossaryPlaces(lines, new GlossaryMatcher([term('Kubernetes', ['unclear', 'cuban eddies'])])),
  ).toEqual([]);
});
