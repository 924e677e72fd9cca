import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VideoHostConfig } from '../video-host/video-host.config.ts';

/** A text track of the host's REST API. */
export interface ScriptedTrack {
  id: string;
  type: 'text' | 'audio' | 'video';
  status: 'preparing' | 'ready' | 'errored';
  language_code?: string;
  passthrough?: string;
  progress?: number;
  error?: { type: string; messages: string[] };
}

/** An asset of the host's REST API; tests may change it. */
export interface ScriptedAsset {
  id: string;
  upload_id?: string;
  passthrough?: string;
  status: 'preparing' | 'ready' | 'errored';
  progress: { progress: number; state: string };
  duration?: number;
  playback_ids: { id: string; policy: string }[];
  tracks: ScriptedTrack[];
  errors?: { type: string; messages: string[] };
  static_renditions?: { files: { ext: string; name: string; status: string; filesize?: string }[] };
  /** The source of a clip, or of an asset with other tracks. */
  input?: {
    url: string;
    start_time?: number;
    end_time?: number;
    sound?: number;
    frame?: object;
    burned_captions?: { text: string };
    generated_subtitles?: object[];
  };
  contents?: { kind: string; language: string; title: string; isUsed: boolean; index?: number }[];
}

export interface ScriptedUpload {
  id: string;
  status: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  asset_id?: string;
  error?: { type: string; message: string };
  timeout: number;
  url: string;
}

const webhookSecret = 'webhook secret of the tests';

/**
 * A scripted video host on a local port, with the REST API of the real adapter. It does not process media.
 */
export class ScriptedVideoHost {
  readonly uploads = new Map<string, ScriptedUpload>();
  readonly assets = new Map<string, ScriptedAsset>();
  /** WebVTT texts by track id. */
  readonly texts = new Map<string, string>();
  /** `METHOD /path` of every call, in order. */
  readonly calls: string[] = [];
  /** While true, every call is answered 503. */
  isUnavailable = false;
  /** While true, new uploads are answered 507. */
  isFull = false;
  /** The `new_asset_settings` of the last opened upload, and the headers of the last call. */
  lastSettings: Readonly<Record<string, unknown>> = {};
  lastHeaders: IncomingMessage['headers'] = {};
  /** Delay of every answer. */
  delayMs = 0;
  /** While true, POST requests are processed, but the connection closes without an answer. */
  isLosingAnswers = false;
  /** While true, the uploaded files are no longer stored. */
  hasLostFiles = false;
  private count = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedVideoHost> {
    const server = createServer();
    const host = new ScriptedVideoHost(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => host.handle(request, response, Buffer.concat(pieces).toString()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Environment of a service that uses this host. */
  get env(): Record<keyof Pick<VideoHostConfig, 'MUX_TOKEN_ID' | 'MUX_TOKEN_SECRET'>, string> &
    Record<string, string> {
    return {
      MUX_TOKEN_ID: 'id',
      MUX_TOKEN_SECRET: 'secret',
      MUX_WEBHOOK_SECRET: webhookSecret,
      VIDEO_ENGINE_URL: this.url,
    };
  }

  /** Completes an upload: an asset is being prepared from it. */
  arrive(uploadId: string): ScriptedAsset {
    const upload = this.uploads.get(uploadId);
    if (!upload) throw new Error(`There is no upload ${uploadId}.`);
    const asset = this.addAsset({ upload_id: uploadId });
    this.addText(asset);
    Object.assign(upload, { status: 'asset_created', asset_id: asset.id });
    return asset;
  }

  private addText(asset: ScriptedAsset): void {
    const text = { id: `text-${asset.id}`, type: 'text', status: 'preparing', language_code: 'en' } as const;
    asset.tracks.splice(1, 0, text);
  }

  /** Adds an asset with picture and sound that is being prepared. */
  addAsset(fields: Partial<ScriptedAsset> = {}): ScriptedAsset {
    const id = this.nextId('asset');
    const asset: ScriptedAsset = {
      id,
      status: 'preparing',
      progress: { progress: 0, state: 'ingesting' },
      playback_ids: [{ id: `play-${id}`, policy: 'public' }],
      tracks: [
        { id: `audio-${id}`, type: 'audio', status: 'ready' },
        { id: `video-${id}`, type: 'video', status: 'ready' },
      ],
      ...fields,
    };
    this.assets.set(id, asset);
    return asset;
  }

  /** Makes the file of the asset downloadable. */
  offerDownload(asset: ScriptedAsset): void {
    asset.static_renditions = {
      files: [{ ext: 'mp4', name: 'highest.mp4', status: 'ready', filesize: '1200000' }],
    };
  }

  /** Makes the asset playable. */
  finish(asset: ScriptedAsset, durationSeconds = 60): void {
    Object.assign(asset, { status: 'ready', duration: durationSeconds });
    asset.progress = { progress: 100, state: 'completed' };
  }

  /** Ends the newest captions of the asset: with a text, or with an error. */
  caption(asset: ScriptedAsset, end: { vtt: string } | { error: string; message: string }): void {
    const track = asset.tracks.findLast(({ type }) => type === 'text');
    if (!track) throw new Error(`${asset.id} has no text track.`);
    if ('vtt' in end) {
      track.status = 'ready';
      this.texts.set(track.id, end.vtt);
    } else {
      track.status = 'errored';
      track.error = { type: end.error, messages: [end.message] };
    }
  }

  /** A signed webhook of the host. @param secondsAgo when it was signed */
  webhook(type: string, data: Record<string, unknown>, secondsAgo = 0, secret = webhookSecret) {
    const text = JSON.stringify({ id: this.nextId('event'), type, data });
    const time = String(Math.floor(Date.now() / 1_000) - secondsAgo);
    const mac = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
    return { body: Buffer.from(text), signature: `t=${time},v1=${mac}` };
  }

  private nextId(kind: string): string {
    this.count += 1;
    return `${kind}-${String(this.count)}`;
  }

  private handle(request: IncomingMessage, response: ServerResponse, body: string): void {
    this.calls.push(`${request.method ?? ''} ${request.url ?? ''}`);
    this.lastHeaders = request.headers;
    if (this.delayMs > 0) setTimeout(() => this.reply(request, response, body), this.delayMs);
    else this.reply(request, response, body);
  }

  private reply(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { method = '', url = '' } = request;
    const [status, answer] = this.isUnavailable ? [503, {}] : this.answer(method, url, body);
    if (this.isLosingAnswers && method === 'POST') {
      response.destroy();
      return;
    }
    const isText = typeof answer === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/vtt' : 'application/json' });
    response.end(isText ? answer : status === 204 ? undefined : JSON.stringify({ data: answer }));
  }

  private answer(method: string, url: string, body: string): [number, object | string] {
    const [path = '', query] = url.split('?');
    if (path === '/video/v1/assets') return method === 'POST' ? this.clip(body) : [200, this.list(query)];
    const [kind = '', id = '', ...rest] = url.replace(/^\/video\/v1\//, '').split('/');
    if (kind === 'uploads') return method === 'POST' ? this.open(body) : this.answerUpload(id, rest[0]);
    if (kind === 'assets') return this.answerAsset(method, { id, body }, rest);
    const text = this.texts.get(/\/text\/(.+)\.vtt$/.exec(url)?.[1] ?? '');
    return text === undefined ? [404, {}] : [200, text];
  }

  private clip(body: string): [number, object] {
    const { inputs, passthrough } = JSON.parse(body) as {
      inputs: NonNullable<ScriptedAsset['input']>[];
      passthrough: string;
    };
    const [input] = inputs;
    const source = this.assets.get(input?.url.replace('mux://assets/', '') ?? '');
    if (source?.status !== 'ready') return [400, { error: 'no such asset that is ready' }];
    const isClip = input?.generated_subtitles === undefined;
    if (!isClip && this.hasLostFiles) return [409, { error: { type: 'source_missing' } }];
    const asset = this.addAsset({ passthrough, input });
    if (!isClip) this.addText(asset);
    return [201, asset];
  }

  /** Newest first. */
  private list(query: string | undefined): ScriptedAsset[] {
    const { page = 1, limit = 25 } = Object.fromEntries(new URLSearchParams(query));
    const end = Number(page) * Number(limit);
    return [...this.assets.values()].reverse().slice(end - Number(limit), end);
  }

  private open(body: string): [number, object] {
    if (this.isFull) return [507, { error: { type: 'storage_full' } }];
    this.lastSettings = (
      JSON.parse(body) as { new_asset_settings: ScriptedVideoHost['lastSettings'] }
    ).new_asset_settings;
    const id = this.nextId('upload');
    const upload: ScriptedUpload = { id, status: 'waiting', timeout: 3_600, url: `${this.url}/put/${id}` };
    this.uploads.set(id, upload);
    return [201, upload];
  }

  private answerUpload(id: string, action: string | undefined): [number, object] {
    const upload = this.uploads.get(id);
    if (!upload) return [404, { error: 'no such upload' }];
    if (action === 'cancel') {
      if (upload.status !== 'waiting') return [403, { error: 'not waiting' }];
      upload.status = 'cancelled';
    }
    return [200, upload];
  }

  private answerAsset(
    method: string,
    { id, body }: { id: string; body: string },
    [part, trackId]: string[],
  ): [number, object] {
    const asset = this.assets.get(id);
    if (!asset) return [404, { error: 'no such asset' }];
    if (part === undefined && method === 'DELETE') this.assets.delete(id);
    if (part === 'tracks' && method === 'DELETE')
      asset.tracks = asset.tracks.filter((track) => track.id !== trackId);
    if (part === 'tracks' && method === 'POST') return [201, this.generate(asset, body)];
    if (part === 'playback-ids') return this.answerPlayback(method, asset, trackId);
    return method === 'DELETE' ? [204, {}] : [200, asset];
  }

  private answerPlayback(method: string, asset: ScriptedAsset, oldId: string | undefined): [number, object] {
    if (method === 'DELETE') {
      asset.playback_ids = asset.playback_ids.filter(({ id }) => id !== oldId);
      return [204, {}];
    }
    const made = { id: this.nextId('play'), policy: 'public' };
    asset.playback_ids.push(made);
    return [201, made];
  }

  private generate(asset: ScriptedAsset, body: string): ScriptedTrack[] {
    const { generated_subtitles: requests } = JSON.parse(body) as { generated_subtitles: object[] };
    const tracks = requests.map((request): ScriptedTrack => {
      return { id: this.nextId('text'), type: 'text', status: 'preparing', ...request };
    });
    asset.tracks.push(...tracks);
    return tracks;
  }
}
