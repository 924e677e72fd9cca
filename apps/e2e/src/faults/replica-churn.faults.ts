import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { VideoRecord } from '@vault/contracts';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import { InterceptingProxy } from '../testing/product/intercepting-proxy.ts';
import { registerWithRetry, sendWithRetry, uploadWithRetry } from '../testing/api/send-with-retry.ts';
import type { Product } from '../testing/product/product.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import type { Row } from '../testing/stores/stored-data.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { until } from '../testing/shared/until.ts';
import { Load } from './replica-churn/load.ts';
import { TwoGateways } from './replica-churn/two-gateways.ts';

const replicas = { gateway: 2, auth: 2, upload: 2, chaptering: 2, search: 2, clip: 2, portal: 2, admin: 2 };
const media = briefTalk();
const changes = 4;
const stayMs = 1_500;
const stateTimeoutMs = 360_000;
const transcriptRequest = /^GET [^ ]*\/text\//;

describe('replica churn', () => {
  let product: Product;
  let transcripts: InterceptingProxy;
  let api: Api;
  let apis: readonly Api[];
  /** A finished video that the load reads and edits. */
  let id: string;
  const uploaded: string[] = [];

  before(async () => {
    transcripts = await InterceptingProxy.open();
    const envOf = { chaptering: { VIDEO_ENGINE_URL: `${transcripts.origin}/media` } };
    product = await startMicroservices({ replicas, envOf, env: { KAFKA_SESSION_SECONDS: '3' } });
    transcripts.target = product.mediaOrigin;
    api = product.api();
    await registerWithRetry(api);
    apis = product.origins.map((origin) => Object.assign(product.api(origin), { user: api.user }));
    id = await uploadWithRetry(api, media, 'Title 0');
    await api.untilReady(id);
  });
  after(async () => {
    try {
      await product.end();
    } finally {
      await transcripts.close();
    }
  });

  it('a worker that hangs beyond its lease loses its job, and its late result is refused', async () => {
    const [late, other] = [product.process('chaptering'), product.process('chaptering-2')];
    // While the other is stopped, this process takes all jobs.
    await other.stop();
    const reading = transcripts.intercept(transcriptRequest);
    const video = await uploadWithRetry(api, media, 'Uploaded under load');
    const { release } = await reading;
    late.pause();
    await other.start();
    const { chapters } = await untilReady(video);
    const before = await chapterSetOf(video);
    const mark = late.log.mark();
    late.resume();
    release();
    // Its deadlines expired while it hung: it reports a failed attempt for a job that the other process has now.
    await late.log.untilLine(/a chaptering job failed/, mark, stateTimeoutMs);
    await until('the late worker to be ready', () => late.isFullyReady(), stateTimeoutMs);
    assert.deepEqual((await untilReady(video)).chapters, chapters);
    assert.deepEqual(
      await chapterSetOf(video),
      before,
      `the late worker changed the document: ${late.log.text().slice(mark)}`,
    );
    uploaded.push(video);
  });

  it('work continues while replicas are added and removed', async () => {
    const gateways = new TwoGateways(apis);
    const load = new Load(gateways, id);
    const sending = Array.from({ length: 3 }, () => uploadWithRetry(api, media, 'Uploaded under load'));
    for (const change of Array.from({ length: changes }).keys()) {
      const name = change % 2 === 0 ? 'chaptering-2' : 'upload-2';
      await product.process(name).stop();
      await wait(stayMs);
      await product.process(name).start();
    }
    uploaded.push(...(await Promise.all(sending)));
    await assertTitle(await load.stop());
    assert.deepEqual(gateways.failures, []);
    assert.ok(gateways.answered > 0);
  });

  for (const name of ['auth-2', 'upload-2', 'chaptering-2', 'search-2', 'gateway-2'])
    it(`${name} is stopped under load: no request fails`, async () => {
      const gateways = new TwoGateways(apis);
      const load = new Load(gateways, id);
      const video = uploadWithRetry(api, media, 'Uploaded under load');
      await wait(stayMs);
      await product.process(name).stop();
      await wait(stayMs);
      await product.process(name).start();
      uploaded.push(await video);
      await assertTitle(await load.stop());
      assert.deepEqual(gateways.failures, []);
    });

  it('a worker is stopped while it runs a job: the other takes the job at once', async () => {
    const reading = transcripts.intercept(transcriptRequest);
    const video = await uploadWithRetry(api, media, 'Uploaded under load');
    const { release } = await reading;
    const names = ['chaptering', 'chaptering-2'];
    // Either of them may run the job, so both are stopped in turn.
    await product.process(names[0]!).stop();
    await product.process(names[0]!).start();
    await product.process(names[1]!).stop();
    release();
    await product.process(names[1]!).start();
    await untilReady(video);
    uploaded.push(video);
  });

  it('the video engine is stopped while it makes captions', async () => {
    const video = await uploadWithRetry(api, media, 'Uploaded under load');
    await api.untilVideo(video, 'captioning', ({ state }) => state === 'captioning' || state === 'ready');
    await product.process('video-engine').stop();
    await product.process('video-engine').start();
    await untilReady(video);
    uploaded.push(video);
  });

  it('every video becomes ready', async () => {
    for (const video of uploaded) await untilReady(video);
  });

  it('leaves the stores consistent', () => assertConsistent(product));

  async function untilReady(video: string): Promise<VideoRecord> {
    return until(
      `${video} to be ready`,
      async () => {
        const { json } = await sendWithRetry(api, 'GET', `/api/muxvideos/asset/${video}`);
        const record = json!.data as VideoRecord;
        assert.notEqual(record.state, 'failed', JSON.stringify(record.failure));
        return record.state === 'ready' ? record : undefined;
      },
      stateTimeoutMs,
    );
  }

  /** The chapter set of a video, after its events are published. */
  function chapterSetOf(video: string): Promise<Row> {
    return until('the chapters to be published', async () => {
      const { chaptersets = [] } = await product.stored().documents('chaptering');
      return chaptersets.find(
        ({ _id, outbox, outboxSince }) => _id === video && !outboxSince && (outbox as unknown[]).length === 0,
      );
    });
  }

  async function assertTitle(title: string): Promise<void> {
    const { json } = await sendWithRetry(api, 'GET', `/api/muxvideos/asset/${id}`);
    assert.equal((json!.data as VideoRecord).title, title);
  }
});
