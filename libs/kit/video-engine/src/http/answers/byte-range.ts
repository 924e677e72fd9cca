import type { Span } from '@vault/media-store';

const rangePattern = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Parses a Range request header (RFC 9110, one range). Returns undefined for the whole file: without a header, or for a
 * form that a server may ignore.
 */
export function parseByteRange(header: string | undefined, size: number): Span | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : rangePattern.exec(header);
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
