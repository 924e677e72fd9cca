import type { VideoRecord } from '@vault/contracts';
import { formatWebVtt, parseWebVtt } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { aVideo } from './a-video.ts';

interface Change {
  readonly before: readonly Cue[];
  readonly after: readonly Cue[];
}

/** A fake server that stores changes of a transcript: 409 when the lines before one of them are not there. */
export class TranscriptServer {
  record: VideoRecord;
  readonly recognisedVtt: string;
  readonly saves: (readonly Change[])[] = [];
  /** Errors that the next saves throw. */
  readonly failures: unknown[] = [];
  /** Ends the delay of answers that `hold` began. */
  #release: (() => void) | undefined;
  #held: Promise<void> | undefined;

  constructor(record = aVideo()) {
    this.record = record;
    this.recognisedVtt = record.vtt ?? '';
  }

  get lines(): Cue[] {
    return parseWebVtt(this.record.vtt ?? '');
  }

  get texts(): string[] {
    return this.lines.map(({ text }) => text);
  }

  hold(): void {
    this.#held = new Promise((resolve) => (this.#release = resolve));
  }

  release(): void {
    this.#held = undefined;
    this.#release?.();
  }

  /** Writes other words into a line as another user. */
  change(at: number, text: string): void {
    this.#store(this.lines.map((line, index) => (index === at ? { ...line, text } : line)));
  }

  /** @returns the record without its words */
  async save(changes: readonly Change[]): Promise<VideoRecord> {
    this.saves.push(changes);
    await this.#held;
    const failure = this.failures.shift();
    if (failure) throw failure as Error;
    const lines = this.lines;
    for (const { before, after } of changes) {
      const at = lines.findIndex((_, index) =>
        before.every(({ start, text }, offset) => {
          const line = lines[index + offset];
          return line?.start === start && line.text === text;
        }),
      );
      if (at < 0) throw { status: 409, data: { msg: 'The transcript has changed.' } } as unknown as Error;
      lines.splice(at, before.length, ...after);
    }
    this.#store(lines);
    const { vtt: _, ...record } = this.record;
    return record;
  }

  #store(lines: readonly Cue[]): void {
    const { version, transcriptVersion } = this.record;
    this.record = {
      ...this.record,
      vtt: formatWebVtt(lines),
      version: version + 1,
      transcriptVersion: transcriptVersion + 1,
    };
  }
}
