import type { CommandEnd, KnownRequest, OutcomeMemory } from '../commands/outcome-memory.ts';
import type { Message } from '../events/message.ts';

/** A memory of outcomes without a store. */
export class RememberedOutcomes implements OutcomeMemory {
  private readonly known = new Map<string, { requestHash: string; ends: Map<string, CommandEnd> }>();

  find(requestKey: string): Promise<KnownRequest | undefined> {
    return Promise.resolve(this.known.get(requestKey));
  }

  keep({ id, requestkey = '', requesthash = '' }: Message, end: CommandEnd): Promise<void> {
    const known = this.known.get(requestkey) ?? { requestHash: requesthash, ends: new Map() };
    this.known.set(requestkey, known);
    known.ends.set(id, end);
    return Promise.resolve();
  }
}
