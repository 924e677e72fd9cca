import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized, type Benchmark } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { fixedWork, fixedWorkMs, timed } from '../measuring/fixed-work.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { twoMinutes } from '../product/fixture-video.ts';
import { runFfmpeg } from '../product/run-ffmpeg.ts';
import { withProduct } from '../product/served-product.ts';

const rounds = sized(9, 1);
const factor = 1.15;
/** For checks and queueing, on the machine for which the bound was set. */
const extraMs = 500;
const unit = 'ms';

/** Packaging a file for playback, compared with plain ffmpeg doing the same. */
export const packagingBenchmark: Benchmark = {
  name: 'packaging',
  run: async () => {
    const source = await twoMinutes();
    const { product, bare, fixed } = await withProduct(async (served) => {
      const engine = served.engine();
      return interleave(rounds, {
        product: async () => {
          const asset = await engine.ingest(source);
          await engine.untilIdle(asset);
          await engine.remove(asset);
          return asset.packagingMs;
        },
        bare: () => packageBare(source),
        fixed: () => Promise.resolve(timed(fixedWork)),
      });
    });
    // A slower or busy machine starts programs more slowly too.
    const allowed = factor * median(bare) + extraMs * Math.max(1, median(fixed) / fixedWorkMs);
    return [
      {
        name: 'HLS of two minutes of 720p',
        measured: { value: median(product), unit },
        reference: { value: median(bare), unit },
        ratio: medianRatio(product, bare),
        bound: `≤ ${String(factor)} × bare ffmpeg + 0.5 s where fixed work takes ${String(fixedWorkMs)} ms = ${allowed.toFixed(0)} ms`,
        isMet: median(product) <= allowed,
        note: 'from the answer to the last byte until the asset is ready: checks, queueing and packaging',
      },
    ];
  },
};

async function packageBare(source: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-bench-hls-'));
  const took = await elapsed(() =>
    runFfmpeg(
      ...['-i', source, '-c', 'copy', '-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod'],
      ...['-hls_segment_type', 'fmp4', join(folder, 'media.m3u8')],
    ),
  );
  await rm(folder, { recursive: true });
  return took;
}
