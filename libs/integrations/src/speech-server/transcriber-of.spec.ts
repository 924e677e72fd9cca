import { createLogger } from '@vault/base';
import { createMetrics } from '@vault/platform';
import { TranscriberUnavailable, TranscriptionFailed, type TranscriptionPlan } from '@vault/speech';
import { counted } from './transcriber-of.ts';

const plan: TranscriptionPlan = { verdict: 'speech', language: 'de', pieces: [] };
const request = { audioPath: 'a.raw', plan, index: 0 };

test('pieces of sound are counted by how the speech server ended them, but not cancelled ones', async () => {
  const metrics = createMetrics(['video-engine'], createLogger({ level: 'silent' }));
  let answer = () => Promise.resolve([]);
  const transcribe = counted(metrics, () => answer());
  const counts = async () =>
    Object.fromEntries(
      [...(await metrics.scrape()).matchAll(/^speech_pieces_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, outcome = '', count]) => [outcome, Number(count)],
      ),
    );
  expect(await counts()).toEqual({ heard: 0, unavailable: 0, failed: 0 });
  expect(await transcribe(request)).toEqual([]);
  for (const error of [
    new TranscriberUnavailable('no-answer'),
    new TranscriberUnavailable('no-answer'),
    new TranscriptionFailed('no usable answer'),
  ]) {
    answer = () => Promise.reject(error);
    await expect(transcribe(request)).rejects.toBe(error);
  }
  expect(await counts()).toEqual({ heard: 1, unavailable: 2, failed: 1 });
  await expect(transcribe({ ...request, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(await counts()).toEqual({ heard: 1, unavailable: 2, failed: 1 });
});
