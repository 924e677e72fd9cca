import { setTimeout as wait } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { putFile } from './put-chunks.ts';

const pollMs = 5;
/** Cutting uses all cores; more frequent polling would slow it. */
const clipPollMs = 50;

/** An asset in the video host's API. */
interface Asset {
  readonly id: string;
  readonly status: 'preparing' | 'ready' | 'errored';
  readonly playback_ids?: readonly { readonly id: string }[];
}

/** An uploaded file: the id of its asset, and when its last byte was sent and answered, as `performance.now()` tells it. */
interface SentFile {
  readonly id: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** An asset whose stream can be played. */
export interface ReadyAsset {
  readonly id: string;
  readonly playbackId: string;
  /** Milliseconds from the answer to the last byte until the asset was ready. */
  readonly packagingMs: number;
  /** The same from the last byte sent, on whose answer the client waits. */
  readonly waitingMs: number;
}

/** A part of a file that players load. */
export interface Segment {
  readonly url: string;
  readonly headers: Readonly<Record<'range', string>>;
  readonly bytes: number;
}

/** What a clip shows of its span, as the video host is asked for it. */
export interface ClipLook {
  readonly frame: { readonly aspect_ratio: '1:1' | '9:16'; readonly centre: number };
  readonly burned_captions: { readonly text: string };
}

/** What a client of the video host signs in with, and signs the addresses of media with. */
export interface EngineSecrets {
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly keyId: string;
  /** The private key, as Mux gives it: PEM in base64. */
  readonly keySecret: string;
}

/** Calls the video host directly, not through the product's services. */
export class EngineClient {
  private readonly url: string;
  private readonly authorization: string;
  private readonly secrets: EngineSecrets;

  constructor(url: string, secrets: EngineSecrets) {
    const { tokenId, tokenSecret } = secrets;
    this.url = url;
    this.secrets = secrets;
    this.authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  }

  /** Uploads a file. */
  async upload(path: string): Promise<SentFile> {
    const upload = await this.request<{ id: string; url: string }>('POST', '/video/v1/uploads', {
      new_asset_settings: { playback_policies: ['public'] },
    });
    const sentAt = await putFile(new URL(upload.url, this.url).href, path);
    const answeredAt = performance.now();
    const { asset_id: id } = await this.request<{ asset_id: string }>(
      'GET',
      `/video/v1/uploads/${upload.id}`,
    );
    return { id, sentAt, answeredAt };
  }

  /** Waits until an uploaded file can be played. */
  async untilReady({ id, sentAt, answeredAt }: SentFile): Promise<ReadyAsset> {
    for (;;) {
      const asset = await this.request<Asset>('GET', `/video/v1/assets/${id}`);
      const playbackId = asset.playback_ids?.[0]?.id ?? '';
      const now = performance.now();
      if (asset.status === 'ready')
        return { id, playbackId, packagingMs: now - answeredAt, waitingMs: now - sentAt };
      if (asset.status === 'errored') throw new Error('the video host could not read the fixture');
      await wait(pollMs);
    }
  }

  /** Uploads a file and waits until it can be played. */
  async ingest(path: string): Promise<ReadyAsset> {
    return this.untilReady(await this.upload(path));
  }

  /** Cuts a span out of an asset and waits until its file can be downloaded. */
  async cut(
    { id }: ReadyAsset,
    start: number,
    end: number,
    look: Partial<ClipLook> = {},
  ): Promise<{ id: string; playbackId: string }> {
    const clip = await this.request<Asset>('POST', '/video/v1/assets', {
      inputs: [{ url: `mux://assets/${id}`, start_time: start, end_time: end, ...look }],
      playback_policies: ['public'],
      static_renditions: [{ resolution: 'highest' }],
    });
    const playbackId = clip.playback_ids?.[0]?.id ?? '';
    const file = `${this.url}/stream/${playbackId}/highest.mp4?token=${this.sign(playbackId, 'v')}`;
    while (!(await fetch(file, { method: 'HEAD' })).ok) {
      const { status } = await this.request<Asset>('GET', `/video/v1/assets/${clip.id}`);
      if (status === 'errored') throw new Error('the video host could not cut the fixture');
      await wait(clipPollMs);
    }
    return { id: clip.id, playbackId };
  }

  /** Waits until the storyboard is rendered, the last work on a new asset. */
  async untilIdle({ playbackId }: Pick<ReadyAsset, 'playbackId'>): Promise<void> {
    while (!(await this.picture(playbackId, 'storyboard.jpg', 's'))) await wait(50);
  }

  /** Where a player loads the beginning of an asset. */
  async firstSegment({ playbackId }: Pick<ReadyAsset, 'playbackId'>): Promise<Segment> {
    const folder = `${this.url}/stream/${playbackId}/${this.sign(playbackId, 'v')}`;
    const playlist = await (await fetch(`${folder}/media.m3u8`)).text();
    const [, length, from] = /^#EXT-X-BYTERANGE:(\d+)@(\d+)/m.exec(playlist) ?? [];
    const [bytes, start] = [Number(length), Number(from)];
    const range = `bytes=${String(start)}-${String(start + bytes - 1)}`;
    return { url: `${folder}/media.mp4`, headers: { range }, bytes };
  }

  /** Loads a picture. @returns whether it exists */
  async picture(playbackId: string, name: string, audience: 't' | 's' = 't'): Promise<boolean> {
    const address = new URL(`${this.url}/image/${playbackId}/${name}`);
    address.searchParams.set('token', this.sign(playbackId, audience));
    const answer = await fetch(address);
    await answer.arrayBuffer();
    return answer.ok;
  }

  async remove({ id }: Pick<ReadyAsset, 'id'>): Promise<void> {
    await this.send('DELETE', `/video/v1/assets/${id}`);
  }

  /** @param audience media, thumbnail or storyboard, as Mux names them */
  private sign(playbackId: string, audience: 'v' | 't' | 's'): string {
    const { keyId, keySecret } = this.secrets;
    const key = Buffer.from(keySecret, 'base64');
    return jwt.sign({}, key, {
      algorithm: 'RS256',
      keyid: keyId,
      subject: playbackId,
      audience,
      expiresIn: '3h',
    });
  }

  private async request<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const text = await this.send(method, path, body);
    return (JSON.parse(text) as { data: Data }).data;
  }

  private async send(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${text}`);
    return text;
  }
}
