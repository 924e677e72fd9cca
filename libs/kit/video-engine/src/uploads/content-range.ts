import type { Span } from '@vault/media-store';

/** The stored bytes of an upload before a request. `total` is undefined until a request has declared it. */
export interface UploadProgress {
  held: number;
  total: number | undefined;
}

/** The headers that the decision depends on; undefined when missing. */
export interface UploadRequest {
  contentRange: string | undefined;
  contentLength: string | undefined;
}

/** How to handle a request. Counts are bytes. */
export type UploadDecision =
  /** Answer with the number of stored bytes. */
  | { kind: 'status' }
  /** Discard `skip` bytes of the body, append the next `length`. */
  | { kind: 'append'; skip: number; length: number; total: number }
  /** All bytes of the body are stored already. */
  | { kind: 'held'; total: number }
  | { kind: 'refuse'; status: 400 | 409 | 411 | 413; message: string };

const rangePattern = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/;
const queryPattern = /^bytes \*\/(\d{1,15}|\*)$/;
const lengthPattern = /^\d{1,15}$/;

/**
 * Decides how to handle a PUT, following resumable uploads of Google Cloud Storage: bytes already stored are ignored,
 * only the tail is appended, a gap or a changed total is refused. A PUT without Content-Range is the whole file.
 */
export function decideUpload(
  progress: UploadProgress,
  request: UploadRequest,
  maxBytes: number,
): UploadDecision {
  const { contentRange } = request;
  const query = contentRange === undefined ? null : queryPattern.exec(contentRange);
  if (query !== null) return decideQuery(progress, query[1] ?? '*', request.contentLength);
  if (request.contentLength === undefined) return refuse(411, 'Content-Length is needed');
  if (!lengthPattern.test(request.contentLength)) return refuse(400, 'Content-Length is not a number');
  const length = Number(request.contentLength);
  const range = contentRange === undefined ? wholeFile(length) : parseRange(contentRange, length);
  if (typeof range === 'string') return refuse(400, range);
  return decideRange(progress, range, maxBytes);
}

type RangeOfTotal = Span & { readonly total: number };

function decideQuery(
  progress: UploadProgress,
  total: string,
  contentLength: string | undefined,
): UploadDecision {
  if (contentLength !== undefined && contentLength !== '0') return refuse(400, 'a status query has no body');
  if (total !== '*' && progress.total !== undefined && Number(total) !== progress.total) {
    return refuse(409, `the upload was begun with a total of ${progress.total} bytes`);
  }
  return { kind: 'status' };
}

function wholeFile(length: number): RangeOfTotal | string {
  return length === 0 ? 'the file is empty' : { start: 0, end: length, total: length };
}

function parseRange(header: string, length: number): RangeOfTotal | string {
  const match = rangePattern.exec(header);
  if (match === null) return 'Content-Range must read: bytes START-END/TOTAL';
  const [start, last, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (total === 0) return 'the file is empty';
  if (last < start || last >= total) return 'Content-Range does not lie inside its total';
  if (last - start + 1 !== length) return 'Content-Length and Content-Range disagree';
  return { start, end: last + 1, total };
}

function decideRange(progress: UploadProgress, range: RangeOfTotal, maxBytes: number): UploadDecision {
  if (range.total > maxBytes) return refuse(413, `a file may have at most ${maxBytes} bytes`);
  if (progress.total !== undefined && range.total !== progress.total) {
    return refuse(409, `the upload was begun with a total of ${progress.total} bytes`);
  }
  if (range.start > progress.held) return refuse(409, `the next byte expected is ${progress.held}`);
  if (range.end <= progress.held) return { kind: 'held', total: range.total };
  return {
    kind: 'append',
    skip: progress.held - range.start,
    length: range.end - progress.held,
    total: range.total,
  };
}

function refuse(status: 400 | 409 | 411 | 413, message: string): UploadDecision {
  return { kind: 'refuse', status, message };
}

/** Formats the `Range` header for the stored bytes; undefined when there are none. */
export function heldRange(heldBytes: number): string | undefined {
  return heldBytes === 0 ? undefined : `bytes=0-${heldBytes - 1}`;
}
