import { TransferRate } from './transfer-rate.ts';
import type { UploadSnapshot } from './upload.ts';
import type { UploadCursor } from './upload-cursor.ts';

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

  /** @param sentBytes accepted bytes plus those of the chunk in flight */
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
