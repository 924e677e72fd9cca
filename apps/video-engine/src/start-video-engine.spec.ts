import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MountedSecret, OtlpReceiver, until } from '@vault/base/testing';
import { startVideoEngine } from './start-video-engine.ts';

describe(startVideoEngine, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'engine-app-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('has metrics of its queue, bytes and requests, without the requested paths', async () => {
    const engine = await startVideoEngine({
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      MUX_TOKEN_ID: 'id',
      MUX_TOKEN_SECRET: 'secret',
      MUX_WEBHOOK_SECRET: 'webhooks',
      WEBHOOK_URL: 'http://127.0.0.1:9/hook',
      VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:9/media',
      // Larger than any disk.
      MEDIA_RESERVE_MIB: String(2 ** 20),
    });
    expect((await fetch(`${engine.url}/media/uploads/a-secret`, { method: 'PUT', body: 'x' })).status).toBe(
      404,
    );
    const scrape = async () => (await fetch(`http://127.0.0.1:${String(engine.metricsPort)}/metrics`)).text();
    const request = 'http_requests_total{method="PUT",route="/media",status="404"} 1\n';
    const text = await until(scrape, (scraped) => scraped.includes(request));
    for (const kind of ['ingest', 'captions', 'storyboard', 'verification'])
      expect(text).toContain(`job_queue_depth{service="video-engine",kind="${kind}"} 0\n`);
    expect(text).toContain('upload_bytes_total 0\n');
    expect(text).toMatch(/^media_free_bytes [1-9]/m);
    expect(text).toContain(`media_reserve_bytes ${String(2 ** 40)}\n`);
    // Playback must stay possible while uploads are not: the engine is ready, but degraded.
    const ready = await fetch(`${engine.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', checks: { start: true, 'media-store': true }, degraded: ['disk-space'] },
    ]);
    expect(text).toContain('services="video-engine"} 1\n');
    expect(text).not.toContain('a-secret');
    await engine.stop();
  });

  it('does not start with a speech server of which upload may not know', async () => {
    const refused = startVideoEngine({ PORT: '0', DATA_DIR: dataDir, SPEECH_API_KEY: 'key' });
    await expect(refused).rejects.toThrow('SPEECH_BASE_URL: must be set with SPEECH_API_KEY');
  });

  it('does not start when its catalogue is lost, and says how to continue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-lost-'));
    mkdirSync(join(folder, 'media/objects/assets/one'), { recursive: true });
    writeFileSync(join(folder, 'media/objects/assets/one/1-media'), 'x');
    const started = startVideoEngine({
      ...{ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
      ...{ MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'secret', MUX_WEBHOOK_SECRET: 'webhooks' },
      WEBHOOK_URL: 'http://127.0.0.1:9/hook',
      VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:9/media',
    });
    const file = join(folder, 'media/catalogue.sqlite');
    await expect(started).rejects.toMatchObject({
      name: 'DataFolderError',
      message: expect.stringMatching(
        new RegExp(`${file} is missing .* media files beside it\\. .* accept-media FOLDER\\.$`),
      ) as unknown,
    });
    rmSync(folder, { recursive: true });
  });

  it('accepts both secrets of the token while it changes in its file', async () => {
    const mounted = new MountedSecret({ token: 'old' });
    const engine = await startVideoEngine(
      {
        ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
        ...{
          MUX_TOKEN_ID: 'id',
          MUX_TOKEN_SECRET_FILE: mounted.path('token'),
          MUX_WEBHOOK_SECRET: 'webhooks',
        },
        WEBHOOK_URL: 'http://127.0.0.1:9/hook',
        VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:9/media',
      },
      20,
    );
    const list = async (secret: string) => {
      const authorization = `Basic ${Buffer.from(`id:${secret}`).toString('base64')}`;
      return (await fetch(`${engine.url}/media/video/v1/assets`, { headers: { authorization } })).status;
    };
    const answers = () => Promise.all(['old', 'new'].map(list));
    expect(await answers()).toEqual([200, 401]);
    for (const [token, expected] of [
      ['old,new', [200, 200]],
      ['new,old', [200, 200]],
      ['new', [401, 200]],
    ] as const) {
      mounted.replace({ token });
      await until(answers, (statuses) => JSON.stringify(statuses) === JSON.stringify(expected));
    }
    await engine.stop();
    mounted.remove();
  });

  it('continues the trace of the request for an upload, up to the webhooks', async () => {
    const receiver = await OtlpReceiver.start();
    const hooks: IncomingMessage[] = [];
    const hook = createServer((request, response) => {
      hooks.push(request);
      request.resume();
      response.end();
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const engine = await startVideoEngine({
      ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      ...{ MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'secret', MUX_WEBHOOK_SECRET: 'webhooks' },
      WEBHOOK_URL: `http://127.0.0.1:${String((hook.address() as AddressInfo).port)}/hook`,
      VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:9/media',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    });
    const traceId = '1'.repeat(32);
    const authorization = `Basic ${Buffer.from('id:secret').toString('base64')}`;
    const response = await fetch(`${engine.url}/media/video/v1/uploads`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${'2'.repeat(16)}-01`,
      },
      body: JSON.stringify({ cors_origin: '*' }),
    });
    const { data } = (await response.json()) as { data: { url: string } };
    const { pathname } = new URL(data.url);
    // It looks like a video, but its job fails.
    const broken = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2'), randomBytes(1000)]);
    expect((await fetch(`${engine.url}${pathname}`, { method: 'PUT', body: broken })).status).toBe(200);
    const parents = await until(
      () => hooks.map(({ headers }) => String(headers.traceparent)),
      (found) => found.length >= 4,
    );
    for (const parent of parents) expect(parent).toContain(`-${traceId}-`);
    await engine.stop();
    const spans = receiver.spans.filter((span) => span.traceId === traceId);
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /media', 'receive upload', 'job ingest', 'webhook video.asset.errored']),
    );
    expect(receiver.text).not.toContain(pathname.split('/').at(-1));
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['video-engine']));
    await receiver.stop();
    hook.close();
  });
});
