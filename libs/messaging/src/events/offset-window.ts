interface Held<Item> {
  readonly item: Item;
  readonly bytes: number;
}

/** The messages that were read and not handled; defines the offset to commit and the memory in use. */
export class OffsetWindow<Item = undefined> {
  /** By offset, ascending: offsets are only added in order. */
  private readonly open = new Map<number, Held<Item>>();
  private byteCount = 0;
  private nextOffset = 0;

  get size(): number {
    return this.open.size;
  }

  get bytes(): number {
    return this.byteCount;
  }

  /** The offset to read next. */
  get next(): number {
    return this.nextOffset;
  }

  /** The number of messages that a crash now would repeat. */
  get span(): number {
    return this.nextOffset - this.lowWater;
  }

  /** The offset that may be committed: every message before it is handled. */
  get lowWater(): number {
    return this.open.keys().next().value ?? this.nextOffset;
  }

  /** The message with the lowest offset. */
  get oldest(): Item | undefined {
    return this.open.values().next().value?.item;
  }

  add(offset: number, bytes: number, item: Item): void {
    this.open.set(offset, { item, bytes });
    this.byteCount += bytes;
    this.nextOffset = offset + 1;
  }

  /** Skips a message that is not held. */
  skip(offset: number): void {
    this.nextOffset = offset + 1;
  }

  settle(offset: number): void {
    this.byteCount -= this.open.get(offset)?.bytes ?? 0;
    this.open.delete(offset);
  }

  /** Drops all messages and continues from an offset. */
  moveTo(next: number): void {
    this.open.clear();
    this.byteCount = 0;
    this.nextOffset = next;
  }
}
