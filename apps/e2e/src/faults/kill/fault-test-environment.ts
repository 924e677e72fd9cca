import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from '../../testing/api/api.ts';
import { InterceptingProxy } from '../../testing/product/intercepting-proxy.ts';
import { sendWithRetry, registerWithRetry } from '../../testing/api/send-with-retry.ts';
import { startOwnServers, type OwnServers } from '../../testing/stores/own-servers.ts';
import type { AppName, Product } from '../../testing/product/product.ts';
import { sendFile } from '../../testing/api/send-file.ts';
import { startMicroservices } from '../../testing/product/start-microservices.ts';
import type { Row } from '../../testing/stores/stored-data.ts';
import { briefTalk } from '../../testing/api/talk.ts';
import { until } from '../../testing/shared/until.ts';

/** Work of a killed process continues within this time. */
const resumeTimeoutMs = 120_000;
/** Other work of the machine may slow the processing of a video by this factor. */
const slowdown = 5;
/** Timeout for state changes without a fault, on a busy machine. */
const stateTimeoutMs = 360_000;

const steps: readonly VideoRecord['state'][] = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
  'ready',
];

/** A video and its owner. */
export interface TestVideo {
  readonly api: Api;
  readonly id: string;
}

/** A product whose processes can be killed, and the requests between them held, at a chosen moment. */
export class FaultTestEnvironment {
  readonly product: Product;
  readonly servers: OwnServers;
  /** From chaptering to the video engine. */
  readonly transcripts: InterceptingProxy;
  /** From the upload service to the video engine. */
  readonly host: InterceptingProxy;
  /** From the clip service to the video engine. */
  readonly clips: InterceptingProxy;
  /** From the video engine to the gateway. */
  readonly webhooks: InterceptingProxy;
  readonly media = briefTalk();
  readonly people: Api[] = [];
  private readonly random: () => number;
  private readonly expected: TestVideo[] = [];
  /** Finished videos that no point has used. */
  private readonly spare: TestVideo[] = [];
  private shared: TestVideo | undefined;
  private undisturbedMs = 0;

  private constructor(
    parts: Pick<FaultTestEnvironment, 'product' | 'servers' | 'transcripts' | 'host' | 'clips' | 'webhooks'>,
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

  static async prepare(random: () => number): Promise<FaultTestEnvironment> {
    const servers = await startOwnServers();
    const [transcripts, host, clips, webhooks] = await openProxies();
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
      const environment = new FaultTestEnvironment(
        { product, servers, transcripts, host, clips, webhooks },
        random,
      );
      await environment.measure();
      return environment;
    } catch (error) {
      await Promise.all([transcripts, host, clips, webhooks].map((proxy) => proxy.close()));
      await servers.stop();
      throw error;
    }
  }

  async end(): Promise<void> {
    try {
      await this.product.end();
    } finally {
      const { transcripts, host, clips, webhooks } = this;
      await Promise.all([transcripts, host, clips, webhooks].map((proxy) => proxy.close()));
      await this.servers.stop();
    }
  }

  /** Registers a new user. */
  async person(): Promise<Api> {
    const api = this.product.api();
    await registerWithRetry(api);
    this.people.push(api);
    return api;
  }

  /** Opens an upload session. */
  async open(api: Api): Promise<UploadSession> {
    return (await sendWithRetry(api, 'GET', '/api/muxupload')).json!.data as UploadSession;
  }

  /** Saves the title of an upload or video. */
  async save(api: Api, id: string, title: string): Promise<void> {
    await sendWithRetry(api, 'PATCH', '/api/muxupload/save', { body: { passthrough: id, title } });
  }

  /** Kills a process after a random delay of at most `withinMs`, and starts it again. */
  async killAndRestart(app: AppName, withinMs = 0): Promise<void> {
    const delayMs = this.random() * withinMs;
    await wait(delayMs);
    await this.product.process(app).restart();
  }

  /** Uploads a video of a new user. */
  async sendNew(): Promise<TestVideo> {
    const api = await this.person();
    const { id, url } = await this.open(api);
    await sendFile(api, url, this.media);
    await this.save(api, id, 'A talk');
    return { api, id };
  }

  /** A finished video for one point alone. */
  async readyVideo(): Promise<TestVideo> {
    return this.spare.pop() ?? this.newReadyVideo();
  }

  /** Uploads a video of a new user and waits until it is ready. */
  async newReadyVideo(): Promise<TestVideo> {
    const testVideo = await this.sendNew();
    await this.untilState(testVideo, 'ready');
    return testVideo;
  }

  /** A finished video that the points of a round share: they may change it but not delete it. */
  async sharedVideo(): Promise<TestVideo> {
    this.shared ??= await this.readyVideo();
    return this.shared;
  }

  /** Starts a round with a new shared video. */
  beginRound(): void {
    this.shared = undefined;
  }

  /** {@link untilAllReady} waits until this video is ready. */
  expectReady(testVideo: TestVideo): void {
    this.expected.push(testVideo);
  }

  /** Waits until all expected videos are ready, without further requests for them. */
  async untilAllReady(): Promise<void> {
    const testVideo = this.expected.splice(0);
    const limitMs = resumeTimeoutMs + slowdown * this.undisturbedMs * Math.max(1, testVideo.length);
    const isReady = async (each: TestVideo) => {
      const { state, chapters } = await this.video(each);
      return state === 'ready' && chapters.length > 0;
    };
    await Promise.all(testVideo.map((each) => until(`${each.id} to be ready`, () => isReady(each), limitMs)));
  }

  /** Reads a video. @throws if it has failed */
  async video({ api, id }: TestVideo): Promise<VideoRecord> {
    const { json } = await sendWithRetry(api, 'GET', `/api/muxvideos/asset/${id}`);
    const video = json!.data as VideoRecord;
    assert.notEqual(video.state, 'failed', `${id} failed: ${JSON.stringify(video.failure)}`);
    return video;
  }

  /** Waits until a video is in this state or a later one: on a busy machine a poll may miss the state. */
  async untilState(testVideo: TestVideo, state: VideoRecord['state']): Promise<void> {
    const states = steps.slice(steps.indexOf(state));
    const isReached = async () => states.includes((await this.video(testVideo)).state);
    await until(`${testVideo.id} to be ${state}`, isReached, stateTimeoutMs);
  }

  /** Waits until a stored document matches. */
  untilStored(
    where: { service: string; collection: string; id: string },
    matches: (row: Row) => boolean,
  ): Promise<Row> {
    const { service, collection, id } = where;
    return until(`${collection} ${id} to match ${String(matches)}`, async () => {
      const documents = await this.product.stored().documents(service);
      return documents[collection]?.find((row) => row._id === id && matches(row));
    });
  }

  untilUpload({ id }: TestVideo, matches: (row: Row) => boolean): Promise<Row> {
    return this.untilStored({ service: 'upload', collection: 'videos', id }, matches);
  }

  untilChapters({ id }: TestVideo, matches: (row: Row) => boolean): Promise<Row> {
    return this.untilStored({ service: 'chaptering', collection: 'chaptersets', id }, matches);
  }

  /** Measures the processing time of a video without faults. The first video only loads the speech model. */
  private async measure(): Promise<void> {
    this.spare.push(await this.newReadyVideo());
    const begin = performance.now();
    this.spare.push(await this.newReadyVideo());
    this.undisturbedMs = performance.now() - begin;
  }
}

const openProxies = () =>
  Promise.all([
    InterceptingProxy.open(),
    InterceptingProxy.open(),
    InterceptingProxy.open(),
    InterceptingProxy.open(),
  ]);
