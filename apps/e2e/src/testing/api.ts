import { randomUUID } from 'node:crypto';
import type { SessionUser, UploadSession, VideoRecord } from '@vault/contracts';
import { until } from './until.ts';

/** What came back, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The envelope, or undefined when the body is no JSON. */
  readonly json: Envelope | undefined;
}

export interface Envelope {
  readonly status: 'success' | 'error';
  readonly msg?: string;
  readonly data?: unknown;
}

export interface Sent {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const readyWithinMs = 600_000;

/** One person's way to the product over HTTP. */
export class Api {
  readonly origin: string;
  user: SessionUser | undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Sends anything. The bearer header is added once somebody is signed in, unless headers name another. */
  async send(method: string, path: string, { body, raw, headers }: Sent = {}): Promise<Answer> {
    const response = await fetch(new URL(path, this.origin), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.user ? { authorization: `Bearer ${this.user.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? raw : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: readJson(text) };
  }

  /** Sends and takes only success. @returns the answer's data */
  async ask<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const { status, json, text } = await this.send(method, path, { body });
    if (status !== 200 || json?.status !== 'success')
      throw new Error(`${method} ${path} answered ${String(status)}: ${text.slice(0, 300)}`);
    return json.data as Data;
  }

  /** Registers somebody new and signs in as them. */
  async register(plan: 'free' | 'executive' = 'executive'): Promise<SessionUser> {
    const email = `ada.${randomUUID()}@example.com`;
    const person = { firstname: 'Ada', lastname: 'Lovelace', email, password: 'analytical engine', plan };
    this.user = await this.ask<SessionUser>('POST', '/api/auth/register', person);
    return this.user;
  }

  /** Signs in as who was here before, whose session has ended. */
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

  save(passthrough: string, edit: { title?: string; description?: string }): Promise<VideoRecord> {
    return this.ask<VideoRecord>('PATCH', '/api/muxupload/save', { passthrough, ...edit });
  }

  video(id: string): Promise<VideoRecord> {
    return this.ask<VideoRecord>('GET', `/api/muxvideos/asset/${id}`);
  }

  videos(): Promise<VideoRecord[]> {
    return this.ask<VideoRecord[]>('GET', '/api/muxvideos');
  }

  /** The address of a video's download, which may be made after its chapters. */
  untilDownload(id: string): Promise<string> {
    return until('its download', async () => (await this.video(id)).localVideo || undefined, readyWithinMs);
  }

  /** Waits until all is done for a video. @throws when it fails instead */
  untilReady(id: string): Promise<VideoRecord> {
    return this.untilVideo(id, 'ready', ({ state }) => state === 'ready');
  }

  untilVideo(id: string, what: string, isSo: (video: VideoRecord) => boolean): Promise<VideoRecord> {
    return until(
      `the video to be ${what}`,
      async () => {
        const video = await this.video(id);
        if (isSo(video)) return video;
        if (video.state === 'failed') throw new Error(`the video failed: ${JSON.stringify(video.failure)}`);
        return undefined;
      },
      readyWithinMs,
    );
  }
}

function readJson(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}
