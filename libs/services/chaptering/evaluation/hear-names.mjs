#!/usr/bin/env node
// Lets voices say names and the recogniser of the product hear them:
// `node evaluation/hear-names.mjs evaluation/names-development.txt > evaluation/heard-development.jsonl`, after a build.
// In:  one name a line. Out: one sentence a line, {"term", "voice", "said", "heard", "part", "sounds", "partSounds"}: `part` is
// what was heard for the name, `sounds` and `partSounds` are in the phonetic alphabet, by espeak-ng.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTranscriber } from '@vault/speech';

const voices = ['flite:slt', 'espeak-ng:en-gb'];
const sentences = [
  ['Last year we moved all our projects to', 'and nobody looked back.'],
  ['The next question in the chat is for', 'about the price.'],
  ['I have worked with', 'for almost three years now.'],
  ['Many of you asked how', 'fits into this picture.'],
  ['Thanks to', 'we could finish before the summer.'],
  ['On the second slide you see what', 'did for our customers.'],
];

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];

/** The words between those of the sentence: the first that are not its begin, up to where its end is heard. */
function partOf(heard, [before, after]) {
  const words = wordsOf(heard);
  const [begin, end] = [wordsOf(before), wordsOf(after)];
  const gaps = [];
  for (let from = 0; from <= words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1) {
      const same = (some, more) => some.filter((word, index) => word === more[index]).length;
      const left = same(words.slice(0, from).reverse(), begin.toReversed());
      const right = same(words.slice(to), end);
      gaps.push({ from, to, fit: left + right - 0.1 * Math.abs(from - begin.length) });
    }
  const best = gaps.sort((a, b) => b.fit - a.fit || a.to - a.from - (b.to - b.from))[0];
  return best ? words.slice(best.from, best.to).join(' ') : '';
}

const soundsOf = (text) =>
  text &&
  execFileSync('espeak-ng', ['-q', '--ipa', '-v', 'en-us', text], { encoding: 'utf8' }).replace(
    /[\sˈˌː]/gu,
    '',
  );

function speak(voice, text, folder) {
  const [program, speaker] = voice.split(':');
  const [spoken, pcm] = ['spoken.wav', 'pcm.wav'].map((name) => join(folder, name));
  if (program === 'flite') execFileSync('flite', ['-voice', speaker, '-t', text, '-o', spoken]);
  else execFileSync('espeak-ng', ['-v', speaker, '-s', '150', '-w', spoken, text]);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', spoken, '-ar', '16000', '-ac', '1', pcm]);
  return pcm;
}

const names = readFileSync(process.argv[2], 'utf8').trim().split('\n');
const folder = mkdtempSync(join(tmpdir(), 'names-'));
const transcriber = createTranscriber({ threads: 1 });
try {
  for (const [index, term] of names.entries())
    for (const sentence of [sentences[index % 6], sentences[(index + 1 + (index % 5)) % 6]]) {
      const said = `${sentence[0]} ${term} ${sentence[1]}`;
      for (const voice of voices) {
        const outcome = await transcriber.transcribe({
          audioPath: speak(voice, said, folder),
          language: 'en',
        });
        const heard = (outcome.transcript?.cues ?? []).map(({ text }) => text).join(' ');
        const part = partOf(heard, sentence);
        const line = { term, voice, said, heard, part, sounds: soundsOf(term), partSounds: soundsOf(part) };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      }
    }
} finally {
  await transcriber.close();
  rmSync(folder, { recursive: true, force: true });
}
