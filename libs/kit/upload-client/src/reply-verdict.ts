import type { ByteSpan } from './content-range.ts';
import { bytesHeld } from './content-range.ts';
import type { TransportReply } from './transport.ts';

/** What a reply means for the upload. */
export type ReplyVerdict =
  /** The server says how many bytes it holds from the start of the file. */
  | { kind: 'held'; bytes: number; status: number }
  /** The server and this client disagree about the offset (it may say its own) or about the file's size. */
  | { kind: 'conflict'; bytes: number | undefined; status: number }
  /** The server says it has the whole file. */
  | { kind: 'complete'; status: number }
  /** Transient trouble: the same bytes may be sent again. */
  | { kind: 'retry'; status: number }
  /** The server does not answer questions about its offset; only sending the same bytes again can tell. */
  | { kind: 'cannot-ask'; status: number }
  /** No use to go on. */
  | { kind: 'stop'; status: number };

const SUCCESS = new Set([200, 201, 202, 204]);
const TRANSIENT = new Set([0, 408, 502, 503, 504]);
/** What servers without offset queries answer to an empty PUT. */
const QUESTION_REFUSED = new Set([400, 405, 411, 416, 501]);

/** Judges a 308. Without a range nothing is held; more than the file is somebody else's session. */
function incompleteVerdict({ status, header }: TransportReply, total: number): ReplyVerdict {
  const bytes = bytesHeld(header('Range')) ?? 0;
  return bytes > total ? { kind: 'stop', status } : { kind: 'held', bytes, status };
}

/** Judges the reply to a chunk. Whole only if this chunk was the last: a 200 in the middle just accepts the chunk. */
export function chunkVerdict(reply: TransportReply, span: ByteSpan, total: number): ReplyVerdict {
  const { status } = reply;
  if (SUCCESS.has(status)) {
    return span.end === total ? { kind: 'complete', status } : { kind: 'held', bytes: span.end, status };
  }
  if (TRANSIENT.has(status)) return { kind: 'retry', status };
  if (status === 308) return incompleteVerdict(reply, total);
  if (status === 409) return { kind: 'conflict', bytes: bytesHeld(reply.header('Range')), status };
  return { kind: 'stop', status };
}

/**
 * Judges the reply to the question what the server holds.
 * @param canBeComplete false when this client knows that the last byte was never sent: a success is then no answer
 */
export function questionVerdict(reply: TransportReply, canBeComplete: boolean, total: number): ReplyVerdict {
  const { status } = reply;
  if (SUCCESS.has(status)) return { kind: canBeComplete ? 'complete' : 'cannot-ask', status };
  if (TRANSIENT.has(status)) return { kind: 'retry', status };
  if (QUESTION_REFUSED.has(status)) return { kind: 'cannot-ask', status };
  return status === 308 ? incompleteVerdict(reply, total) : { kind: 'stop', status };
}
