import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { until } from '@vault/base/testing';
import { startEngine } from '@vault/integrations/own-engine';
import { createVideoEngine, type VideoEngineOptions } from '@vault/video-engine';

const run = promisify(execFile);
const token = { id: 'id', secrets: ['secret'] };
const authorization = `Basic ${Buffer.from('id:secret').toString('base64')}`;

/** The parts of an asset that these tests read. */
interface Asset {
  readonly status: string;
  readonly playback_ids: readonly { readonly id: string }[];
}

/** A running engine, as its clients use it. */
export class MediaEngine {
  private constructor(
    private readonly url: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start({
    connect,
    ...options
  }: Pick<VideoEngineOptions, 'dataDir' | 'bucket' | 'connect'>): Promise<MediaEngine> {
    const database = await connect?.();
    const refuse = () => Promise.reject(new Error('These tests ask for no captions.'));
    const engine = createVideoEngine({
      ...{ publicUrl: '', token, transcriber: { plan: refuse, transcribePiece: refuse } },
      ...options,
      connect: database && (() => Promise.resolve(database)),
    });
    await startEngine(engine).catch(async (error: unknown) => {
      await database?.close();
      throw error;
    });
    const server = createServer((request, response) => engine.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MediaEngine(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, async () => {
      await engine.stop();
      await database?.close();
      server.closeAllConnections();
      server.close();
    });
  }

  /** Begins an upload. @returns its id and the path for its bytes */
  async begin(): Promise<{ id: string; url: string }> {
    return await this.ask('POST', 'uploads', { cors_origin: '*' });
  }

  /** Sends bytes of an upload. @param range `bytes 0-9/100` */
  async send(path: string, body: Buffer, range?: string): Promise<Response> {
    const headers = range === undefined ? undefined : { 'Content-Range': range };
    return await fetch(this.url + path, { method: 'PUT', headers, body: Buffer.from(body) });
  }

  /** @returns the id of the asset, which is not ready yet */
  async upload(file: Buffer): Promise<string> {
    const response = await this.send((await this.begin()).url, file);
    return ((await response.json()) as { data: { asset_id: string } }).data.asset_id;
  }

  /** @returns the id of the asset */
  async clip(id: string, start: number, end: number): Promise<string> {
    const inputs = [{ url: `mux://assets/${id}`, start_time: start, end_time: end }];
    return (await this.ask<{ id: string }>('POST', 'assets', { inputs })).id;
  }

  async remove(id: string): Promise<void> {
    await this.ask('DELETE', `assets/${id}`);
  }

  async untilReady(id: string): Promise<void> {
    const asset = () => this.ask<Asset>('GET', `assets/${id}`);
    const { status } = await until(asset, (found) => found.status !== 'preparing');
    if (status !== 'ready') throw new Error(`the asset is ${status}`);
  }

  /** The playlist and the media of a ready asset. */
  async play(id: string): Promise<{ playlist: string; media: Buffer }> {
    const { playback_ids: ids } = await this.ask<Asset>('GET', `assets/${id}`);
    const stream = `${this.url}/stream/${ids[0]?.id ?? ''}`;
    const [playlist, media] = [await fetch(`${stream}/media.m3u8`), await fetch(`${stream}/media.mp4`)];
    if (playlist.status !== 200 || media.status !== 200) throw new Error('it cannot be played');
    return { playlist: await playlist.text(), media: Buffer.from(await media.arrayBuffer()) };
  }

  async stop(): Promise<void> {
    await this.end();
  }

  private async ask<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(`${this.url}/video/v1/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)}`);
    return response.status === 204
      ? (undefined as Result)
      : ((await response.json()) as { data: Result }).data;
  }
}

/** A moving picture with a tone. */
export async function makeVideo(path: string, seconds: number): Promise<Buffer> {
  const length = `d=${String(seconds)}`;
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:${length}`];
  const sound = ['-f', 'lavfi', '-i', `sine=${length}`, '-c:a', 'aac'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'];
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...picture, ...sound, ...codec, '-shortest', path]);
  return await readFile(path);
}
