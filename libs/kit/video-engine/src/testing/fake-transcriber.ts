import type { Transcriber, TranscriptionOutcome } from '@vault/speech';

/** A transcriber that returns `outcome` at once. */
export class FakeTranscriber implements Transcriber {
  outcome: TranscriptionOutcome = {
    status: 'ready',
    transcript: { language: 'en', cues: [{ start: 0, end: 1.5, text: 'Good morning & welcome.' }] },
  };
  calls = 0;

  transcribe(request: Parameters<Transcriber['transcribe']>[0]): Promise<TranscriptionOutcome> {
    this.calls += 1;
    request.onProgress?.(50);
    return Promise.resolve(this.outcome);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
