import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contextSentences } from './context-sentences.ts';
import { normalise } from './normalise.ts';
import { readTitles } from './read-titles.ts';
import { splitRequirements } from './split-requirements.ts';

const root = resolve(import.meta.dirname, '../../../..');
const document = 'docs/requirements/library-and-public-pages.md';

/** Words without their last full stop: a title goes on after a sentence. */
const wordsOf = (sentence: string): string => normalise(sentence).replace(/\.$/, '');

describe('the product document', () => {
  const requirements = splitRequirements(readFileSync(resolve(root, document), 'utf8'));
  const context = new Set(contextSentences.map(({ sentence }) => wordsOf(sentence)));

  it('is quoted, sentence by sentence, by the titles of end-to-end tests', () => {
    const files = globSync('apps/e2e/src/**/*.e2e.ts', { cwd: root });
    const titles = files.flatMap((file) => readTitles(readFileSync(resolve(root, file), 'utf8')));
    const quoted = titles.map(wordsOf).join(' · ');
    // What has several parts may be proven part by part.
    const isProven = (sentence: string): boolean =>
      quoted.includes(wordsOf(sentence)) ||
      (sentence.includes('; ') && sentence.split('; ').every((part) => quoted.includes(wordsOf(part))));
    const missing = requirements
      .filter(({ sentence }) => !context.has(wordsOf(sentence)) && !isProven(sentence))
      .map(({ section, sentence }) => `${section}: ${sentence}`);
    expect(missing).toEqual([]);
  });

  it('has every sentence that counts as context, each once', () => {
    const sentences = requirements.map(({ sentence }) => wordsOf(sentence));
    expect([...context].filter((sentence) => !sentences.includes(sentence))).toEqual([]);
    expect(context.size).toBe(contextSentences.length);
  });
});
