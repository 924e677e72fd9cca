import { readFileSync } from 'node:fs';
import wordListPath from 'word-list';
import { glossaryProposals } from '../domain/glossary/glossary-proposals.ts';
import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';
import type { Vocabulary } from '../domain/glossary/pronouncing.ts';
import { vocabularyOf } from './find-proposals.ts';
import { heardNames, otherNames, usualNames } from './heard-names.fixture.ts';
import { OrdinaryWords } from './ordinary-words.ts';

const term = (name: string, wrongForms: string[] = []): GlossaryTerm => ({
  ...{ id: name, term: name, wrongForms, isCaseSensitive: false },
});
const linesOf = (...texts: string[]) =>
  texts.map((text, index) => ({ start: index * 4, end: index * 4 + 4, text }));
const names = Object.keys(heardNames).map((name) => term(name));
let words: OrdinaryWords;
let vocabularies: ReadonlyMap<string, Vocabulary>;
beforeAll(async () => {
  words = await OrdinaryWords.load();
  vocabularies = new Map([
    ['en', await vocabularyOf('en')],
    ['de', await vocabularyOf('de')],
  ]);
});
const propose = (terms: readonly GlossaryTerm[], texts: readonly string[], language = 'en') =>
  glossaryProposals(linesOf(...texts), terms, vocabularies.get(language)!);

describe(OrdinaryWords, () => {
  it('finds the words of the dictionary and no others', () => {
    const dictionaryWords = ['aa', 'zzzs', 'the', 'zebra', 'picket', 'a'];
    const unknown = ['', 'pikachti', 'zzzzs', 'thee e', 'the\nzebra', 'aa\n'];
    expect(dictionaryWords.filter((word) => !words.has(word))).toEqual([]);
    expect(unknown.filter((word) => words.has(word))).toEqual([]);
  });
});

describe(glossaryProposals, () => {
  it('names the words, their lines and the first line', () => {
    const texts = ['So Pikachti wrote it.', 'Nobody knows.', 'And pikachti’s book, Piketty.', 'Pickety: yes'];
    expect(propose([term('Piketty')], texts)).toEqual([
      { found: 'Pikachti', term: 'Piketty', lines: 2, example: linesOf(...texts)[0] },
      { found: 'Pickety', term: 'Piketty', lines: 1, example: linesOf(...texts)[3] },
    ]);
  });

  it('finds words that are parted, joined, or over the end of a line; not over a comma', () => {
    expect(propose([term('Hugging Face')], ['a Huggingface model']).map(({ found }) => found)).toEqual([
      'Huggingface',
    ]);
    const parted = propose([term('Krishnamurthy')], ['by Krishna', 'Murthy']);
    expect(parted).toMatchObject([{ found: 'Krishna Murthy', lines: 1 }]);
    expect(propose([term('Krishnamurthy')], ['by Krishna,', 'Murthy'])).toEqual([]);
  });

  it('proposes no terms, wrong forms, words of a dictionary, and parts of other names', () => {
    expect(propose([term('Piketty', ['Pikachti'])], ['Piketty, Pikachti'])).toEqual([]);
    expect(propose([term('Pickets')], ['picket pickets'])).toEqual([]);
    expect(propose([term('Thomas Piketty')], ['Thomas Picard', 'Thomas Edison'])).toEqual([]);
  });

  it('finds other endings of a long name', () => {
    expect(propose([term('Kestrova')], ['Ask Kestrovan and Kestrotha.'])).toHaveLength(2);
  });

  it('hears German with the rules of German', () => {
    const [german, english] = ['de', 'en'].map((language) =>
      propose([term('Schleiermacher')], ['bei Schlaiermaher'], language),
    );
    expect([german?.length, english?.length]).toEqual([1, 0]);
  });

  it('has few wrong proposals and most of the right ones', () => {
    const said = Object.entries(heardNames).flatMap(([name, forms]) =>
      forms.map((form) => [name, form] as const),
    );
    const right = said.filter(([name, form]) => {
      const [first, ...more] = propose(names, [`And then we asked ${form} about it.`]);
      return first?.term === name && first.found === form && more.length === 0;
    });
    const dictionary = readFileSync(wordListPath, 'utf8').split('\n');
    // In an order that is the same in each run, and not that of the alphabet.
    const ordinary = Array.from(
      { length: 12_000 },
      (_, index) => dictionary[(index * 104_729) % dictionary.length]!,
    );
    const sentences = [...ordinary, ...usualNames].map((_, index, all) =>
      all.slice(index, index + 8).join(' '),
    );
    const spoken = sentences.filter((_, index) => index % 8 === 0);
    const wrong = [
      ...propose(names, spoken).map(({ found }) => found),
      ...Object.entries(otherNames).flatMap(([name, forms]) =>
        propose(
          [term(name)],
          forms.map((form) => `And then we asked ${form} about it.`),
        ).map(({ found }) => found),
      ),
    ];
    const precision = right.length / (right.length + wrong.length);
    const recall = right.length / said.length;
    // eslint-disable-next-line no-console -- the figures of the README
    console.info(
      `proposals: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; wrong: ${wrong.join(', ')}`,
    );
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.6);
  });
});
