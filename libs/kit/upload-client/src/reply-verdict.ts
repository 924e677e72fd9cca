import type { ByteSpan } from './content-range.ts';
import { bytesHeld } from './content-range.ts';
import type { TransportReply } from './transport.ts';

/** What a reply means for the upload. */
export type ReplyVerdict =
  /** The server reports how many bytes it holds from the start of the file. */
  | { kind: 'held'; bytes: number; status: number }
  /** The server and this client disagree about the offset (the server may report its own) or about the file's size. */
  | { kind: 'conflict'; bytes: number | undefined; status: number }
  /** The server reports that it has the whole file. */
  | { kind: 'complete'; status: number }
  /** A transient failure: the same bytes may be sent again. */
  | { kind: 'retry'; status: number }
  /** The server does not support offset queries; the client has to send the same bytes again. */
  | { kind: 'query-unsupported'; status: number }
  /** A permanent failure: the upload ends. */
  | { kind: 'stop'; status: number };

const SUCCESS = new Set([200, 201, 202, 204]);
const TRANSIENT = new Set([0, 408, 502, 503, 504]);
/** The statuses with which servers without offset queries answer an empty PUT. */
const QUERY_REFUSED = new Set([400, 405, 411, 416, 501]);

/** Judges a 308. Without a range the server holds nothing; more bytes than the file has mean another file's session. */
function incompleteVerdict({ status, header }: TransportReply, total: number): ReplyVerdict {
  const bytes = bytesHeld(header('Range')) ?? 0;
  return bytes > total ? { kind: 'stop', status } : { kind: 'held', bytes, status };
}

/** Judges the reply to a chunk. A 2xx completes the upload only after the last chunk; before, it accepts the chunk. */
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
 * Judges the reply to an offset query.
 * @param canBeComplete false when the last byte was never sent: a success then does not mean a complete file
 */
export function offsetQueryVerdict(
  reply: TransportReply,
  canBeComplete: boolean,
  total: number,
): ReplyVerdict {
  const { status } = reply;
  if (SUCCESS.has(status)) return { kind: canBeComplete ? 'complete' : 'query-unsupported', status };
  if (TRANSIENT.has(status)) return { kind: 'retry', status };
  if (QUERY_REFUSED.has(status)) return { kind: 'query-unsupported', status };
  return status === 308 ? incompleteVerdict(reply, total) : { kind: 'stop', status };
}
