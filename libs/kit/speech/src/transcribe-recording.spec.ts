import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Cue } from '@vault/webvtt';
import { PcmFile, sampleRate } from './sound/pcm-file.ts';
import type { Recognition } from './speech-recogniser.ts';
import { joinPieces } from './join-pieces.ts';
import type { Audio, Recogniser } from './recognise-utterance.ts';
import { planRecording, transcribePiece, transcribeRecording } from './transcribe-recording.ts';
import type { PieceJob, RecordingJob } from './transcribe-recording.ts';
import type { TranscriptionOutcome, TranscriptionPlan } from './transcriber.ts';

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
  /** Seconds of each utterance that was recognised. */
  utterances: number[];
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
  const utterances: number[] = [];
  const progress: number[] = [];
  const recogniser = {
    recognise(samples: Float32Array): Promise<Recognition> {
      utterances.push(samples.length / sampleRate);
      return Promise.resolve(recogniseNth(utterances.length));
    },
  };
  const outcome = await transcribeRecording({
    audio,
    recogniser,
    language,
    onProgress: (percent) => progress.push(percent),
  });
  await audio.close();
  return { outcome, utterances, progress };
}

const texts = ({ outcome }: Run): string[] =>
  outcome.status === 'ready' ? outcome.transcript.cues.map((cue) => cue.text) : [];

test('the percentage follows the seconds of recognised sound, whatever the length of the utterances', async () => {
  const { utterances, progress } = await run(40, () => clear('Some words.'));
  const total = utterances.reduce((sum, seconds) => sum + seconds, 0);
  let recognised = 0;
  utterances.forEach((seconds, at) => {
    recognised += seconds;
    // The first report is sent at the start, the second after measuring the loudness.
    expect(Math.abs((progress[at + 2] ?? 0) - (100 * recognised) / total)).toBeLessThan(5);
  });
});

test('each utterance is recognised once and its cue has the time of the speech', async () => {
  const { outcome, utterances, progress } = await run(30, () => clear('Some words.'));
  expect(utterances).toHaveLength(30);
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBe(100);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  if (outcome.status !== 'ready') throw new Error(outcome.reason);
  expect(outcome.transcript.language).toBe('en');
  expect(outcome.transcript.cues).toHaveLength(30);
  expect(outcome.transcript.cues[7]).toEqual({
    ...{ start: 42, end: 47, text: 'Some words.' },
    // The mean probability of its tokens.
    confidence: 0.82,
  });
});

test('another language is refused after a sample', async () => {
  const { outcome, utterances } = await run(60, () => unclear);
  expect(outcome).toEqual({ status: 'unavailable', reason: 'language-not-supported' });
  expect(utterances.length).toBeLessThan(20);
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

test('an utterance in which the decoder looped is recognised again in halves', async () => {
  const result = await run(1, (nth) =>
    nth === 1 ? { ...clear('Loop loop'), isRunaway: true } : clear(`Half ${String(nth)}`),
  );
  expect(texts(result)).toEqual(['Half 2 Half 3']);
  const [whole = 0, head = 0, tail = 0] = result.utterances;
  expect(head + tail).toBeCloseTo(whole);
});

/** Audio in memory, from sample `from` to before sample `to`. */
function audioOf(samples: Float32Array, from = 0, to = samples.length): Audio {
  const part = samples.subarray(from, to);
  return {
    sampleCount: part.length,
    read: (at, count) => Promise.resolve(part.subarray(at, at + count)),
  };
}

const loudest = 8000;
/** Sections of sound with a pause after each, in seconds; the amplitude tells the number of the section. */
function numberedTalk(sections: readonly (readonly [sound: number, pause: number])[]): Float32Array {
  const length = sections.reduce((total, [sound, pause]) => total + sound + pause, 0);
  const samples = new Float32Array(Math.round(length * sampleRate));
  let from = 0;
  for (const [number, [sound, pause]] of sections.entries()) {
    const level = (loudest + number) / 32_768;
    const to = from + Math.round(sound * sampleRate);
    for (let at = from; at < to; at += 1) samples[at] = at % 2 ? level : -level;
    from = to + Math.round(pause * sampleRate);
  }
  return samples;
}

/** Says the number of each section that it hears. */
function listener(change: (heard: Recognition, numbers: number[]) => Recognition): {
  recogniser: Recogniser;
  calls: () => number;
} {
  let calls = 0;
  const recogniser = {
    recognise(samples: Float32Array): Promise<Recognition> {
      calls += 1;
      const heard = new Set<number>();
      for (const sample of samples) if (sample !== 0) heard.add(Math.round(Math.abs(sample) * 32_768));
      const numbers = [...heard].map((level) => level - loudest);
      return Promise.resolve(change(clear(numbers.map((number) => `w${String(number)}`).join(' ')), numbers));
    },
  };
  return { recogniser, calls: () => calls };
}

const toJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const ignore = (): void => undefined;

/** Each piece from a file that holds only its stretch, the last piece first; everything crosses as JSON. */
async function inPieces(job: RecordingJob, samples: Float32Array): Promise<[TranscriptionPlan, Cue[][]]> {
  const plan = toJson(await planRecording(job));
  const cues: Cue[][] = [];
  for (const [index, piece] of [...plan.pieces.entries()].toReversed()) {
    const [from, to] = [Math.round(piece.start * sampleRate), Math.round(piece.end * sampleRate)];
    const audio = audioOf(samples, from, to);
    cues[index] = toJson(await transcribePiece({ ...job, audio, piece, offsetSeconds: piece.start }));
  }
  return [plan, cues];
}

/** Sounds are shorter than an utterance may be, so no section is cut. Steps of a twentieth of a second. */
const inTwentieths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 20, max: max * 20 }).map((value) => value / 20);
const sectionsArbitrary = fc.array(fc.tuple(inTwentieths(0.5, 1.5), inTwentieths(0.5, 2.5)), {
  minLength: 1,
  maxLength: 16,
  size: 'max',
});

test('property: over 1,000 recordings and cuts no word is lost, doubled or moved, and the cues are those of the whole', async () => {
  let seams = 0;
  await fc.assert(
    fc.asyncProperty(
      sectionsArbitrary,
      fc.integer({ min: 3, max: 12 }),
      fc.constantFrom(undefined, 'en'),
      fc.constantFrom('clear', 'loops', 'guesses'),
      async (sections, pieceSeconds, language, way) => {
        const samples = numberedTalk(sections);
        const hear = (heard: Recognition, [first = 0]: number[]): Recognition => {
          if (way === 'loops') return { ...heard, isRunaway: first % 3 === 0 };
          return way === 'guesses' && first % 7 === 1 ? unclear : heard;
        };
        const [whole, divided] = [listener(hear), listener(hear)];
        const job = { audio: audioOf(samples), language, onProgress: ignore };
        const outcome = await transcribeRecording({ ...job, ...whole, pieceSeconds: Infinity });
        const [plan, cues] = await inPieces({ ...job, ...divided, pieceSeconds }, samples);
        expect(joinPieces(plan, cues)).toEqual(outcome);
        expect(divided.calls()).toBe(whole.calls());
        if (way === 'clear') {
          const words = cues.flat().flatMap(({ text }) => text.split(' '));
          expect(words).toEqual(sections.map((_, number) => `w${String(number)}`));
        }
        seams += Math.max(0, plan.pieces.length - 1);
      },
    ),
    { numRuns: 1000 },
  );
  // Otherwise the recordings are too short to show anything.
  expect(seams).toBeGreaterThan(1000);
}, 300_000);

describe('a piece', () => {
  const samples = numberedTalk(Array.from({ length: 8 }, () => [4, 1] as const));
  const { recogniser } = listener((heard) => heard);
  const plan = (language?: string): Promise<TranscriptionPlan> =>
    planRecording({ audio: audioOf(samples), recogniser, language, pieceSeconds: 10, onProgress: ignore });

  test('reports its own percents up to 100, and also when the plan recognised all of it', async () => {
    for (const language of ['en', undefined]) {
      const [piece] = (await plan(language)).pieces;
      const progress: number[] = [];
      const onProgress = (percent: number): void => void progress.push(percent);
      await transcribePiece({
        audio: audioOf(samples),
        recogniser,
        piece: piece!,
        offsetSeconds: 0,
        onProgress,
      });
      expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    }
  });

  test('is refused when the audio starts after it or ends before it', async () => {
    const [, piece] = (await plan('en')).pieces;
    const job = { recogniser, piece: piece!, onProgress: ignore };
    const from = piece!.start * sampleRate;
    const to = piece!.end * sampleRate;
    for (const [start, end] of [
      [from + sampleRate, to],
      [from, to - sampleRate],
    ] as const) {
      const audio = audioOf(samples, start, end);
      const late = transcribePiece({ ...job, audio, offsetSeconds: start / sampleRate });
      await expect(late).rejects.toThrow('does not hold the whole piece');
    }
  });

  test.each([
    ['begin and end with their aligned words', 0.25],
    ['keep their estimates when the aligned words are somewhere else', 9],
  ])('cues %s', async (_, shift) => {
    const [, piece] = (await plan('en')).pieces;
    const audio = audioOf(samples, piece!.start * sampleRate, piece!.end * sampleRate);
    const job = { audio, recogniser, piece: piece!, offsetSeconds: piece!.start, onProgress: ignore };
    const estimated = await transcribePiece(job);
    const align: PieceJob['align'] = (texts) =>
      Promise.resolve(
        texts.map(({ start, words }) =>
          words.map((_word, at) => ({ start: start + shift + at / 5, end: start + shift + (at + 1) / 5 })),
        ),
      );
    const cues = await transcribePiece({ ...job, align });
    const [utterance] = piece!.utterances;
    const start = utterance!.start / 50 + shift;
    if (shift < 1)
      expect(cues[0]).toMatchObject({
        text: estimated[0]!.text,
        start,
        end: start + 0.2,
        wordStarts: [start],
      });
    else expect(cues).toEqual(estimated);
  });

  test('is required for the result', async () => {
    const planned = await plan('en');
    expect(() => joinPieces(planned, [[]])).toThrow(`1 of ${String(planned.pieces.length)} pieces`);
  });
});

describe('a voice in which the decoder finds nothing', () => {
  const silent: Recognition = { text: '', confidence: [], isRunaway: false };
  /** Sections of 5 s whose pitch glides as that of a voice does, with a pause of 1 s after each. */
  const spoken = (count: number): Float32Array => {
    let phase = 0;
    return Float32Array.from({ length: count * 6 * sampleRate }, (_, at) => {
      phase += (2 * Math.PI * (150 + 40 * Math.sin((2 * Math.PI * 2 * at) / sampleRate))) / sampleRate;
      return at % (6 * sampleRate) < 5 * sampleRate ? 0.3 * Math.sin(phase) : 0;
    });
  };
  const heardIn = async (
    count: number,
    hear: (seconds: number, nth: number) => Recognition,
    language?: string,
  ) => {
    let nth = 0;
    const recognise = (samples: Float32Array) =>
      Promise.resolve(hear(samples.length / sampleRate, (nth += 1)));
    const outcome = await transcribeRecording({
      ...{ audio: audioOf(spoken(count)), recogniser: { recognise }, language, onProgress: ignore },
    });
    return outcome.status === 'ready' ? outcome.transcript.cues : outcome.reason;
  };

  test('is recognised again in halves', async () => {
    const cues = await heardIn(
      1,
      (seconds, nth) => (seconds > 4 ? silent : clear(`Part ${String(nth)}.`)),
      'en',
    );
    expect(cues).toMatchObject([{ text: 'Part 2.' }, { text: 'Part 3.' }]);
  });

  test('is recognised again with a later start', async () => {
    const cues = await heardIn(
      1,
      (seconds) => (seconds > 4 && seconds < 5.1 ? clear('Later.') : silent),
      'en',
    );
    expect(cues).toMatchObject([{ text: 'Later.' }]);
  });

  test('is recognised again in thirds', async () => {
    const cues = await heardIn(1, (seconds) => (seconds < 2 ? clear('A third.') : silent), 'en');
    expect(cues).toMatchObject([{ text: 'A third.' }, { text: 'A third.' }, { text: 'A third.' }]);
  });

  test('is unclear between words, at the ends, and however long', async () => {
    let section = 0;
    const cues = await heardIn(
      10,
      (seconds) => {
        if (seconds > 5.1) section += 1;
        return section === 2 || section === 9 ? clear('Words.') : silent;
      },
      'en',
    );
    const [unclear, words] = ['[unclear]', 'Words.'];
    const texts = [unclear, words, ...Array<string>(6).fill(unclear), words, unclear];
    expect(cues).toMatchObject(
      texts.map((text, at) => ({ text, start: expect.closeTo(6 * at, 0) as number })),
    );
  });

  test('does not become English by the parts in which it is sure', async () => {
    const foreign: Recognition = {
      text: 'a guess',
      confidence: Array<number>(40).fill(-0.9),
      isRunaway: false,
    };
    const hear = (seconds: number, nth: number) => {
      if (nth === 1) return foreign;
      return seconds > 4 ? silent : clear('Sure.');
    };
    expect(await heardIn(6, hear)).toBe('language-not-supported');
  });

  test('has no words from parts in which the decoder is less sure than in readable speech', async () => {
    const doubtful: Recognition = { ...clear('A shy.'), confidence: Array<number>(12).fill(-0.8) };
    const hear = (seconds: number, nth: number) => {
      if (nth === 1) return clear('Words.');
      return seconds > 4 ? silent : doubtful;
    };
    expect(await heardIn(2, hear, 'en')).toMatchObject([{ text: 'Words.' }, { text: '[unclear]' }]);
  });

  test('is English when the decoder heard nothing at first, and is sure of the parts', async () => {
    const cues = await heardIn(3, (seconds) => (seconds > 4 ? silent : clear('Sure.')));
    expect(cues).toHaveLength(6);
  });

  test('alone is no speech', async () => {
    expect(await heardIn(3, () => silent)).toBe('no-speech');
  });
});
