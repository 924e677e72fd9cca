import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { contextSentences } from './context-sentences.ts';
import { normalise } from './normalise.ts';
import { readTitles } from './read-titles.ts';
import { splitRequirements } from './split-requirements.ts';
import { unprovenSentences } from './unproven-sentences.ts';

const root = resolve(import.meta.dirname, '../../../..');
const documents = ['library-and-public-pages', 'editor-and-admin'];

/** Normalised text without its final full stop or semicolon, because a title may continue after a sentence. */
const wordsOf = (sentence: string): string => normalise(sentence).replace(/[.;]$/, '');

describe('the requirement documents', () => {
  const requirements = documents.flatMap((name) =>
    splitRequirements(readFileSync(resolve(root, `docs/requirements/${name}.md`), 'utf8')),
  );
  const sentences = new Set(requirements.map(({ sentence }) => wordsOf(sentence)));
  const files = globSync('{apps,libs}/**/*.{e2e,faults,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => basename(path) === 'node_modules',
  });
  const titles = files.flatMap((file) => readTitles(readFileSync(resolve(root, file), 'utf8')));
  const quoted = titles.map(wordsOf).join(' · ');
  // A sentence of several parts may be proven by part.
  const isQuoted = (sentence: string): boolean =>
    quoted.includes(wordsOf(sentence)) ||
    (sentence.includes('; ') && sentence.split('; ').every((part) => quoted.includes(wordsOf(part))));
  const unproven = unprovenSentences.map(({ sentence }) => sentence);
  const excused = [...contextSentences.map(({ sentence }) => sentence), ...unproven];

  it('every sentence is quoted by the title of a test', () => {
    const context = new Set(excused.map(wordsOf));
    const missing = requirements
      .filter(({ sentence }) => !context.has(wordsOf(sentence)) && !isQuoted(sentence))
      .map(({ section, sentence }) => `${section}: ${sentence}`);
    expect(missing).toEqual([]);
  });

  it('no title quotes an unproven sentence', () => expect(unproven.filter(isQuoted)).toEqual([]));

  it('every context or unproven sentence is in a document, and listed once', () => {
    expect(excused.filter((sentence) => !sentences.has(wordsOf(sentence)))).toEqual([]);
    expect(new Set(excused.map(wordsOf)).size).toBe(excused.length);
  });
});
