import fc from 'fast-check';
import type { Behaviour } from './testing/fake-server.ts';
import { createUploadBench } from './testing/upload-bench.ts';

const bytesOfChunk = fc.integer({ min: 0, max: 300_000 });

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Behaviour>({ kind: 'accept' }) },
  { weight: 2, arbitrary: bytesOfChunk.map((bytes): Behaviour => ({ kind: 'accept-part', bytes })) },
  { weight: 3, arbitrary: bytesOfChunk.map((bytes): Behaviour => ({ kind: 'drop', bytes })) },
  { weight: 2, arbitrary: bytesOfChunk.map((bytes): Behaviour => ({ kind: 'lose', bytes: bytes + 1 })) },
  fc.constantFrom(408, 502, 503, 504, 0).map((status): Behaviour => ({ kind: 'answer', status })),
  fc.constantFrom(0, 502, 503).map((status): Behaviour => ({ kind: 'keep-but-answer', status })),
  fc.constantFrom(400, 404, 409, 410, 429, 500, 507).map((status): Behaviour => ({ kind: 'answer', status })),
  fc.constant<Behaviour>({ kind: 'no-range' }),
);

/** What happens at the client during a request. */
const incident = fc.constantFrom('pause', 'flicker', 'offline', 'none', 'none', 'none');

describe('property: an upload', () => {
  it('ends in success with exactly the bytes of the file, or in an error', async () => {
    const outcomes = { success: 0, error: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { maxLength: 14 }),
        fc.array(incident, { maxLength: 14 }),
        fc.integer({ min: 0, max: 900 }),
        fc.boolean(),
        fc.boolean(),
        fc.nat(2),
        async (behaviours, incidents, sizeKb, dynamicChunkSize, supportsOffsetQueries, retries) => {
          const bench = createUploadBench(sizeKb, { dynamicChunkSize });
          const { upload, server, network, bytes, history, reaches } = bench;
          server.behaviours = [...behaviours];
          server.supportsOffsetQueries = supportsOffsetQueries;
          server.onRequest = () => {
            const next = incidents.shift();
            if (next === 'pause') upload.pause();
            if (next === 'flicker' || next === 'offline') network.set(false);
            if (next === 'flicker') network.set(true);
          };
          upload.subscribe(() => {
            if (upload.snapshot().state === 'paused') upload.resume();
            if (upload.snapshot().state !== 'offline') return;
            queueMicrotask(() => network.set(true));
          });
          upload.start();
          let end = await reaches('success', 'error');
          for (let left = retries; left > 0 && end.state === 'error'; left -= 1) {
            upload.retry();
            end = await reaches('success', 'error');
          }
          upload.dispose();
          if (end.state === 'success') expect(server.holds(bytes)).toBe(true);
          expect(history.every(({ progress, state }) => progress < 100 || state === 'success')).toBe(true);
          outcomes[end.state as keyof typeof outcomes] += 1;
        },
      ),
      { numRuns: 200 },
    );
    // Both outcomes have to occur, else this test would not cover one of them.
    expect(Math.min(outcomes.success, outcomes.error)).toBeGreaterThan(0);
  }, 60_000);
});
