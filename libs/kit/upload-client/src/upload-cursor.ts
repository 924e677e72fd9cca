import type { ByteSpan } from './transport/content-range.ts';

/** The position of an upload to one session, and the count of attempts at that position. */
export class UploadCursor {
  /** Bytes the server holds, limited to what it can have received. */
  accepted = 0;
  /** The attempt at the current bytes, from 1. */
  attempt = 1;
  #highest = 0;
  #sentEnd = 0;
  readonly #total: number;
  readonly #isResumed: boolean;

  /** @param isResumed the session may hold bytes that were sent before this page was loaded */
  constructor(total: number, isResumed: boolean) {
    this.#total = total;
    this.#isResumed = isResumed;
  }

  /** The highest value that `accepted` has had. */
  get highest(): number {
    return this.#highest;
  }

  /** Whether this upload has sent any byte. */
  get hasSent(): boolean {
    return this.#sentEnd > 0;
  }

  /** Whether the server holds every byte. */
  get isComplete(): boolean {
    return this.accepted === this.#total;
  }

  /** Whether the server can have the last byte. */
  get canBeComplete(): boolean {
    return this.#isResumed || this.#sentEnd === this.#total;
  }

  /** Returns the next bytes to send and records them as sent. */
  nextChunk(chunkBytes: number): ByteSpan {
    const end = Math.min(this.accepted + chunkBytes, this.#total);
    this.#sentEnd = Math.max(this.#sentEnd, end);
    return { start: this.accepted, end };
  }

  /**
   * Moves to the offset that the server reports, limited to what it can have received: bytes that it claims beyond
   * that are sent anyway, so that a wrong claim does not leave a gap in the file.
   * @returns whether this is further than before. Only exceeding `highest` resets the attempts, so that a server
   * that keeps losing bytes does not keep the upload going forever.
   */
  moveTo(heldBytes: number): boolean {
    const limit = this.#isResumed ? this.#total : this.#sentEnd;
    const offset = Math.min(heldBytes, limit);
    const isForward = offset > this.accepted;
    this.accepted = offset;
    if (offset > this.#highest) {
      this.#highest = offset;
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
