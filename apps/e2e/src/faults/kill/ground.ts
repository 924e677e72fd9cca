import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from '../../testing/api.ts';
import { Gate } from '../../testing/gate.ts';
import { insist, registerPatiently } from '../../testing/insist.ts';
import { startOwnServers, type OwnServers } from '../../testing/own-servers.ts';
import type { AppName, Product } from '../../testing/product.ts';
import { sendFile } from '../../testing/send-file.ts';
import { startMicroservices } from '../../testing/start-microservices.ts';
import type { Row } from '../../testing/stored-data.ts';
import { briefTalk } from '../../testing/talk.ts';
import { until } from '../../testing/until.ts';

/** Work that was held by a dead process goes on within this time. */
const resumedWithinMs = 120_000;
/** Other work of this machine, and other videos, may make an undisturbed video take so many times longer. */
const slowness = 5;
/** For what comes by itself, on a busy machine. */
const soonMs = 360_000;

const steps: readonly VideoRecord['state'][] = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
  'ready',
];

/** A video of somebody. */
export interface Begun {
  readonly api: Api;
  readonly id: string;
}

/** A product whose every process and every way between them can be struck at a chosen moment. */
export class Ground {
  readonly product: Product;
  readonly servers: OwnServers;
  /** From chaptering to the video engine. */
  readonly transcripts: Gate;
  /** From the upload service to the video engine. */
  readonly host: Gate;
  /** From the clip service to the video engine. */
  readonly clips: Gate;
  /** From the video engine to the gateway. */
  readonly webhooks: Gate;
  readonly media = briefTalk();
  readonly people: Api[] = [];
  private readonly random: () => number;
  private readonly underWay: Begun[] = [];
  /** Finished videos that no point has had. */
  private readonly spare: Begun[] = [];
  private shared: Begun | undefined;
  private undisturbedMs = 0;

  private constructor(
    parts: Pick<Ground, 'product' | 'servers' | 'transcripts' | 'host' | 'clips' | 'webhooks'>,
    random: () => number,
  ) {
    this.product = parts.product;
    this.servers = parts.servers;
    this.transcripts = parts.transcripts;
    this.host = parts.host;
    this.clips = parts.clips;
    this.webhooks = parts.webhooks;
    this.random = random;
  }

  static async prepare(random: () => number): Promise<Ground> {
    const servers = await startOwnServers();
    const [transcripts, host, clips, webhooks] = await openGates();
    try {
      const product = await startMicroservices({
        servers: servers.servers,
        env: { KAFKA_SESSION_SECONDS: '3', LOG_LEVEL: 'info' },
        envOf: {
          chaptering: { VIDEO_ENGINE_URL: `${transcripts.origin}/media` },
          upload: { VIDEO_ENGINE_URL: `${host.origin}/media` },
          clip: { VIDEO_ENGINE_URL: `${clips.origin}/media` },
          'video-engine': { WEBHOOK_URL: `${webhooks.origin}/api/webhooks/mux` },
        },
      });
      transcripts.target = host.target = clips.target = product.mediaOrigin;
      webhooks.target = product.origin;
      const ground = new Ground({ product, servers, transcripts, host, clips, webhooks }, random);
      await ground.measure();
      return ground;
    } catch (error) {
      await Promise.all([transcripts, host, clips, webhooks].map((gate) => gate.close()));
      await servers.stop();
      throw error;
    }
  }

  async end(): Promise<void> {
    try {
      await this.product.end();
    } finally {
      const { transcripts, host, clips, webhooks } = this;
      await Promise.all([transcripts, host, clips, webhooks].map((gate) => gate.close()));
      await this.servers.stop();
    }
  }

  /** Somebody new, signed in. */
  async person(): Promise<Api> {
    const api = this.product.api();
    await registerPatiently(api);
    this.people.push(api);
    return api;
  }

  /** A session of an upload. */
  async open(api: Api): Promise<UploadSession> {
    return (await insist(api, 'GET', '/api/muxupload')).json!.data as UploadSession;
  }

  /** The first save of an upload, or another. */
  async save(api: Api, id: string, title: string): Promise<void> {
    await insist(api, 'PATCH', '/api/muxupload/save', { body: { passthrough: id, title } });
  }

  /** Kills a process a random moment from now, at most `withinMs`, and starts it again. */
  async strike(app: AppName, withinMs = 0): Promise<void> {
    const delayMs = this.random() * withinMs;
    await wait(delayMs);
    await this.product.process(app).restart();
  }

  /** A video of somebody new, all of it sent. */
  async sendNew(): Promise<Begun> {
    const api = await this.person();
    const { id, url } = await this.open(api);
    await sendFile(api, url, this.media);
    await this.save(api, id, 'A talk');
    return { api, id };
  }

  /** A finished video that no other point has. */
  async readyVideo(): Promise<Begun> {
    return this.spare.pop() ?? this.newReadyVideo();
  }

  /** A video of somebody new, finished just now. */
  async newReadyVideo(): Promise<Begun> {
    const begun = await this.sendNew();
    await this.untilState(begun, 'ready');
    return begun;
  }

  /** A finished video that several points of a round change in turn, and none deletes. */
  async sharedVideo(): Promise<Begun> {
    this.shared ??= await this.readyVideo();
    return this.shared;
  }

  /** What was changed in the rounds before is left as it is. */
  beginRound(): void {
    this.shared = undefined;
  }

  /** The video must become ready by itself; {@link untilAllReady} sees to it. */
  expectReady(begun: Begun): void {
    this.underWay.push(begun);
  }

  /** Nobody helps: every video that was under way becomes ready soon after the last start. */
  async untilAllReady(): Promise<void> {
    const begun = this.underWay.splice(0);
    const limitMs = resumedWithinMs + slowness * this.undisturbedMs * Math.max(1, begun.length);
    const isReady = async (each: Begun) => {
      const { state, chapters } = await this.video(each);
      return state === 'ready' && chapters.length > 0;
    };
    await Promise.all(begun.map((each) => until(`${each.id} to be ready`, () => isReady(each), limitMs)));
  }

  /** @throws when it has failed */
  async video({ api, id }: Begun): Promise<VideoRecord> {
    const { json } = await insist(api, 'GET', `/api/muxvideos/asset/${id}`);
    const video = json!.data as VideoRecord;
    assert.notEqual(video.state, 'failed', `${id} failed: ${JSON.stringify(video.failure)}`);
    return video;
  }

  /** Waits until a video is in this state, or is further: on a busy machine nobody may look while it is in it. */
  async untilState(begun: Begun, state: VideoRecord['state']): Promise<void> {
    const further = steps.slice(steps.indexOf(state));
    const isThere = async () => further.includes((await this.video(begun)).state);
    await until(`${begun.id} to be ${state}`, isThere, soonMs);
  }

  /** Waits until a stored document says so. */
  untilStored(
    where: { service: string; collection: string; id: string },
    fits: (row: Row) => boolean,
  ): Promise<Row> {
    const { service, collection, id } = where;
    return until(`${collection} ${id} to fit ${String(fits)}`, async () => {
      const documents = await this.product.stored().documents(service);
      return documents[collection]?.find((row) => row._id === id && fits(row));
    });
  }

  untilUpload({ id }: Begun, fits: (row: Row) => boolean): Promise<Row> {
    return this.untilStored({ service: 'upload', collection: 'videos', id }, fits);
  }

  untilChapters({ id }: Begun, fits: (row: Row) => boolean): Promise<Row> {
    return this.untilStored({ service: 'chaptering', collection: 'chaptersets', id }, fits);
  }

  /** What an undisturbed video takes here and now; the first one also loads the speech model. */
  private async measure(): Promise<void> {
    this.spare.push(await this.newReadyVideo());
    const begin = performance.now();
    this.spare.push(await this.newReadyVideo());
    this.undisturbedMs = performance.now() - begin;
  }
}

async function openGates(): Promise<[Gate, Gate, Gate, Gate]> {
  return [await Gate.open(), await Gate.open(), await Gate.open(), await Gate.open()];
}
