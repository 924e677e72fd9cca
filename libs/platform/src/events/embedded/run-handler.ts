import { PoisonMessageError } from '../event-errors.ts';
import { decodeMessage } from '../message-codec.ts';
import type { Entry } from './lanes.ts';
import type { Member } from './member.ts';

/** The outcome of one attempt. */
export type HandlerOutcome =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  | { kind: 'retry'; error: unknown; delay: number }
  | { kind: 'give-up'; error: unknown };

/** Calls the member's handler with the message and classifies the result; never rejects. */
export async function runHandler(member: Member, topic: string, entry: Entry): Promise<HandlerOutcome> {
  const attempt = entry.attempts + 1;
  try {
    const message = decodeMessage(entry.body);
    await member.handler({ message, topic, attempt, signal: member.signal });
    return { kind: 'done' };
  } catch (error) {
    return classify(member, attempt, error);
  }
}

function classify({ signal, retry }: Member, attempt: number, error: unknown): HandlerOutcome {
  if (error instanceof PoisonMessageError) return { kind: 'give-up', error };
  // The handler was aborted; this is not a failed attempt of the message.
  if (signal.aborted) return { kind: 'cancelled' };
  if (attempt >= retry.maxAttempts) return { kind: 'give-up', error };
  return { kind: 'retry', error, delay: retry.delay(attempt) };
}
