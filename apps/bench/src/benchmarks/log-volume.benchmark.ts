import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import { uploadVideo } from '../../../e2e/src/testing/api/send-file.ts';
import { shortTalk, silentVideo } from '../../../e2e/src/testing/api/talk.ts';
import { isSmoke, sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { withMicroservices } from '../product/microservices.ts';
import { pollSteadily } from '../product/poll-steadily.ts';

const reads = { perSecond: sized(20, 10), seconds: sized(50, 1), connections: 10 };
const idleSeconds = sized(180, 1);
/** The last lines of a request or a video are written after its answer. */
const settleMs = sized(15_000, 500);

/** Lines and bytes that all processes log at the level of production: at rest, for a read, and for a video. */
export const logVolumeBenchmark: Benchmark = {
  name: 'log-volume',
  run: () => withMicroservices(measure, { LOG_LEVEL: 'info' }),
};

async function measure(product: Product): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const video = await loggedDuring(product, async () => {
    const { video } = await uploadVideo(api, isSmoke ? silentVideo() : shortTalk(), 'A talk');
    await api.untilReady(video.id);
  });
  // How often somebody looks at the video is measured below.
  const ofVideo = video.filter((line) => !line.includes('"method":"GET"'));
  const polled = await loggedDuring(product, async () => {
    const { failures } = await pollSteadily({ ...reads, urls: [`${product.origin}/api/muxvideos`], token });
    if (failures > 0) throw new Error(`${String(failures)} reads failed`);
  });
  const atRest = await loggedDuring(product, () => wait(idleSeconds * 1_000));
  return [
    result('a read', polled, reads.perSecond * reads.seconds),
    result('a video', ofVideo, 1),
    result('an hour at rest', atRest, idleSeconds / 3_600),
  ];
}

/** The lines that all processes log during the work, and shortly after it. */
async function loggedDuring({ processes }: Product, work: () => Promise<unknown>): Promise<string[]> {
  const before = processes.map(({ log }) => log.text().length);
  await work();
  await wait(settleMs);
  return processes.flatMap(({ log }, index) =>
    log
      .text()
      .slice(before[index])
      .split('\n')
      .filter((line) => line !== ''),
  );
}

function result(of: string, lines: readonly string[], times: number): Result {
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return {
    name: `log of ${of}`,
    measured: { value: bytes / times, unit: 'bytes' },
    note: `${(lines.length / times).toFixed(1)} lines`,
  };
}
