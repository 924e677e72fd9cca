import type { Entry } from './lanes.ts';

/** The messages that were read from the topic and are neither settled nor deferred. */
export class ReadAhead {
  /** By offset, ascending: entries are only added in order. */
  readonly #entries = new Map<number, Entry>();
  #bytes = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** Characters held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The entry with the lowest offset. */
  get oldest(): Entry | undefined {
    for (const entry of this.#entries.values()) return entry;
    return undefined;
  }

  add(entry: Entry): void {
    this.#entries.set(entry.offset, entry);
    this.#bytes += entry.body.length;
  }

  remove(entry: Entry): void {
    if (this.#entries.delete(entry.offset)) this.#bytes -= entry.body.length;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
