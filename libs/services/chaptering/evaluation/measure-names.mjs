#!/usr/bin/env node
// Measures the proposals of names: `npm run names -- HEARD.jsonl [CLEAN.jsonl...]`, files of `hear-names.mjs` and recordings
// with right captions, {"cues": [{"start", "end", "text", "speaker"?}]} a line. All names of HEARD are terms of the glossary.
// --list also prints what was heard, and what became of it.
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { wordingOf } from '@vault/contracts';
import { glossaryProposals } from '../dist/domain/glossary/glossary-proposals.js';
import { vocabularyOf } from '../dist/glossary/find-proposals.js';

/** A person who knows the name can recognise it: so much of the phonetic writing is the same. */
const recognisableFrom = 0.55;
const perWords = 200_000;

function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, sign] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, each] of [...other].entries())
      next.push(Math.min(row[index + 1] + 1, next[index] + 1, row[index] + (sign === each ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}

const wordsOf = (text) =>
  ` ${wordingOf(text)
    .words.map(({ folded }) => folded)
    .join(' ')} `;

const args = process.argv.slice(2).filter((arg) => arg !== '--list');
const isListed = process.argv.includes('--list');
const [heardFile, ...cleanFiles] = args;
const rows = readFileSync(heardFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const terms = [...new Set(rows.map(({ term }) => term))].map((term) => ({
  ...{ id: term, term, wrongForms: [], isCaseSensitive: false },
}));
const vocabulary = await vocabularyOf('en');
const counts = { heard: 0, misheard: 0, recognisable: 0, right: 0, rightAmong: 0, wrong: 0 };
const started = performance.now();
for (const { term, heard, part, sounds, partSounds } of rows) {
  const isMisheard = !wordsOf(heard).includes(wordsOf(term));
  const isRecognisable =
    isMisheard &&
    1 - distance(sounds, partSounds) / Math.max(sounds.length, partSounds.length) >= recognisableFrom;
  const proposals = glossaryProposals([{ start: 0, end: 5, text: heard }], terms, vocabulary);
  const isRight = isMisheard && proposals.some((each) => each.term === term);
  counts.heard += 1;
  counts.misheard += isMisheard;
  counts.recognisable += isRecognisable;
  counts.right += isRight;
  counts.rightAmong += isRight && isRecognisable;
  counts.wrong += proposals.length - isRight;
  if (isListed && (isMisheard || proposals.length > 0))
    console.log(
      `${isRight ? 'found ' : isRecognisable ? 'missed' : '      '} ${term}: ${part} ← ${heard}; ${proposals.map((each) => `${each.found} → ${each.term}`).join(', ')}`,
    );
}
const share = (one, other) => (one / Math.max(1, other)).toFixed(2);
console.log(`names heard ${counts.heard}, misheard ${counts.misheard}, recognisable ${counts.recognisable}`);
console.log(
  `found ${counts.right}: ${share(counts.right, counts.misheard)} of the misheard; ${counts.rightAmong}: ${share(counts.rightAmong, counts.recognisable)} of the recognisable; precision ${share(counts.right, counts.right + counts.wrong)} (${counts.wrong} wrong)`,
);

let [words, wrong] = [0, 0];
for (const file of cleanFiles)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const { cues } = JSON.parse(line);
    words += cues.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    for (const { found, term, lines } of glossaryProposals(cues, terms, vocabulary)) {
      wrong += 1;
      if (isListed) console.log(`clean: ${found} → ${term} (${lines})`);
    }
  }
if (words > 0)
  console.log(
    `right captions: ${wrong} proposals in ${words} words, ${((wrong / words) * perWords).toFixed(1)} in ${perWords}`,
  );
if (isListed) console.log(`${Math.round(performance.now() - started)} ms`);
