/** The messages of a partition that were read and not handled; defines the offset to commit and the memory in use. */
export class OffsetWindow {
  /** Bytes by offset, ascending: offsets are only added in order. */
  readonly #open = new Map<number, number>();
  #bytes = 0;
  #next: number;

  /** @param next the offset to read next */
  constructor(next: number) {
    this.#next = next;
  }

  get size(): number {
    return this.#open.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The offset to read next. */
  get next(): number {
    return this.#next;
  }

  /** The number of messages that a crash now would repeat. */
  get span(): number {
    return this.#next - this.lowWater;
  }

  /** The offset that may be committed: every message before it is handled. */
  get lowWater(): number {
    for (const offset of this.#open.keys()) return offset;
    return this.#next;
  }

  add(offset: number, bytes: number): void {
    this.#open.set(offset, bytes);
    this.#bytes += bytes;
    this.#next = offset + 1;
  }

  /** Skips a message that is not for this group. */
  skip(offset: number): void {
    this.#next = offset + 1;
  }

  settle(offset: number): void {
    this.#bytes -= this.#open.get(offset) ?? 0;
    this.#open.delete(offset);
  }

  /** Drops all messages and continues from an offset. */
  moveTo(next: number): void {
    this.#open.clear();
    this.#bytes = 0;
    this.#next = next;
  }
}
