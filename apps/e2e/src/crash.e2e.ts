import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from './testing/api/api.ts';
import { findInconsistencies } from './testing/stores/checker.ts';
import type { Product } from './testing/product/product.ts';
import { chooseSeed, isFullRun, seeded } from './testing/shared/random.ts';
import { queryOffset, uploadVideo, type Media } from './testing/api/send-file.ts';
import { startProduct } from './testing/product/start-product.ts';
import { StoredUpload } from './testing/product/stored-upload.ts';
import { briefTalk, padded, silentVideo } from './testing/api/talk.ts';
import { untilIdle } from './testing/product/until-idle.ts';

const kib = 1_024;
const mib = 1_024 * kib;
const seed = chooseSeed();
const random = seeded(seed);
/** Microservices restart more slowly, and the fault suites kill each of them at each of its steps. */
const isOneProcess = (process.env.E2E_MODE ?? 'all-in-one') === 'all-in-one';
const [killsWhileUploading, killsWhileProcessing] = !isFullRun ? [5, 3] : isOneProcess ? [20, 10] : [8, 4];
/** Approximate time from the end of an upload until the video is ready, on an idle machine. */
const processingMs = 3_000;

describe(`kill -9, E2E_SEED=${String(seed)}`, () => {
  let product: Product;
  let api: Api;

  before(async () => {
    // A short session timeout, so that restarted processes get the partitions of killed ones soon.
    product = await startProduct({ env: { KAFKA_SESSION_SECONDS: '3' } });
    // Tests of this file count requests or expect a 503.
    product.tries = 1;
    api = product.api();
    await api.register('executive');
  });
  after(() => product.end());

  it('loses no acknowledged byte of an upload', async () => {
    const media = padded(silentVideo(), 24 * mib);
    let kills = 0;
    while (kills < killsWhileUploading) {
      const session = await api.openUpload();
      const stored = new StoredUpload(product, media.bytes.length);
      let storedBytes = 0;
      for (;;) {
        const isLast = kills === killsWhileUploading;
        const progress = await sendSome(
          product,
          session.url,
          media,
          storedBytes,
          isLast ? Infinity : random() * 2 * mib,
          () => assert.ok(stored.open()),
        );
        if (progress.isDone) break;
        kills += 1;
        await product.start();
        const offset = await queryOffset(api, session.url, media.bytes.length);
        if (offset === 'done') break;
        assert.ok(
          offset >= progress.acknowledged,
          `${String(offset)} held, ${String(progress.acknowledged)} acknowledged`,
        );
        storedBytes = offset;
      }
      await api.save(session.id, { title: `After ${String(kills)} kills` });
      assert.equal(sha256(stored.read()), sha256(media.bytes));
    }
  });

  it('restarts interrupted work, which completes once', async () => {
    for (let kills = 0; kills < killsWhileProcessing; kills += 1) {
      await uploadVideo(api, briefTalk(), `Talk ${String(kills)}`);
      await wait(random() * processingMs);
      await product.kill();
      await product.start();
    }
    const videos = await api.videos();
    for (const { uploadId, title } of videos) {
      const { captions } = await api.untilReady(uploadId);
      assert.equal(captions, title.startsWith('Talk') ? 'ready' : 'unavailable');
    }
    assert.equal(videos.filter(({ title }) => title.startsWith('Talk')).length, killsWhileProcessing);
  });

  it('leaves the stores consistent', async () => {
    const used = (await api.videos()).length;
    await untilIdle(product);
    await product.stop();
    assert.deepEqual(await findInconsistencies(product.stored()), []);
    await product.start();
    assert.equal((await api.videos()).length, used);
    assert.ok(used > killsWhileProcessing);
  });
});

interface Progress {
  readonly isDone: boolean;
  /** The number of bytes that the product has acknowledged. */
  readonly acknowledged: number;
}

/** Sends chunks, and kills the product after `killAfter` bytes. */
async function sendSome(
  product: Product,
  url: string,
  media: Media,
  from: number,
  killAfter: number,
  onHeld: () => void,
): Promise<Progress> {
  const chunk = (1 + Math.floor(random() * 8)) * 256 * kib;
  let acknowledged = from;
  for (;;) {
    const to = Math.min(acknowledged + chunk, media.bytes.length);
    const left = from + killAfter - acknowledged;
    const answer = await sendChunk(product, url, media, acknowledged, to, left);
    if (answer === 'killed') return { isDone: false, acknowledged };
    if (answer.status === 200) return { isDone: true, acknowledged: media.bytes.length };
    assert.equal(answer.status, 308);
    acknowledged = answer.storedBytes;
    onHeld();
  }
}

type ChunkOutcome = 'killed' | { readonly status: number; readonly storedBytes: number };

/** Sends one PUT, and kills the product after `killAfter` bytes of it, while it sends the rest. */
function sendChunk(
  product: Product,
  url: string,
  { bytes, type }: Media,
  from: number,
  to: number,
  killAfter: number,
): Promise<ChunkOutcome> {
  const headers = {
    'content-type': type,
    'content-length': String(to - from),
    'content-range': `bytes ${String(from)}-${String(to - 1)}/${String(bytes.length)}`,
  };
  return new Promise((resolve, reject) => {
    let killing: Promise<void> | undefined;
    const sent = request(new URL(url, product.origin), { method: 'PUT', headers, agent: false });
    sent.on('error', (error) => {
      if (killing) killing.then(() => resolve('killed'), reject);
      else reject(error);
    });
    sent.on('response', (response) => {
      response.resume();
      const storedBytes = Number(/-(\d+)$/.exec(String(response.headers.range))?.[1] ?? -1) + 1;
      // An answer that arrives during the kill is ignored.
      if (killing) killing.then(() => resolve('killed'), reject);
      else resolve({ status: response.statusCode ?? 0, storedBytes: storedBytes });
    });
    const cut = from + Math.min(Math.max(0, killAfter), to - from);
    sent.write(bytes.subarray(from, cut), () => {
      if (cut < to) killing = killForUpload(product);
      sent.end(bytes.subarray(cut, to));
    });
  });
}

/** As microservices, usually kills only the video host, which holds the bytes: restarting all processes takes long. */
function killForUpload(product: Product): Promise<void> {
  return random() < 0.25 ? product.kill() : product.videoHost.kill();
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
