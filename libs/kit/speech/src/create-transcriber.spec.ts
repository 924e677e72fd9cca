import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Cue } from '@vault/webvtt';
import { createTranscriber, joinPieces } from './index.ts';
import type { LocalTranscriber, TranscriptionRequest } from './index.ts';
import { render, synthesise } from './testing/synthesise.ts';
import { englishTalk, foreignTalks } from './testing/talks.ts';
import { wordErrorRate } from './testing/compare-words.ts';

jest.setTimeout(180_000);

let folder: string;
let talk: string;
/** The first sentence of the talk, for tests that need only some speech. */
let sentence: string;
let transcriber: LocalTranscriber;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-speech-'));
  talk = await synthesise(folder, 'talk', 'flite:slt', englishTalk);
  sentence = await synthesise(folder, 'sentence', 'flite:slt', englishTalk.split('.')[0]!);
  transcriber = createTranscriber();
});
afterAll(async () => {
  await transcriber.close();
  await rm(folder, { recursive: true });
});

async function cuesOf(request: TranscriptionRequest): Promise<Cue[]> {
  const outcome = await transcriber.transcribe(request);
  if (outcome.status !== 'ready') throw new Error(outcome.reason);
  return outcome.transcript.cues;
}

/** Starts a request; `working` resolves once the worker reports progress on it. */
function start(
  audioPath: string,
  signal?: AbortSignal,
): { working: Promise<undefined>; result: Promise<unknown> } {
  const { promise: working, resolve } = Promise.withResolvers<undefined>();
  const onProgress = (percent: number): void => {
    if (percent > 2) resolve(undefined);
  };
  const result = transcriber.transcribe({ audioPath, signal, onProgress }).catch((cause: unknown) => cause);
  return { working, result };
}

async function isGone(pid: number | undefined): Promise<boolean> {
  if (pid === undefined) return true;
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await sleep(50);
  }
  return false;
}

describe('a talk', () => {
  test.each([
    ['flite:slt', 0.12],
    ['flite:rms', 0.2],
    ['espeak-ng:en-us', 0.3],
    ['espeak-ng:en-gb', 0.3],
  ] as const)('by %s has at most %d of its words wrong', async (voice, bound) => {
    const cues = await cuesOf({
      audioPath: await synthesise(folder, voice.replace(':', '-'), voice, englishTalk),
    });
    expect(wordErrorRate(englishTalk, cues.map((cue) => cue.text).join(' '))).toBeLessThan(bound);
  });

  test('becomes readable cues in order, progress rising to 100', async () => {
    const progress: number[] = [];
    const cues = await cuesOf({ audioPath: talk, onProgress: (percent) => progress.push(percent) });
    expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
    for (const [at, cue] of cues.entries()) {
      expect(cue.end).toBeGreaterThan(cue.start);
      expect(cue.start).toBeGreaterThanOrEqual(cues[at - 1]?.end ?? 0);
      expect(cue.text).toMatch(/^\S.{0,83}$/);
    }
  });
});

describe('in pieces', () => {
  test('by another worker, the plan and its pieces give the cues of the whole', async () => {
    const other = createTranscriber();
    const plan = await transcriber.plan({ audioPath: talk, language: 'en' });
    const progress: number[] = [];
    const onProgress = (percent: number): void => void progress.push(percent);
    const cues = await Promise.all(
      plan.pieces.map((_, index) => other.transcribePiece({ audioPath: talk, plan, index, onProgress })),
    );
    expect(joinPieces(plan, cues)).toEqual(await transcriber.transcribe({ audioPath: talk, language: 'en' }));
    expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
    await other.close();
  });

  test('another language has no pieces, and a piece that is not planned is refused', async () => {
    const plan = await transcriber.plan({ audioPath: '/nowhere', language: 'de' });
    expect(joinPieces(plan, [])).toEqual({ status: 'unavailable', reason: 'language-not-supported' });
    const request = transcriber.transcribePiece({ audioPath: talk, plan, index: 0 });
    await expect(request).rejects.toThrow('no piece 0');
  });

  test('an aborted piece ends the work, and the next request works', async () => {
    const plan = await transcriber.plan({ audioPath: sentence });
    const abort = new AbortController();
    const onProgress = (): void => abort.abort(new Error('no longer wanted'));
    const request = { audioPath: sentence, plan, index: 0 };
    const piece = transcriber.transcribePiece({ ...request, onProgress, signal: abort.signal });
    await expect(piece).rejects.toThrow('no longer wanted');
    expect(await transcriber.transcribePiece(request)).not.toEqual([]);
  });
});

describe('recordings without captions', () => {
  test.each([
    ['silence', 'anullsrc'],
    ['a tone', 'sine=f=440'],
    ['music', "aevalsrc='0.3*sin(2*PI*220*floor(1+mod(t*2,5))*t)*exp(-3*mod(t,0.5))'"],
    ['noise', 'anoisesrc=a=0.1:c=pink:seed=7'],
  ])('%s', async (name, source) => {
    const audioPath = await render(folder, name.replace(' ', '-'), source, 30);
    expect(await transcriber.transcribe({ audioPath })).toEqual({
      status: 'unavailable',
      reason: 'no-speech',
    });
  });

  test.each(['de', 'fr', 'es'] as const)('a talk in %s', async (language) => {
    const audioPath = await synthesise(folder, language, `espeak-ng:${language}`, foreignTalks[language]);
    const refused = { status: 'unavailable', reason: 'language-not-supported' };
    expect(await transcriber.transcribe({ audioPath })).toEqual(refused);
  });

  test('a stated language other than English is refused without work', async () => {
    const refused = { status: 'unavailable', reason: 'language-not-supported' };
    expect(await transcriber.transcribe({ audioPath: '/nowhere', language: 'de-AT' })).toEqual(refused);
  });
});

describe('failures', () => {
  test('a missing file fails its request, and the next request works', async () => {
    await expect(transcriber.transcribe({ audioPath: join(folder, 'missing.wav') })).rejects.toThrow(
      'ENOENT',
    );
    expect(await cuesOf({ audioPath: sentence })).not.toEqual([]);
  });

  test('an empty file has no speech', async () => {
    const audioPath = join(folder, 'empty.wav');
    await writeFile(audioPath, '');
    expect(await transcriber.transcribe({ audioPath })).toMatchObject({ reason: 'no-speech' });
  });

  test('abort ends the work at once, and the next request works', async () => {
    const abort = new AbortController();
    const { working, result } = start(talk, abort.signal);
    await working;
    const pid = transcriber.workerPid;
    expect(pid).toBeDefined();
    abort.abort(new Error('no longer wanted'));
    expect(await result).toEqual(new Error('no longer wanted'));
    expect(await isGone(pid)).toBe(true);
    await expect(transcriber.transcribe({ audioPath: talk, signal: abort.signal })).rejects.toThrow(
      'no longer wanted',
    );
    expect(await cuesOf({ audioPath: sentence })).not.toEqual([]);
  });

  test('a killed worker fails its request, not the next', async () => {
    const { working, result } = start(talk);
    await working;
    const next = cuesOf({ audioPath: sentence });
    process.kill(transcriber.workerPid ?? NaN, 'SIGKILL');
    expect(await result).toMatchObject({ message: 'the speech worker ended (SIGKILL)' });
    expect(await next).not.toEqual([]);
  });
});

describe('the queue', () => {
  test('has a maximum length, and an aborted request is removed from it', async () => {
    const small = createTranscriber({ maxQueued: 1 });
    const abort = new AbortController();
    const first = small.transcribe({ audioPath: sentence });
    const second = small.transcribe({ audioPath: sentence, signal: abort.signal });
    await expect(small.transcribe({ audioPath: sentence })).rejects.toThrow(
      'too many transcriptions are waiting',
    );
    abort.abort();
    await expect(second).rejects.toThrow('aborted');
    const third = small.transcribe({ audioPath: sentence });
    expect(await Promise.all([first, third])).toMatchObject([{ status: 'ready' }, { status: 'ready' }]);
    await small.close();
  });

  test('an idle worker ends, and a closed transcriber refuses requests', async () => {
    const brief = createTranscriber({ idleMs: 10 });
    await brief.transcribe({ audioPath: sentence });
    const running = brief.transcribe({ audioPath: sentence }).catch((cause: unknown) => cause);
    const pid = brief.workerPid;
    await running;
    expect(await isGone(pid)).toBe(true);
    expect(brief.workerPid).toBeUndefined();
    const last = brief.transcribe({ audioPath: sentence }).catch((cause: unknown) => cause);
    await brief.close();
    expect(await last).toMatchObject({ message: 'the transcriber is closed' });
    await expect(brief.transcribe({ audioPath: sentence })).rejects.toThrow('the transcriber is closed');
  });
});
