import { Agent, get } from 'node:http';
import { silentVideo } from '../../../e2e/src/testing/api/talk.ts';
import { isSmoke, sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio, spreadOf } from '../measuring/statistics.ts';
import { withBucket, withProductOn } from '../product/bucket.ts';
import type { Segment } from '../product/engine-client.ts';
import { twoMinutes } from '../product/fixture-video.ts';
import type { ServedProduct } from '../product/served-product.ts';

const warmUps = sized(10, 1);
const rounds = sized(201, 1);
const maxRatio = 1.3;
/** The network between a viewer and both servers, which this machine lacks. */
const viewer = { msPerRequest: 20, bitsPerMs: 50_000 };
const unit = 'ms';
const agent = new Agent({ keepAlive: true });

/** Loading the first segment of a recording in a bucket, compared with a presigned address of it, for a viewer. */
export const bucketFirstSegmentBenchmark: Benchmark = {
  name: 'bucket-first-segment',
  run: () =>
    withBucket((bucket) =>
      withProductOn(
        bucket,
        (redirecting) =>
          withProductOn(bucket, (sending) => measure(redirecting, sending), { MEDIA_PREFIX: 'proxy/' }),
        { MEDIA_PREFIX: 'redirect/', MEDIA_DELIVERY: 'redirect' },
      ),
    ),
};

async function measure(redirecting: ServedProduct, sending: ServedProduct): Promise<Result[]> {
  const redirected = await firstSegment(redirecting);
  const proxied = await firstSegment(sending);
  const direct = { ...redirected, url: await redirectOf(redirected) };
  const ways = {
    redirected: () => elapsed(async () => load({ ...redirected, url: await redirectOf(redirected) })),
    proxied: () => elapsed(() => load(proxied)),
    direct: () => elapsed(() => load(direct)),
  };
  await interleave(warmUps, ways);
  const times = await interleave(rounds, ways);
  const reference = { value: median(times.direct), unit };
  const overNetwork = (all: readonly number[], requests: number) =>
    all.map((ms) => ms + requests * viewer.msPerRequest + (8 * redirected.bytes) / viewer.bitsPerMs);
  const [seen, seenDirect] = [overNetwork(times.redirected, 2), overNetwork(times.direct, 1)];
  const ratio = medianRatio(seen, seenDirect);
  return [
    {
      name: 'first segment, by redirect to the bucket',
      measured: { value: median(seen), unit },
      reference: { value: median(seenDirect), unit },
      ratio,
      bound: `≤ ${String(maxRatio)} × a presigned address`,
      isMet: ratio <= maxRatio,
      note: `${String(redirected.bytes)} bytes at 50 Mbit/s, 20 ms for each request; ${spreadOf(seen, seenDirect)}`,
    },
    {
      name: 'first segment, by redirect, without a network',
      measured: { value: median(times.redirected), unit },
      reference,
      ratio: medianRatio(times.redirected, times.direct),
      note: spreadOf(times.redirected, times.direct),
    },
    {
      name: "first segment, from the engine's cache",
      measured: { value: median(times.proxied), unit },
      reference,
      ratio: medianRatio(times.proxied, times.direct),
    },
  ];
}

async function firstSegment(product: ServedProduct): Promise<Segment> {
  const engine = product.engine();
  const asset = await engine.ingest(isSmoke ? silentVideo().path : await twoMinutes());
  await engine.untilIdle(asset);
  return engine.firstSegment(asset);
}

/** Where the bucket has a segment. */
async function redirectOf(segment: Segment): Promise<string> {
  const { status, location } = await ask(segment);
  if (location === undefined) throw new Error(`no redirect, but ${String(status)}`);
  return location;
}

/** @throws when not exactly these bytes arrive */
async function load(segment: Segment): Promise<void> {
  const { status, received } = await ask(segment);
  if (status !== 206 || received !== segment.bytes)
    throw new Error(`a segment was answered ${String(status)} with ${String(received)} bytes`);
}

/** Counts the bytes of an answer. `fetch` would collect them, and freeing their memory would be measured too. */
function ask({ url, headers }: Segment) {
  return new Promise<{ status?: number; location?: string; received: number }>((resolve, reject) => {
    const call = get(url, { agent, headers }, (answer) => {
      let received = 0;
      answer.on('data', (piece: Buffer) => (received += piece.length));
      answer.once('error', reject).once('end', () => {
        resolve({ status: answer.statusCode, location: answer.headers.location, received });
      });
    });
    call.once('error', reject);
  });
}
