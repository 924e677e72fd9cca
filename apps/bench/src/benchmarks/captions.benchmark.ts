import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTranscriber,
  joinPieces,
  type Cue,
  type LocalTranscriber,
  type TranscriptionOutcome,
} from '@vault/speech';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { longTalk } from '../product/fixture-video.ts';
import { runFfmpeg } from '../product/run-ffmpeg.ts';

const minutes = sized(13, 1);
const rounds = sized(3, 1);
const machines = 4;
const goalSeconds = 3 * 3600;
const scale = goalSeconds / (60 * minutes);
const maxRatio = 1.1;
/** Four machines that share the work without a loss need 0.25 of the time. */
const maxShare = 0.3;

/** A request that had a worker of its own; `cpu` is seconds of processor time. */
interface Measured<Outcome> {
  readonly cpu: number;
  readonly seconds: number;
  readonly outcome: Outcome;
}

type Run = Measured<TranscriptionOutcome>;

interface PiecesRun extends Run {
  readonly pieces: readonly { readonly length: number; readonly seconds: number }[];
}

/** Captions in pieces: the cost against one pass, and the time of three hours on four machines. */
export const captionsBenchmark: Benchmark = {
  name: 'captions',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'vault-bench-captions-'));
    try {
      const audioPath = join(folder, 'talk.wav');
      await runFfmpeg('-i', await longTalk(minutes), '-vn', '-ar', '16000', '-ac', '1', audioPath);
      const inPieces: PiecesRun[] = [];
      const whole: Run[] = [];
      await interleave(rounds, {
        pieces: async () => inPieces.push(await transcribeInPieces(audioPath)),
        whole: async () =>
          whole.push(await inWorker((worker) => worker.transcribe({ audioPath, language: 'en' }))),
      });
      for (const { outcome } of inPieces) {
        if (JSON.stringify(outcome) !== JSON.stringify(whole[0]?.outcome))
          throw new Error('the pieces have other words than the whole recording');
      }
      return [costOf(inPieces, whole), threeHours(inPieces, whole, await planSeconds(audioPath))];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Runs one request in a worker of its own. */
async function inWorker<Outcome>(
  request: (worker: LocalTranscriber) => Promise<Outcome>,
): Promise<Measured<Outcome>> {
  const worker = createTranscriber();
  const results: Outcome[] = [];
  try {
    const milliseconds = await elapsed(async () => void results.push(await request(worker)));
    const [outcome] = results;
    if (worker.workerPid === undefined || outcome === undefined) throw new Error('the speech worker ended');
    return { cpu: cpuSeconds(worker.workerPid), seconds: milliseconds / 1000, outcome };
  } finally {
    await worker.close();
  }
}

/** All pieces in one worker: a machine loads the model once for many. */
async function transcribeInPieces(audioPath: string): Promise<PiecesRun> {
  const pieces: { length: number; seconds: number }[] = [];
  const run = await inWorker(async (worker) => {
    const plan = await worker.plan({ audioPath, language: 'en' });
    const cues: Cue[][] = [];
    for (const [index, { start, end }] of plan.pieces.entries()) {
      const milliseconds = await elapsed(async () => {
        cues.push(await worker.transcribePiece({ audioPath, plan, index }));
      });
      pieces.push({ length: end - start, seconds: milliseconds / 1000 });
    }
    return joinPieces(plan, cues);
  });
  return { ...run, pieces };
}

function costOf(inPieces: readonly PiecesRun[], whole: readonly Run[]): Result {
  const ratio = medianRatio(
    inPieces.map(({ cpu }) => cpu),
    whole.map(({ cpu }) => cpu),
  );
  return {
    name: `captions of ${String(minutes)} min in ${String(inPieces[0]?.pieces.length)} pieces`,
    measured: { value: median(inPieces.map(({ cpu }) => cpu)), unit: 's processor' },
    reference: { value: median(whole.map(({ cpu }) => cpu)), unit: 's processor' },
    ratio,
    bound: `≤ ${String(maxRatio)} × whole`,
    isMet: ratio <= maxRatio,
    note: 'the words and times are those of the whole recording',
  };
}

/** Seconds of the plan of three hours: the sample has the same size whatever the length, the loudness does not. */
async function planSeconds(audioPath: string): Promise<number> {
  const { outcome: loudnessMs, ...whole } = await inWorker(async (worker) => {
    await worker.plan({ audioPath });
    // The worker has loaded the model by now.
    return elapsed(() => worker.plan({ audioPath, language: 'en' }));
  });
  return whole.seconds + (loudnessMs / 1000) * (scale - 2);
}

function threeHours(inPieces: readonly PiecesRun[], whole: readonly Run[], planned: number): Result {
  const divided = inPieces.map(({ pieces }) => (planned + schedule(pieces)) / 60);
  const alone = whole.map(({ seconds }) => (seconds * scale) / 60);
  const value = median(divided);
  const ratio = medianRatio(divided, alone);
  return {
    name: `captions of 3 h on ${String(machines)} machines, computed`,
    measured: { value, unit: 'min' },
    reference: { value: median(alone), unit: 'min on one' },
    ratio,
    bound: `≤ ${String(maxShare)} × one machine`,
    isMet: ratio <= maxShare,
    note: `${planned.toFixed(1)} s of it are the plan; a ratio below ${String(1 / machines)} shows that other work disturbed it`,
  };
}

/** Gives pieces, repeated to three hours, to the machine that is free first. @returns seconds until all are ready */
function schedule(pieces: readonly { readonly length: number; readonly seconds: number }[]): number {
  const freeAt = Array<number>(machines).fill(0);
  if (sum(pieces.map(({ length }) => length)) <= 0) throw new Error('there are no pieces to schedule');
  for (let at = 0, length = 0; length < goalSeconds; at += 1) {
    const piece = pieces[at % pieces.length];
    const first = freeAt.indexOf(Math.min(...freeAt));
    freeAt[first] = (freeAt[first] ?? 0) + (piece?.seconds ?? 0);
    length += piece?.length ?? 0;
  }
  return Math.max(...freeAt);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
