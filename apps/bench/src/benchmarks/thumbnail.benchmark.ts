import { join } from 'node:path';
import { sized, type Benchmark } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { twoMinutes } from '../product/fixture-video.ts';
import { runFfmpeg } from '../product/run-ffmpeg.ts';
import { withProduct } from '../product/served-product.ts';

const rounds = sized(27, 1);
const maxRatio = 1.3;
const width = 640;
const unit = 'ms';
/** A different second in each round, each in another group of pictures. */
const secondOf = (round: number) => (3.2 + 4.1 * round).toFixed(1);

/** A thumbnail that is not cached, compared with plain ffmpeg extracting the same frame. */
export const thumbnailBenchmark: Benchmark = {
  name: 'thumbnail',
  run: async () => {
    const source = await twoMinutes();
    const { product, bare } = await withProduct(async (served) => {
      const engine = served.engine();
      const asset = await engine.ingest(source);
      await engine.untilIdle(asset);
      const file = join(served.dataDir, 'bare.jpg');
      return interleave(rounds, {
        product: (round) => {
          const name = `thumbnail.jpg?time=${secondOf(round)}&width=${String(width)}`;
          return elapsed(async () => {
            if (!(await engine.picture(asset.playbackId, name))) throw new Error('there was no thumbnail');
          });
        },
        bare: (round) =>
          elapsed(() =>
            runFfmpeg(
              ...['-ss', secondOf(round), '-i', source, '-frames:v', '1'],
              ...['-vf', `scale=${String(width)}:-2`, '-q:v', '4', file],
            ),
          ),
      });
    });
    const ratio = medianRatio(product, bare);
    return [
      {
        name: 'thumbnail, not cached',
        measured: { value: median(product), unit },
        reference: { value: median(bare), unit },
        ratio,
        bound: `≤ ${String(maxRatio)} × bare ffmpeg`,
        isMet: ratio <= maxRatio,
      },
    ];
  },
};
