import type { CommandOutcome } from '@vault/contracts';
import type { Message } from '../events/message.ts';

/** How a command ended, without its id. */
export type CommandEnd = Omit<CommandOutcome, 'commandId'>;

/** What is read of a command, or of a call that changes something. */
export type KeyedCommand = Pick<Message, 'id' | 'requestkey' | 'requesthash'>;

/** What is known of a request: the ends of its commands, by their ids. */
export interface KnownRequest {
  readonly requestHash: string;
  readonly ends: ReadonlyMap<string, CommandEnd>;
}

/** Where a service keeps the ends of commands that have a key: {@link KnownRequest} by the key, for a day. */
export interface OutcomeMemory {
  find(requestKey: string): Promise<KnownRequest | undefined>;
  keep(command: KeyedCommand, end: CommandEnd): Promise<void>;
}

/** The answer to another request with a key that was used. */
export const otherRequestContent =
  'This Idempotency-Key was used for another request. Please send a new key with each new request.';

/**
 * Executes a command with a key once: a repeat ends as the command has ended, in success or refusal. After a crash between
 * the change and the entry in the memory, the handler is called again, and finds the id of the command in what it changed.
 * @param execute throws what may be tried again
 */
export async function executeOnce(
  memory: OutcomeMemory | undefined,
  command: KeyedCommand,
  execute: () => Promise<CommandEnd>,
): Promise<CommandEnd> {
  const { id, requestkey, requesthash } = command;
  if (!memory || requestkey === undefined) return execute();
  const known = await memory.find(requestkey);
  if (known && known.requestHash !== requesthash)
    return { ok: false, code: 'conflict', msg: otherRequestContent };
  const before = known?.ends.get(id);
  if (before) return before;
  const end = await execute();
  // This refusal asks to send the request again.
  if (end.code !== 'too-many-requests') await memory.keep(command, end);
  return end;
}
