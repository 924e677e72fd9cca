#!/usr/bin/env node
// Finds the chapters of recordings: `npm run chapters -- IN.jsonl... > OUT.jsonl`.
// In:  one recording a line, {"id", "cues": [{"start", "end", "text", "speaker"?}], "duration"?}; times in seconds.
// Out: one line each in the same order, {"id", "chapters": [{"start", "title"}]}.
import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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

const chapteriseFile = async (file, chapterise) => {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    try {
      const { id, cues, duration } = readRecording(line);
      const sorted = cues.toSorted((a, b) => a.start - b.start);
      const { chapters } = chapterise(sorted, { duration });
      await write(
        `${JSON.stringify({ id, chapters: chapters.map(({ start, title }) => ({ start, title })) })}\n`,
      );
    } catch (cause) {
      throw new Error(`${file}:${number}: ${cause.message}`, { cause });
    }
  }
};

const run = async (files) => {
  if (files.length === 0) throw new Error('usage: npm run chapters -- IN.jsonl... > OUT.jsonl');
  const { chapterise } = await import('../libs/kit/chapter-engine/src/index.ts');
  // npm runs scripts in the root; file names are relative to the folder where it was called.
  const from = process.env.npm_lifecycle_event === 'chapters' ? process.env.INIT_CWD : undefined;
  for (const file of files) await chapteriseFile(resolve(from ?? '.', file), chapterise);
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
