import { join } from 'node:path';
import { sized, type Benchmark, type Result } from '../benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import type { EngineClient, ReadyAsset } from '../product/engine-client.ts';
import { halfAnHour } from '../product/fixture-video.ts';
import { runFfmpeg } from '../product/run-ffmpeg.ts';
import { withProduct } from '../product/served-product.ts';

const maxRatio = 1.3;
const lengths = [
  { seconds: 10, rounds: sized(9, 1) },
  { seconds: sized(120, 10), rounds: sized(3, 1) },
];
/** Far into the file, and not on a key frame. */
const startOf = (round: number) => 901 + 7 * round;
/** The encoder options of the video host. */
const encoding = [
  ...[
    '-vf',
    'scale=1280:720,setsar=1,format=yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '22',
  ],
  ...[
    '-profile:v',
    'high',
    '-maxrate',
    '6M',
    '-bufsize',
    '12M',
    '-force_key_frames',
    'expr:gte(t,n_forced*6)',
  ],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart'],
];

/** Time until a clip can be downloaded, compared with the same ffmpeg command alone. */
export const clipsBenchmark: Benchmark = {
  name: 'clips',
  run: async () => {
    const source = await halfAnHour();
    return withProduct(async (served) => {
      const engine = served.engine();
      const asset = await engine.ingest(source);
      await engine.untilIdle(asset);
      const target = join(served.dataDir, 'bare.mp4');
      const results: Result[] = [];
      for (const { seconds, rounds } of lengths) {
        const { product, bare } = await interleave(rounds, {
          product: (round) => cut(engine, asset, startOf(round), seconds),
          bare: (round) => cutBare({ source, target }, startOf(round), seconds),
        });
        const ratio = medianRatio(product, bare);
        results.push({
          name: `clip of ${String(seconds)} s`,
          measured: { value: median(product), unit: 'ms' },
          reference: { value: median(bare), unit: 'ms' },
          ratio,
          bound: `≤ ${String(maxRatio)} × bare ffmpeg`,
          isMet: ratio <= maxRatio,
        });
      }
      return results;
    });
  },
};

async function cut(engine: EngineClient, asset: ReadyAsset, start: number, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const clip = await engine.cut(asset, start, start + seconds);
  const took = performance.now() - startedAt;
  // Its other renditions must be finished before the next round starts.
  await engine.untilIdle(clip);
  await engine.remove(clip);
  return took;
}

function cutBare(files: { source: string; target: string }, start: number, seconds: number): Promise<number> {
  const span = ['-ss', String(start), '-i', files.source, '-t', String(seconds)];
  return elapsed(() => runFfmpeg(...span, ...encoding, files.target));
}
