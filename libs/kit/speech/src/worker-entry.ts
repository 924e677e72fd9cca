/** The program of the worker process; `argv[2]` is the number of threads. Imports only types from `@vault` packages. */
import { setPriority } from 'node:os';
import { readModelFiles } from './model-files.ts';
import { PcmFile } from './pcm-file.ts';
import { SpeechRecogniser } from './speech-recogniser.ts';
import { transcribeRecording } from './transcribe-recording.ts';
import type { TranscriptionOutcome } from './transcriber.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts';

// Set before any thread starts, because threads inherit it: captions must not slow down uploads or pages.
setPriority(10);

let loading: Promise<SpeechRecogniser> | undefined;

async function work({ audioPath, language }: WorkerRequest): Promise<TranscriptionOutcome> {
  loading ??= readModelFiles().then((files) => SpeechRecogniser.load(files, Number(process.argv[2])));
  const recogniser = await loading;
  const audio = await PcmFile.open(audioPath);
  try {
    const onProgress = (percent: number): void => {
      answer({ kind: 'progress', percent });
    };
    return await transcribeRecording({ audio, recogniser, language, onProgress });
  } finally {
    await audio.close();
  }
}

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

process.on('message', (request: WorkerRequest) => {
  work(request).then(
    (outcome) => {
      answer({ kind: 'done', outcome });
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
