/** The program of the worker process; `argv[2]` is the number of threads, `argv[3]` whether voices are told
 * apart (`on` or `off`). Imports only types from `@vault` packages. */
import { setPriority } from 'node:os';
import type { Cue } from '@vault/webvtt';
import { alignWords } from './words/align-words.ts';
import type { SampleFile, SpokenText } from './words/align-words.ts';
import { readModelFiles } from './model-files.ts';
import { PcmFile } from './sound/pcm-file.ts';
import { SpeechRecogniser } from './speech-recogniser.ts';
import { planRecording, transcribePiece, transcribeRecording } from './transcribe-recording.ts';
import { VoiceEncoder } from './voice-encoder.ts';
import { withVoices } from './voices-of-cues.ts';
import type { WorkerAnswer, WorkerRequest, WorkerResult } from './worker-messages.ts';

// Set before any thread starts, because threads inherit it: captions must not slow down uploads or pages.
setPriority(10);

const signEveryMs = 10_000;

const threads = Number(process.argv[2]);
const tellsVoices = process.argv[3] === 'on';
let loading: Promise<SpeechRecogniser> | undefined;
let loadingVoices: Promise<VoiceEncoder> | undefined;

async function work(request: WorkerRequest): Promise<WorkerResult> {
  const audio = await PcmFile.open(request.audioPath);
  try {
    const addVoices = async (cues: readonly Cue[], offsetSeconds: number) => {
      loadingVoices ??= VoiceEncoder.load(threads);
      const encoder = await loadingVoices;
      return await whileSigning(withVoices(cues, audio, offsetSeconds, encoder));
    };
    if (request.kind === 'voices') return await addVoices(request.cues, request.offsetSeconds);
    loading ??= readModelFiles().then((files) => SpeechRecogniser.load(files, threads));
    const recogniser = await loading;
    const onProgress = (percent: number): void => answer({ kind: 'progress', percent });
    const align = (texts: readonly SpokenText[]) =>
      alignOrEstimate({ path: request.audioPath, offset: audio.offset }, texts);
    const voices = tellsVoices ? { addVoices } : {};
    const job = { ...request, audio, recogniser, onProgress, align, ...voices };
    if (job.kind === 'piece') return await transcribePiece(job);
    return await (job.kind === 'plan' ? planRecording(job) : transcribeRecording(job));
  } finally {
    await audio.close();
  }
}

/** Where pocketsphinx is missing or fails, the times stay estimates. */
async function alignOrEstimate(file: SampleFile, texts: readonly SpokenText[]) {
  try {
    return await whileSigning(alignWords(file, texts));
  } catch (error) {
    answer({ kind: 'unaligned', message: (error as Error).message });
    return [];
  }
}

/** On a busy machine some work may take longer than the parent waits for a message. */
async function whileSigning<Result>(work: Promise<Result>): Promise<Result> {
  const sign = setInterval(() => answer({ kind: 'progress', percent: 0 }), signEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(sign);
  }
}

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

process.on('message', (request: WorkerRequest) => {
  work(request).then(
    (result) => answer({ kind: 'done', result }),
    (cause: unknown) => {
      answer({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) });
    },
  );
});

// The parent has ended, so nobody receives the results.
process.on('disconnect', () => process.exit(0));
