import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './app-variables.ts';
import { deniedWords } from './lint/denied-words.mjs';

const texts = globSync(
  ['*.{md,yml}', '.env.example', '{docs,helm,k8s,deploy,apps,libs}/**/*.{md,yaml,tpl,proto,sh}'],
  { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|fixtures|requirements)$/.test(path) },
);

// Lint checks only code; these files are not code.
test('documents, charts and contracts use the words of the glossary', () => {
  expect(texts.length).toBeGreaterThan(100);
  const found = texts.flatMap((path) =>
    [...deniedWords(readFileSync(join(root, path), 'utf8'))].map(({ word }) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('parts of names are words, longer words are not', () => {
  const words = ['sh', 'elf'].join('');
  const found = [
    ...deniedWords(`an${words.replace('s', 'S')} of a neighbourhood, INDEED; ${words.toUpperCase()}_LIST`),
  ];
  expect(found.map(({ word }) => word.toLowerCase())).toEqual([words, words]);
});
