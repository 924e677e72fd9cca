import { PoisonMessageError } from '../event-errors.ts';
import { decodeMessage } from '../message-codec.ts';
import type { Entry } from './lanes.ts';
import type { Member } from './member.ts';

/** What became of one try. */
export type Verdict =
  | { kind: 'done' }
  | { kind: 'called-off' }
  | { kind: 'retry'; error: unknown; delay: number }
  | { kind: 'give-up'; error: unknown };

/** Hands the message to the member's handler and judges how that ended; never rejects. */
export async function runHandler(member: Member, topic: string, entry: Entry): Promise<Verdict> {
  const attempt = entry.attempts + 1;
  try {
    const message = decodeMessage(entry.body);
    await member.handler({ message, topic, attempt, signal: member.signal });
    return { kind: 'done' };
  } catch (error) {
    return judge(member, attempt, error);
  }
}

function judge({ signal, retry }: Member, attempt: number, error: unknown): Verdict {
  if (error instanceof PoisonMessageError) return { kind: 'give-up', error };
  // Not the message's fault: the handler was told to stop.
  if (signal.aborted) return { kind: 'called-off' };
  if (attempt >= retry.maxAttempts) return { kind: 'give-up', error };
  return { kind: 'retry', error, delay: retry.delay(attempt) };
}
