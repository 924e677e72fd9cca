#!/usr/bin/env node
// Finds the chapters of recordings: `npm run chapters -- IN.jsonl... > OUT.jsonl`.
// In:  one recording a line, {"id", "cues": [{"start", "end", "text", "speaker"?}], "duration"?}; times in seconds.
// Out: one line each in the same order, {"id", "chapters": [{"start", "title"}]}.
// `npm run chapters -- --titles IN.jsonl...` compares titles with those of people: a recording has "chapters" too, which
// are titled as they are. It prints the ROUGE-L of each file and of all recordings.
// `npm run chapters -- --evaluate` measures the engine on the recordings of its package, each source with weights that
// were fitted on the others; `--ablate` prints what each feature of boundaries is worth, line by line (docs/quality.md);
// `--fit` writes the weights of the package, fitted on all of them.
// `npm run chapters -- --sample 120 [IN.jsonl...]` prints as many titles, and half as many summaries and quotes, of chapters
// drawn by lot, for a person to judge; without files of the recordings of the package.
import { spawnSync } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const weightsFile = new URL(
  '../libs/kit/chapter-engine/src/segmentation/boundary-weights.ts',
  import.meta.url,
);

/** Imports the engine's TypeScript sources, which needs a Node that strips types. */
const canReadTypes = Number(process.versions.node.split('.')[0]) >= 24;

const isCue = (cue) =>
  typeof cue?.start === 'number' && typeof cue.end === 'number' && typeof cue.text === 'string';

/** @throws {Error} with what is wrong with the line */
const readRecording = (line) => {
  const recording = JSON.parse(line);
  if (recording?.id === undefined) throw new Error('"id" is missing');
  if (!Array.isArray(recording.cues)) throw new Error('"cues" is not a list');
  const wrong = recording.cues.findIndex((cue) => !isCue(cue));
  if (wrong >= 0) throw new Error(`cue ${wrong} lacks a start, an end or a text`);
  return recording;
};

const write = (text) =>
  process.stdout.write(text) ? undefined : new Promise((resolve) => process.stdout.once('drain', resolve));

/** Calls `use` with each recording of a file, in order. */
const readFile = async (file, use) => {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    try {
      const recording = readRecording(line);
      await use({ ...recording, cues: recording.cues.toSorted((a, b) => a.start - b.start) });
    } catch (cause) {
      throw new Error(`${file}:${number}: ${cause.message}`, { cause });
    }
  }
};

/** The mean ROUGE-L of generated titles to those of people; 0 for a chapter in which no cue starts. */
const compareTitles = ({ cues, chapters }, titleChapters, rougeL) => {
  if (!Array.isArray(chapters) || chapters.length === 0)
    throw new Error('"chapters" is not a list, or empty');
  const wrong = chapters.findIndex(
    ({ start, title }) => typeof start !== 'number' || typeof title !== 'string',
  );
  if (wrong >= 0) throw new Error(`chapter ${wrong} lacks a start or a title`);
  const sorted = chapters.toSorted((a, b) => a.start - b.start);
  // What is said before the first chapter has no title by people.
  const titledCues = cues.filter(({ start }) => start >= sorted[0].start);
  const spoken = sorted
    .map(({ start, title }) => ({ title, from: titledCues.findIndex((cue) => cue.start >= start) }))
    .filter(({ from }, c, all) => from >= 0 && from !== all[c + 1]?.from);
  const titles = titleChapters(
    titledCues,
    spoken.map(({ from }) => from),
  );
  return spoken.reduce((sum, { title }, c) => sum + rougeL(title, titles[c]), 0) / chapters.length;
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const printTitles = async (files, titleChapters) => {
  const { rougeL } = await import('../libs/kit/chapter-engine/evaluation/metrics.ts');
  const all = [];
  for (const file of files) {
    const scores = [];
    await readFile(file, (recording) => void scores.push(compareTitles(recording, titleChapters, rougeL)));
    if (scores.length > 0) await write(`${mean(scores).toFixed(3)} ${file} (${scores.length})\n`);
    all.push(...scores);
  }
  if (all.length === 0) throw new Error('the files have no recordings');
  await write(`${mean(all).toFixed(3)} all (${all.length})\n`);
};

const printSample = async (count, files) => {
  const { sample } = await import('../libs/kit/chapter-engine/evaluation/sampling.ts');
  const { readRecordings } = await import('../libs/kit/chapter-engine/evaluation/evaluating.ts');
  const recordings = [];
  for (const file of files) await readFile(file, (recording) => void recordings.push(recording));
  await write(`${sample(count, files.length > 0 ? recordings : readRecordings())}\n`);
};

const run = async (args) => {
  if (args.length === 1 && ['--evaluate', '--ablate', '--fit'].includes(args[0])) {
    const { ablate, evaluate, fitOwnModel } =
      await import('../libs/kit/chapter-engine/evaluation/evaluating.ts');
    if (args[0] === '--fit') return writeFileSync(weightsFile, fitOwnModel());
    for (const line of args[0] === '--ablate' ? ablate() : [evaluate()]) await write(`${line}\n`);
    return undefined;
  }
  const withTitles = args[0] === '--titles';
  const sampled = args[0] === '--sample' ? Number(args[1]) : undefined;
  const names = args.slice(sampled !== undefined ? 2 : withTitles ? 1 : 0);
  if (sampled === undefined ? names.length === 0 : !(sampled >= 1))
    throw new Error(
      'usage: npm run chapters -- [--titles] IN.jsonl... > OUT.jsonl, or --evaluate, --ablate, --fit, --sample 120 [IN.jsonl...]',
    );
  const { chapterise, titleChapters } = await import('../libs/kit/chapter-engine/src/index.ts');
  // npm runs scripts in the root; file names are relative to the folder where it was called.
  const from = process.env.npm_lifecycle_event === 'chapters' ? process.env.INIT_CWD : undefined;
  const files = names.map((name) => resolve(from ?? '.', name));
  if (sampled !== undefined) return printSample(sampled, files);
  if (withTitles) return printTitles(files, titleChapters);
  for (const file of files) {
    await readFile(file, ({ id, cues, duration }) => {
      const chapters = chapterise(cues, { duration }).chapters.map(({ start, title }) => ({ start, title }));
      return write(`${JSON.stringify({ id, chapters })}\n`);
    });
  }
};

if (canReadTypes) {
  process.stdout.on('error', () => process.exit(1)); // the reader of the pipe has closed it
  await run(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
} else {
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const { status, error } = spawnSync(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (error) console.error(`Node 24 is required and not installed here: ${error.message}`);
  process.exitCode = status ?? 1;
}
