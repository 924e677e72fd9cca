import type { UploadSnapshot } from './upload.ts';
import type { UploadCursor } from './upload-cursor.ts';

interface Sample {
  atMs: number;
  bytes: number;
}

const WINDOW_MS = 15_000;
/** Browsers report progress up to 20 times a second; so many samples would not make the speed more accurate. */
const MIN_SAMPLE_INTERVAL_MS = 250;
const MIN_WINDOW_MS = 1000;

/** Measures the speed over the last 15 seconds from positions in the file. */
export class TransferRate {
  #samples: Sample[] = [];
  #latest: Sample | undefined;

  /** Discards all samples. Call after a pause, a failure or a jump. */
  reset(): void {
    this.#samples = [];
    this.#latest = undefined;
  }

  /** Records that a position (in bytes from the start of the file) was reached. */
  add(atMs: number, bytes: number): void {
    const sample = { atMs, bytes };
    const previous = this.#samples.at(-1);
    if (previous && (atMs < previous.atMs || bytes < previous.bytes)) this.reset();
    this.#latest = sample;
    if (!previous || atMs - previous.atMs >= MIN_SAMPLE_INTERVAL_MS) this.#samples.push(sample);
    this.#samples = this.#samples.filter((old) => atMs - old.atMs <= WINDOW_MS);
  }

  /** @returns undefined until one second has been measured, or while the position does not advance */
  get bytesPerSecond(): number | undefined {
    const first = this.#samples[0];
    if (!first || !this.#latest) return undefined;
    const elapsedMs = this.#latest.atMs - first.atMs;
    const bytes = this.#latest.bytes - first.bytes;
    return elapsedMs < MIN_WINDOW_MS || bytes <= 0 ? undefined : (bytes * 1000) / elapsedMs;
  }
}

/** The numeric fields of a snapshot. */
export type ProgressFigures = Pick<
  UploadSnapshot,
  'progress' | 'acceptedBytes' | 'sentBytes' | 'bytesPerSecond' | 'remainingSeconds' | 'attempt'
>;

/** Computes the figures to show from positions in the file. */
export class ProgressMeter {
  readonly #total: number;
  readonly #rate = new TransferRate();

  constructor(total: number) {
    this.#total = total;
  }

  /** Records that the bytes up to this position have been sent. */
  sent(atMs: number, position: number): void {
    this.#rate.add(atMs, position);
  }

  /** Resets the speed, because the transfer stopped or the position jumped. */
  interrupt(): void {
    this.#rate.reset();
  }

  /** @param sentBytes accepted bytes plus the sent bytes of the chunk in flight */
  figures(cursor: UploadCursor, sentBytes = cursor.accepted): ProgressFigures {
    const bytesPerSecond = this.#rate.bytesPerSecond;
    return {
      // Only success shows 100; rounding down keeps 99.96 from becoming 100.
      progress: Math.min(99.9, Math.floor((cursor.highest / this.#total) * 1000) / 10),
      acceptedBytes: cursor.accepted,
      sentBytes,
      bytesPerSecond,
      remainingSeconds: bytesPerSecond === undefined ? undefined : (this.#total - sentBytes) / bytesPerSecond,
      attempt: cursor.attempt,
    };
  }

  /** The figures once the server has confirmed the whole file. */
  finished(attempt: number): ProgressFigures {
    const total = this.#total;
    return {
      progress: 100,
      acceptedBytes: total,
      sentBytes: total,
      bytesPerSecond: undefined,
      remainingSeconds: undefined,
      attempt,
    };
  }
}
