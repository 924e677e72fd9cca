import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { VideoRecord } from '@vault/contracts';
import type { Api } from '../testing/api.ts';
import { assertSound } from '../testing/assert-sound.ts';
import { Gate } from '../testing/gate.ts';
import { insist } from '../testing/insist.ts';
import type { Product } from '../testing/product.ts';
import { uploadVideo } from '../testing/send-file.ts';
import { startMicroservices } from '../testing/start-microservices.ts';
import type { Row } from '../testing/stored-data.ts';
import { briefTalk } from '../testing/talk.ts';
import { until } from '../testing/until.ts';
import { Load, sendPatiently } from './comings-and-goings/load.ts';
import { TwoGateways } from './comings-and-goings/two-gateways.ts';

const replicas = { gateway: 2, auth: 2, upload: 2, chaptering: 2, search: 2, clip: 2, admin: 2 };
const media = briefTalk();
const changes = 4;
const stayMs = 1_500;
const soonMs = 360_000;
const readingATranscript = /^GET [^ ]*\/text\//;

describe('processes come and go', () => {
  let product: Product;
  let transcripts: Gate;
  let api: Api;
  let atBoth: readonly Api[];
  /** A finished video that everybody looks at and edits. */
  let id: string;
  const sent: string[] = [];

  before(async () => {
    transcripts = await Gate.open();
    const envOf = { chaptering: { VIDEO_ENGINE_URL: `${transcripts.origin}/media` } };
    product = await startMicroservices({ replicas, envOf, env: { KAFKA_SESSION_SECONDS: '3' } });
    transcripts.target = product.mediaOrigin;
    api = product.api();
    await api.register();
    atBoth = product.origins.map((origin) => Object.assign(product.api(origin), { user: api.user }));
    id = (await uploadVideo(api, media, 'Title 0')).session.id;
    await api.untilReady(id);
  });
  after(async () => {
    try {
      await product.end();
    } finally {
      await transcripts.close();
    }
  });

  it('a worker that hangs beyond its lease loses its job, and what it brings afterwards is refused', async () => {
    const [late, other] = [product.process('chaptering'), product.process('chaptering-2')];
    // With the other away, all jobs go to the one.
    await other.stop();
    const reading = transcripts.catch(readingATranscript);
    const video = await sendPatiently(api, media);
    const { release } = await reading;
    late.pause();
    await other.start();
    const { chapters } = await untilReady(video);
    const before = await setOf(video);
    const mark = late.log.mark();
    late.resume();
    release();
    // Its deadlines ran out while it hung: it tells of a try that failed, for a job that is another's by now.
    await late.log.untilLine(/a chaptering job failed/, mark, soonMs);
    await until('the late one to be whole', () => late.isWhole(), soonMs);
    assert.deepEqual((await untilReady(video)).chapters, chapters);
    assert.deepEqual(
      await setOf(video),
      before,
      `the late one changed something: ${late.log.text().slice(mark)}`,
    );
    sent.push(video);
  });

  it('workers are added and removed all the time, and all work goes on', async () => {
    const gateways = new TwoGateways(atBoth);
    const load = new Load(gateways, id);
    const sending = Array.from({ length: 3 }, () => sendPatiently(api, media));
    for (const change of Array.from({ length: changes }).keys()) {
      const name = change % 2 === 0 ? 'chaptering-2' : 'upload-2';
      await product.process(name).stop();
      await wait(stayMs);
      await product.process(name).start();
    }
    sent.push(...(await Promise.all(sending)));
    await assertLast(await load.stop());
    assert.deepEqual(gateways.failures, []);
    assert.ok(gateways.answered > 0);
  });

  for (const name of ['auth-2', 'upload-2', 'chaptering-2', 'search-2', 'gateway-2'])
    it(`${name} is asked to stop while it works: no request fails`, async () => {
      const gateways = new TwoGateways(atBoth);
      const load = new Load(gateways, id);
      const video = sendPatiently(api, media);
      await wait(stayMs);
      await product.process(name).stop();
      await wait(stayMs);
      await product.process(name).start();
      sent.push(await video);
      await assertLast(await load.stop());
      assert.deepEqual(gateways.failures, []);
    });

  it('a worker is asked to stop while it holds a job: the other takes it up at once', async () => {
    const reading = transcripts.catch(readingATranscript);
    const video = await sendPatiently(api, media);
    const { release } = await reading;
    const names = ['chaptering', 'chaptering-2'];
    // Whichever holds it: the other is there for as long as one stops.
    await product.process(names[0]!).stop();
    await product.process(names[0]!).start();
    await product.process(names[1]!).stop();
    release();
    await product.process(names[1]!).start();
    await untilReady(video);
    sent.push(video);
  });

  it('the video engine is asked to stop while it makes captions', async () => {
    const video = await sendPatiently(api, media);
    await api.untilVideo(video, 'captioning', ({ state }) => state === 'captioning' || state === 'ready');
    await product.process('video-engine').stop();
    await product.process('video-engine').start();
    await untilReady(video);
    sent.push(video);
  });

  it('every video ends well', async () => {
    for (const video of sent) await untilReady(video);
  });

  it('leaves nothing lost, doubled or lying about', () => assertSound(product));

  async function untilReady(video: string): Promise<VideoRecord> {
    return until(
      `${video} to be ready`,
      async () => {
        const { json } = await insist(api, 'GET', `/api/muxvideos/asset/${video}`);
        const record = json!.data as VideoRecord;
        assert.notEqual(record.state, 'failed', JSON.stringify(record.failure));
        return record.state === 'ready' ? record : undefined;
      },
      soonMs,
    );
  }

  /** What chaptering keeps of a video, once it has told it. */
  function setOf(video: string): Promise<Row> {
    return until('the chapters to be told', async () => {
      const { chaptersets = [] } = await product.stored().documents('chaptering');
      return chaptersets.find(
        ({ _id, outbox, outboxSince }) => _id === video && !outboxSince && (outbox as unknown[]).length === 0,
      );
    });
  }

  async function assertLast(title: string): Promise<void> {
    const { json } = await insist(api, 'GET', `/api/muxvideos/asset/${id}`);
    assert.equal((json!.data as VideoRecord).title, title);
  }
});
