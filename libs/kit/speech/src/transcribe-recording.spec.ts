import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PcmFile, sampleRate } from './pcm-file.ts';
import type { Recognition } from './speech-recogniser.ts';
import { transcribeRecording } from './transcribe-recording.ts';
import type { TranscriptionOutcome } from './transcriber.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-recording-'));
});
afterAll(() => rm(folder, { recursive: true }));

const clear = (text: string): Recognition => ({
  text,
  confidence: Array<number>(20).fill(-0.2),
  isRunaway: false,
});
const unclear: Recognition = { text: 'guess', confidence: Array<number>(20).fill(-1.2), isRunaway: false };

interface Run {
  outcome: TranscriptionOutcome;
  /** Seconds of each piece that was recognised. */
  pieces: number[];
  progress: number[];
}

/** Transcribes `count` times 5 s of tone and 1 s of pause; `recogniseNth` answers the recogniser's nth call. */
async function run(
  count: number,
  recogniseNth: (nth: number) => Recognition,
  language?: string,
): Promise<Run> {
  const section = Int16Array.from({ length: 6 * sampleRate }, (_, at) =>
    at < 5 * sampleRate ? 8000 * Math.sin(at / 5) : 0,
  );
  const path = join(folder, 'talk.raw');
  await writeFile(path, Buffer.concat(Array.from({ length: count }, () => Buffer.from(section.buffer))));
  const audio = await PcmFile.open(path);
  const pieces: number[] = [];
  const progress: number[] = [];
  const recogniser = {
    recognise(samples: Float32Array): Promise<Recognition> {
      pieces.push(samples.length / sampleRate);
      return Promise.resolve(recogniseNth(pieces.length));
    },
  };
  const outcome = await transcribeRecording({
    audio,
    recogniser,
    language,
    onProgress: (percent) => progress.push(percent),
  });
  await audio.close();
  return { outcome, pieces, progress };
}

const texts = ({ outcome }: Run): string[] =>
  outcome.status === 'ready' ? outcome.transcript.cues.map((cue) => cue.text) : [];

test('the percentage follows the seconds of recognised sound, whatever the length of the pieces', async () => {
  const { pieces, progress } = await run(40, () => clear('Some words.'));
  const total = pieces.reduce((sum, seconds) => sum + seconds, 0);
  let recognised = 0;
  pieces.forEach((seconds, at) => {
    recognised += seconds;
    // The first report is sent at the start, the second after measuring the loudness.
    expect(Math.abs((progress[at + 2] ?? 0) - (100 * recognised) / total)).toBeLessThan(5);
  });
});

test('each piece is recognised once and its cue has the time of the speech', async () => {
  const { outcome, pieces, progress } = await run(30, () => clear('Some words.'));
  expect(pieces).toHaveLength(30);
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBe(100);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  if (outcome.status !== 'ready') throw new Error(outcome.reason);
  expect(outcome.transcript.language).toBe('en');
  expect(outcome.transcript.cues).toHaveLength(30);
  expect(outcome.transcript.cues[7]).toEqual({ start: 42, end: 47, text: 'Some words.' });
});

test('another language is refused after a sample', async () => {
  const { outcome, pieces } = await run(60, () => unclear);
  expect(outcome).toEqual({ status: 'unavailable', reason: 'language-not-supported' });
  expect(pieces.length).toBeLessThan(20);
});

test('a stated language is not checked, but guesses are left out', async () => {
  const result = await run(20, (nth) => (nth === 3 ? clear('Sure.') : unclear), 'en-GB');
  expect(texts(result)).toEqual(['Sure.']);
  expect(result.outcome).toMatchObject({ transcript: { language: 'en-GB' } });
});

test('speech outside the sample is found', async () => {
  const silent: Recognition = { text: '', confidence: [], isRunaway: false };
  expect(texts(await run(40, (nth) => (nth > 30 ? clear('At last.') : silent)))).toHaveLength(10);
  expect((await run(40, () => silent)).outcome).toEqual({ status: 'unavailable', reason: 'no-speech' });
});

test('a piece in which the decoder looped is recognised again in halves', async () => {
  const result = await run(1, (nth) =>
    nth === 1 ? { ...clear('Loop loop'), isRunaway: true } : clear(`Half ${String(nth)}`),
  );
  expect(texts(result)).toEqual(['Half 2 Half 3']);
  const [whole = 0, head = 0, tail = 0] = result.pieces;
  expect(head + tail).toBeCloseTo(whole);
});
