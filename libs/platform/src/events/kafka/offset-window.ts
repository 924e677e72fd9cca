/** The messages of a partition that were taken and are not dealt with: where the group stands, and how much it holds. */
export class OffsetWindow {
  /** Bytes by offset, ascending: offsets are only ever added in order. */
  readonly #open = new Map<number, number>();
  #bytes = 0;
  #next: number;

  /** @param next the offset that is read next */
  constructor(next: number) {
    this.#next = next;
  }

  get size(): number {
    return this.#open.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The offset that is read next. */
  get next(): number {
    return this.#next;
  }

  /** How many messages, done or not, would be delivered again if the process ended now. */
  get span(): number {
    return this.#next - this.lowWater;
  }

  /** What may be committed: everything before it is dealt with. */
  get lowWater(): number {
    for (const offset of this.#open.keys()) return offset;
    return this.#next;
  }

  add(offset: number, bytes: number): void {
    this.#open.set(offset, bytes);
    this.#bytes += bytes;
    this.#next = offset + 1;
  }

  /** Passes over a message that is not for this group. */
  skip(offset: number): void {
    this.#next = offset + 1;
  }

  settle(offset: number): void {
    this.#bytes -= this.#open.get(offset) ?? 0;
    this.#open.delete(offset);
  }

  /** Forgets all and reads on from an offset. */
  moveTo(next: number): void {
    this.#open.clear();
    this.#bytes = 0;
    this.#next = next;
  }
}
