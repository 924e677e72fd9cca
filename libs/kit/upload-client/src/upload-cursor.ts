import type { ByteSpan } from './content-range.ts';

/** Where an upload to one session stands, and how often it has failed to get further. */
export class UploadCursor {
  /** Bytes the server holds, as far as it can be believed. */
  accepted = 0;
  /** The attempt at the present bytes, from 1. */
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

  /** The most bytes ever accepted. */
  get highest(): number {
    return this.#highest;
  }

  /** Whether any byte has been sent from here. */
  get hasSent(): boolean {
    return this.#sentEnd > 0;
  }

  /** Whether the server holds every byte. */
  get isWhole(): boolean {
    return this.accepted === this.#total;
  }

  /** Whether the server can have the last byte. */
  get canBeComplete(): boolean {
    return this.#isResumed || this.#sentEnd === this.#total;
  }

  /** The next bytes to send, noted as sent from now on. */
  takeChunk(chunkBytes: number): ByteSpan {
    const end = Math.min(this.accepted + chunkBytes, this.#total);
    this.#sentEnd = Math.max(this.#sentEnd, end);
    return { start: this.accepted, end };
  }

  /**
   * Moves to what the server says it holds, though never past what can have reached it: bytes it claims beyond
   * that are sent all the same, so a wrong claim cannot leave a hole.
   * @returns whether this is further than before. Only reaching new ground renews the attempts, so that a server
   * which keeps losing bytes cannot keep the upload going for ever.
   */
  moveTo(held: number): boolean {
    const limit = this.#isResumed ? this.#total : this.#sentEnd;
    const believed = Math.min(held, limit);
    const isForward = believed > this.accepted;
    this.accepted = believed;
    if (believed > this.#highest) {
      this.#highest = believed;
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

  /** A person asked to go on: attempts start anew. */
  forgive(): void {
    this.attempt = 1;
  }
}
