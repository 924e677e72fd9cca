import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionUser, UploadSession, VideoRecord } from '@vault/contracts';
import { until } from '../shared/until.ts';

/** An answer with its complete body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The envelope, or undefined if the body is not JSON. */
  readonly json: Envelope | undefined;
}

export interface Envelope {
  readonly status: 'success' | 'error';
  readonly msg?: string;
  readonly data?: unknown;
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const readyTimeoutMs = 600_000;

/** An HTTP client of one user. */
export class Api {
  readonly origin: string;
  user: SessionUser | undefined;
  /** The workspace that its requests are about; by default the own one of the user. */
  workspaceId: string | undefined;
  private readonly tries: number;

  /** @param tries how often a request is sent while the answer is 503: services of a busy machine may be late */
  constructor(origin: string, tries = 1) {
    this.origin = origin;
    this.tries = tries;
  }

  /** Sends a request, with the bearer token of the signed-in user unless `headers` has another one. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    for (let sent = 1; ; sent += 1) {
      const answer = await this.sendOnce(method, path, options);
      if (answer.status !== 503 || sent >= this.tries) return answer;
      process.stdout.write(`${method} ${path} is repeated: ${answer.text.slice(0, 200)}\n`);
      await wait(sent * 1_000);
    }
  }

  private async sendOnce(
    method: string,
    path: string,
    { body, raw, headers }: RequestOptions,
  ): Promise<Answer> {
    const response = await fetch(new URL(path, this.origin), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.user ? { authorization: `Bearer ${this.user.token}` } : {}),
        ...(this.workspaceId === undefined ? {} : { 'vault-workspace': this.workspaceId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? raw : JSON.stringify(body),
    });
    // A stream of events has no end.
    const isEndless = response.headers.get('content-type') === 'text/event-stream';
    if (isEndless) await response.body?.cancel();
    const text = isEndless ? '' : await response.text();
    return { status: response.status, headers: response.headers, text, json: readJson(text) };
  }

  /** Sends a request that must succeed. @returns the data of the answer */
  async ask<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    return dataOf(`${method} ${path}`, await this.send(method, path, { body })) as Data;
  }

  /** Registers a new user and signs in. */
  async register(plan: 'free' | 'executive' = 'executive'): Promise<SessionUser> {
    const email = `ada.${randomUUID()}@example.com`;
    const person = { firstname: 'Ada', lastname: 'Lovelace', email, password: 'analytical engine', plan };
    this.user = await this.ask<SessionUser>('POST', '/api/auth/register', person);
    return this.user;
  }

  /** Signs the same user in again, after the session has ended. */
  async signInAgain(): Promise<SessionUser> {
    const { email = '' } = this.user ?? {};
    this.user = undefined;
    const person = { email, password: 'analytical engine' };
    this.user = await this.ask<SessionUser>('POST', '/api/auth/login', person);
    return this.user;
  }

  openUpload(): Promise<UploadSession> {
    return this.ask<UploadSession>('GET', '/api/muxupload');
  }

  /** @returns the video after the save */
  async save(passthrough: string, edit: { title?: string; description?: string }): Promise<VideoRecord> {
    await this.ask('PATCH', '/api/muxupload/save', { passthrough, ...edit });
    return this.video(passthrough);
  }

  video(id: string): Promise<VideoRecord> {
    return this.ask<VideoRecord>('GET', `/api/muxvideos/asset/${id}`);
  }

  videos(): Promise<VideoRecord[]> {
    return this.ask<VideoRecord[]>('GET', '/api/muxvideos');
  }

  /** Waits for the download address of a video, which may be ready later than the chapters. */
  untilDownload(id: string): Promise<string> {
    const poll = async () => (await this.poll(id))?.localVideo || undefined;
    return until('its download', poll, readyTimeoutMs);
  }

  /** Waits until a video is ready. @throws if it fails */
  untilReady(id: string): Promise<VideoRecord> {
    return this.untilVideo(id, 'ready', ({ state }) => state === 'ready');
  }

  /** @returns undefined while the product asks to try again or lacks the chapters, as it may on a busy machine */
  private async poll(id: string): Promise<VideoRecord | undefined> {
    const answer = await this.send('GET', `/api/muxvideos/asset/${id}`);
    if (answer.status === 503) return undefined;
    const video = dataOf(`the video ${id}`, answer) as VideoRecord;
    return video.chaptersMissing ? undefined : video;
  }

  untilVideo(id: string, what: string, matches: (video: VideoRecord) => boolean): Promise<VideoRecord> {
    return until(
      `the video to be ${what}`,
      async () => {
        const video = await this.poll(id);
        if (!video || matches(video)) return video;
        if (video.state === 'failed') throw new Error(`the video failed: ${JSON.stringify(video.failure)}`);
        return undefined;
      },
      readyTimeoutMs,
    );
  }
}

function dataOf(what: string, { status, json, text }: Answer): unknown {
  if (status !== 200 || json?.status !== 'success')
    throw new Error(`${what} answered ${String(status)}: ${text.slice(0, 300)}`);
  return json.data;
}

function readJson(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}
