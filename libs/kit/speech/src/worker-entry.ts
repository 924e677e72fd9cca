/** The program of the worker process; `argv[2]` is the number of threads. Imports only types from `@vault` packages. */
import { setPriority } from 'node:os';
import { alignWords } from './align-words.ts';
import type { SampleFile, SpokenText } from './align-words.ts';
import { readModelFiles } from './model-files.ts';
import { PcmFile } from './pcm-file.ts';
import { SpeechRecogniser } from './speech-recogniser.ts';
import { planRecording, transcribePiece, transcribeRecording } from './transcribe-recording.ts';
import type { WorkerAnswer, WorkerRequest, WorkerResult } from './worker-messages.ts';

// Set before any thread starts, because threads inherit it: captions must not slow down uploads or pages.
setPriority(10);

const signEveryMs = 10_000;

let loading: Promise<SpeechRecogniser> | undefined;

async function work(request: WorkerRequest): Promise<WorkerResult> {
  loading ??= readModelFiles().then((files) => SpeechRecogniser.load(files, Number(process.argv[2])));
  const recogniser = await loading;
  const audio = await PcmFile.open(request.audioPath);
  try {
    const onProgress = (percent: number): void => {
      answer({ kind: 'progress', percent });
    };
    const align = (texts: readonly SpokenText[]) =>
      alignOrEstimate({ path: request.audioPath, offset: audio.offset }, texts);
    const job = { ...request, audio, recogniser, onProgress, align };
    if (job.kind === 'piece') return await transcribePiece(job);
    return await (job.kind === 'plan' ? planRecording(job) : transcribeRecording(job));
  } finally {
    await audio.close();
  }
}

/** Where pocketsphinx is missing or fails, the times stay estimates. */
async function alignOrEstimate(file: SampleFile, texts: readonly SpokenText[]) {
  // On a busy machine it may take longer than the parent waits for a message.
  const sign = setInterval(() => answer({ kind: 'progress', percent: 0 }), signEveryMs);
  try {
    return await alignWords(file, texts);
  } catch (error) {
    answer({ kind: 'unaligned', message: (error as Error).message });
    return [];
  } finally {
    clearInterval(sign);
  }
}

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

process.on('message', (request: WorkerRequest) => {
  work(request).then(
    (result) => {
      answer({ kind: 'done', result });
    },
    (cause: unknown) => {
      answer({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) });
    },
  );
});

// The parent has ended, so nobody receives the results.
process.on('disconnect', () => {
  process.exit(0);
});
