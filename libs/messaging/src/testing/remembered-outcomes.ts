import type { CommandEnd, KeyedCommand, KnownRequest, OutcomeMemory } from '../commands/outcome-memory.ts';

/** A memory of outcomes without a store. */
export class RememberedOutcomes implements OutcomeMemory {
  private readonly known = new Map<string, { requestHash: string; ends: Map<string, CommandEnd> }>();

  /** How many requests are known. */
  get size(): number {
    return this.known.size;
  }

  find(requestKey: string): Promise<KnownRequest | undefined> {
    return Promise.resolve(this.known.get(requestKey));
  }

  keep({ id, requestkey = '', requesthash = '' }: KeyedCommand, end: CommandEnd): Promise<void> {
    const known = this.known.get(requestkey) ?? { requestHash: requesthash, ends: new Map() };
    this.known.set(requestkey, known);
    known.ends.set(id, end);
    return Promise.resolve();
  }
}
