import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type UploadProgress, decideUpload, heldRange } from './content-range.ts';

const maxBytes = 10_000;
const decide = (
  progress: UploadProgress,
  contentRange: string | undefined,
  contentLength: string | undefined,
) => decideUpload(progress, { contentRange, contentLength }, maxBytes);

describe('decideUpload', () => {
  const started: UploadProgress = { held: 100, total: 1000 };

  test.each([
    ['the next chunk', 'bytes 100-199/1000', '100', { kind: 'append', skip: 0, length: 100, total: 1000 }],
    ['an overlap', 'bytes 50-199/1000', '150', { kind: 'append', skip: 50, length: 100, total: 1000 }],
    ['a repeat', 'bytes 0-99/1000', '100', { kind: 'held', total: 1000 }],
    ['a status query', 'bytes */1000', '0', { kind: 'status' }],
    ['a status query without total', 'bytes */*', undefined, { kind: 'status' }],
  ])('%s', (_, range, length, decision) => expect(decide(started, range, length)).toEqual(decision));

  test.each([
    ['a gap', 'bytes 101-199/1000', '99', 409],
    ['another total', 'bytes 100-199/2000', '100', 409],
    ['another total in a query', 'bytes */999', '0', 409],
    ['no length', 'bytes 100-199/1000', undefined, 411],
    ['a length that disagrees', 'bytes 100-199/1000', '99', 400],
    ['an end before the start', 'bytes 199-100/1000', '100', 400],
    ['an end past the total', 'bytes 100-1000/1000', '901', 400],
    ['no unit', '100-199/1000', '100', 400],
    ['another unit', 'octets 100-199/1000', '100', 400],
    ['a negative number', 'bytes -1-199/1000', '200', 400],
    ['an exponent', 'bytes 1e2-199/1000', '100', 400],
    ['a number beyond exactness', 'bytes 100-199/99999999999999999999', '100', 400],
    ['an open total', 'bytes 100-199/*', '100', 400],
    ['two ranges', 'bytes 100-149/1000, 150-199/1000', '100', 400],
    ['a query with a body', 'bytes */1000', '5', 400],
    ['an empty header', '', '100', 400],
  ])('refuses %s', (_, range, length, status) => {
    expect(decide(started, range, length)).toMatchObject({ kind: 'refuse', status });
  });

  test('refuses an empty file in every form', () => {
    const nothing: UploadProgress = { held: 0, total: undefined };
    expect(decide(nothing, undefined, '0')).toMatchObject({ status: 400 });
    expect(decide(nothing, 'bytes 0-0/0', '0')).toMatchObject({ status: 400 });
  });

  test('refuses a file larger than allowed before any byte is stored', () => {
    const nothing: UploadProgress = { held: 0, total: undefined };
    expect(decide(nothing, `bytes 0-9/${maxBytes + 1}`, '10')).toMatchObject({ status: 413 });
    expect(decide(nothing, undefined, String(maxBytes + 1))).toMatchObject({ status: 413 });
    expect(decide(nothing, undefined, String(maxBytes))).toMatchObject({ kind: 'append', length: maxBytes });
  });
});

/** One arbitrary request: any slice, a right or wrong total, cut off after any number of bytes. */
const request = fc.record({
  start: fc.nat(70),
  length: fc.integer({ min: 1, max: 40 }),
  isTotalRight: fc.boolean(),
  arriving: fc.nat(40),
});

test('property: after any requests, the bytes held are a prefix of the file, never fewer, and 409 changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), fc.array(request, { maxLength: 40 }), (total, requests) => {
      const file = Uint8Array.from({ length: total }, (_, index) => (index * 37 + 11) % 251);
      let stored: number[] = [];
      let declaredTotal: number | undefined;
      for (const one of requests) {
        const stop = Math.min(one.start + one.length, total);
        if (one.start >= stop) continue;
        const claimed = one.isTotalRight ? total : total + 1;
        const decision = decide(
          { held: stored.length, total: declaredTotal },
          `bytes ${one.start}-${stop - 1}/${claimed}`,
          String(stop - one.start),
        );
        if (decision.kind !== 'append') continue;
        if (decision.total !== total) return; // The first request had a wrong total, which cannot be detected.
        declaredTotal = decision.total;
        const body = [...file.subarray(one.start, stop)].slice(0, one.arriving);
        const before = stored.length;
        stored = [...stored, ...body.slice(decision.skip).slice(0, decision.length)];
        expect(stored.length).toBeGreaterThanOrEqual(before);
        expect(stored).toEqual([...file.subarray(0, stored.length)]);
      }
    }),
    { numRuns: 500 },
  );
});

test('property: an append begins exactly where the held bytes end and lies inside the body', () => {
  const number = fc.nat(300);
  fc.assert(
    fc.property(number, number, number, number, (held, start, length, extra) => {
      const stop = start + length;
      const total = Math.max(held, stop) + extra;
      const decision = decide({ held, total }, `bytes ${start}-${stop - 1}/${total}`, String(length));
      if (decision.kind === 'append') {
        expect(start + decision.skip).toBe(held);
        expect(decision.skip + decision.length).toBe(length);
      } else if (decision.kind === 'held') expect(stop).toBeLessThanOrEqual(held);
      else if (length > 0) expect(decision).toMatchObject({ kind: 'refuse', status: 409 });
    }),
  );
});

test('property: no header makes decideUpload throw, and only well-formed ones append', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (range, length) => {
      expect(decide({ held: 0, total: undefined }, range, length).kind).not.toBe('append');
    }),
  );
});

test('heldRange states the last byte held', () => {
  expect(heldRange(0)).toBeUndefined();
  expect(heldRange(1)).toBe('bytes=0-0');
  expect(heldRange(262_144)).toBe('bytes=0-262143');
});
