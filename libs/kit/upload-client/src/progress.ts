import type { ByteSpan } from './transport.ts';
import type { UploadSnapshot } from './upload.ts';

/** Holds the current snapshot and notifies listeners of each new one. */
export class SnapshotStore {
  current: UploadSnapshot;
  private readonly listeners = new Set<() => void>();
  private isClosed = false;

  constructor(totalBytes: number) {
    this.current = { state: 'idle', progress: 0, acceptedBytes: 0, sentBytes: 0, totalBytes, attempt: 1 };
  }

  subscribe(listener: () => void): () => void {
    if (!this.isClosed) this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Replaces the given fields; a field given as undefined is cleared. */
  set(change: Partial<UploadSnapshot>): void {
    if (this.isClosed) return;
    this.current = { ...this.current, ...change };
    for (const listener of [...this.listeners]) this.notify(listener);
  }

  /** Ignores further changes and calls no listener again. */
  close(): void {
    this.isClosed = true;
    this.listeners.clear();
  }

  private notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      // A listener that throws must not stop the transfer; the page's own error reporting receives the error.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** The position of an upload to one session, and the count of attempts at that position. */
export class UploadCursor {
  /** Bytes the server holds, limited to what it can have received. */
  accepted = 0;
  /** The attempt at the current bytes, from 1. */
  attempt = 1;
  /** The highest value that `accepted` has had. */
  highest = 0;
  private sentEnd = 0;

  /** @param isResumed the session may hold bytes that were sent before this page was loaded */
  constructor(
    private readonly total: number,
    private readonly isResumed: boolean,
  ) {}

  /** Whether this upload has sent any byte. */
  get hasSent(): boolean {
    return this.sentEnd > 0;
  }

  /** Whether the server holds every byte. */
  get isComplete(): boolean {
    return this.accepted === this.total;
  }

  /** Whether the server can have the last byte. */
  get canBeComplete(): boolean {
    return this.isResumed || this.sentEnd === this.total;
  }

  /** Returns the next bytes to send and records them as sent. */
  nextChunk(chunkBytes: number): ByteSpan {
    const end = Math.min(this.accepted + chunkBytes, this.total);
    this.sentEnd = Math.max(this.sentEnd, end);
    return { start: this.accepted, end };
  }

  /**
   * Moves to the offset that the server reports, limited to what it can have received: bytes that it claims beyond
   * that are sent anyway, so that a wrong claim does not leave a gap in the file.
   * @returns whether this is further than before. Only exceeding `highest` resets the attempts, so that a server
   * that keeps losing bytes does not keep the upload going forever.
   */
  moveTo(heldBytes: number): boolean {
    const limit = this.isResumed ? this.total : this.sentEnd;
    const offset = Math.min(heldBytes, limit);
    const isForward = offset > this.accepted;
    this.accepted = offset;
    if (offset > this.highest) {
      this.highest = offset;
      this.attempt = 1;
    }
    return isForward;
  }

  /** Counts a failure. @returns whether another attempt is left */
  useAttempt(attempts: number): boolean {
    if (this.attempt >= attempts) return false;
    this.attempt += 1;
    return true;
  }

  /** Call when the user retries the upload. */
  resetAttempts(): void {
    this.attempt = 1;
  }
}

interface Sample {
  atMs: number;
  bytes: number;
}

const windowMs = 15_000;
/** Browsers report progress up to 20 times a second; so many samples would not make the speed more accurate. */
const minSampleIntervalMs = 250;
const minWindowMs = 1000;

/** Measures the speed over the last 15 seconds from positions in the file. */
export class TransferRate {
  private samples: Sample[] = [];
  private latest: Sample | undefined;

  /** Discards all samples. Call after a pause, a failure or a jump. */
  reset(): void {
    this.samples = [];
    this.latest = undefined;
  }

  /** Records that a position (in bytes from the start of the file) was reached. */
  add(atMs: number, bytes: number): void {
    const sample = { atMs, bytes };
    const previous = this.samples.at(-1);
    if (previous && (atMs < previous.atMs || bytes < previous.bytes)) this.reset();
    this.latest = sample;
    if (!previous || atMs - previous.atMs >= minSampleIntervalMs) this.samples.push(sample);
    this.samples = this.samples.filter((old) => atMs - old.atMs <= windowMs);
  }

  /** @returns undefined until one second has been measured, or while the position does not advance */
  get bytesPerSecond(): number | undefined {
    const first = this.samples[0];
    if (!first || !this.latest) return undefined;
    const elapsedMs = this.latest.atMs - first.atMs;
    const bytes = this.latest.bytes - first.bytes;
    return elapsedMs < minWindowMs || bytes <= 0 ? undefined : (bytes * 1000) / elapsedMs;
  }
}

/** The numeric fields of a snapshot. */
export type ProgressFigures = Pick<
  UploadSnapshot,
  'progress' | 'acceptedBytes' | 'sentBytes' | 'bytesPerSecond' | 'remainingSeconds' | 'attempt'
>;

/** Computes the figures to show from positions in the file. */
export class ProgressMeter {
  private readonly rate = new TransferRate();

  constructor(private readonly total: number) {}

  /** Records that the bytes up to this position have been sent. */
  sent(atMs: number, position: number): void {
    this.rate.add(atMs, position);
  }

  /** Resets the speed, because the transfer stopped or the position jumped. */
  interrupt(): void {
    this.rate.reset();
  }

  /** @param sentBytes accepted bytes plus the sent bytes of the chunk in flight */
  figures(cursor: UploadCursor, sentBytes = cursor.accepted): ProgressFigures {
    const bytesPerSecond = this.rate.bytesPerSecond;
    return {
      // Only success shows 100; rounding down keeps 99.96 from becoming 100.
      progress: Math.min(99.9, Math.floor((cursor.highest / this.total) * 1000) / 10),
      acceptedBytes: cursor.accepted,
      sentBytes,
      bytesPerSecond,
      remainingSeconds: bytesPerSecond === undefined ? undefined : (this.total - sentBytes) / bytesPerSecond,
      attempt: cursor.attempt,
    };
  }

  /** The figures once the server has confirmed the whole file. */
  finished(attempt: number): ProgressFigures {
    const total = this.total;
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
