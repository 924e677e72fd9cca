import { storeSettings } from '@vault/media-store';
import { createLogger, Health, withCorrelation } from '@vault/base';
import { Metrics } from '@vault/platform';
import { ScriptedVideoHost } from '../testing/scripted-video-host.ts';
import { MuxVideoHost } from './mux-video-host.ts';
import {
  engineOptionsOf,
  engineSettings,
  mediaWorkOf,
  redirectOriginOf,
  videoHostSecrets,
  watchEngine,
} from './own-engine.ts';
import { videoHostConfig } from './video-host.config.ts';

const webhookUrl = 'http://127.0.0.1:9/hook';
const newMetrics = () => new Metrics(createLogger({ level: 'silent' }));

describe('our own video engine', () => {
  it('accepts only origins of other pages', () => {
    const env = { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'one', MUX_WEBHOOK_SECRET: 'two' };
    const secrets = videoHostSecrets.parse(env);
    const read = (UPLOAD_ORIGINS?: string) =>
      engineOptionsOf(engineSettings.parse({ UPLOAD_ORIGINS }), secrets, {
        webhookUrl,
        metrics: newMetrics(),
      });
    expect(read().uploadOrigins).toEqual([]);
    expect(read('https://a.example, http://localhost:3000').uploadOrigins).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ]);
    for (const wrong of ['*', 'a.example', 'https://a.example/path'])
      expect(() => read(wrong)).toThrow('must be origins');
  });

  it.each([
    [{ MEDIA_CORES: '1' }, { cores: 1, concurrency: 1, threads: 1, captionThreads: 1 }],
    [{ MEDIA_CORES: '3' }, { cores: 3, concurrency: 1, threads: 3, captionThreads: 3 }],
    [{ MEDIA_CORES: '16' }, { cores: 16, concurrency: 8, threads: 2, captionThreads: 4 }],
    [
      { MEDIA_CORES: '16', MEDIA_JOBS: '2' },
      { cores: 16, concurrency: 2, threads: 8, captionThreads: 4 },
    ],
    [
      { MEDIA_CORES: '4', MEDIA_JOBS: '3', MEDIA_THREADS: '5', CAPTION_THREADS: '8' },
      { cores: 4, concurrency: 3, threads: 5, captionThreads: 8 },
    ],
  ])('divides the cores of %j among encodes and captions', (env, work) => {
    expect(mediaWorkOf(engineSettings.parse(env))).toEqual(work);
  });

  it('stores media in a bucket when there is one, whose keys may change', () => {
    const env = { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'one', MUX_WEBHOOK_SECRET: 'two' };
    const secrets = videoHostSecrets.parse(env);
    const read = (values: object) => {
      const settings = engineSettings.parse(values);
      return { settings, ...engineOptionsOf(settings, secrets, { webhookUrl, metrics: newMetrics() }) };
    };
    expect(read({ MEDIA_REGION: 'eu-west-1' }).bucket).toBeUndefined();
    expect(read({ MEDIA_BUCKET: 'media' }).bucket).toEqual({
      ...{ bucket: 'media', region: 'us-east-1', endpoint: undefined, prefix: '', isPathStyle: false },
      ...{ encryption: undefined, cacheBytes: 4 * 1024 ** 3, publicEndpoint: undefined, delivery: 'proxy' },
      onRequest: expect.any(Function) as unknown,
    });
    const keys = { MEDIA_ACCESS_KEY_ID: 'a', MEDIA_SECRET_ACCESS_KEY: 'b' };
    const { settings, bucket } = read({ MEDIA_BUCKET: 'media', MEDIA_PREFIX: 'blue/', ...keys });
    expect(bucket?.credentials?.()).toEqual({ accessKeyId: 'a', secretAccessKey: 'b' });
    settings.MEDIA_SECRET_ACCESS_KEY = 'c';
    expect(bucket?.credentials?.()).toEqual({ accessKeyId: 'a', secretAccessKey: 'c' });
    expect(() => read({ MEDIA_BUCKET: 'media', MEDIA_ACCESS_KEY_ID: 'a' })).toThrow('must both be set');
    expect(() => read({ MEDIA_BUCKET: 'media', MEDIA_PREFIX: '/blue' })).toThrow('must be names');
  });

  it('redirects to the bucket only when there is one, and names its origin', async () => {
    const read = (values: object) => redirectOriginOf(engineSettings.parse(values));
    const bucket = { MEDIA_BUCKET: 'media', MEDIA_ENDPOINT: 'http://s3.local:9000' };
    expect(await read(bucket)).toBeUndefined();
    const redirect = { ...bucket, MEDIA_DELIVERY: 'redirect' };
    expect(await read(redirect)).toBe('http://media.s3.local:9000');
    const shown = { ...redirect, MEDIA_PUBLIC_ENDPOINT: 'https://s3.example.com', MEDIA_PATH_STYLE: 'true' };
    expect(await read(shown)).toBe('https://s3.example.com');
    await expect(read({ MEDIA_DELIVERY: 'redirect' })).rejects.toMatchObject({
      name: 'ConfigError',
      problems: ['MEDIA_DELIVERY: redirect needs MEDIA_BUCKET'],
    });
  });

  it('counts the requests to the bucket', async () => {
    const metrics = newMetrics();
    const env = { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'one', MUX_WEBHOOK_SECRET: 'two' };
    const settings = engineSettings.parse({ MEDIA_BUCKET: 'media' });
    const { bucket } = engineOptionsOf(settings, videoHostSecrets.parse(env), { webhookUrl, metrics });
    bucket?.onRequest?.({ operation: 'GetObject', outcome: 'ok', seconds: 0.2 });
    bucket?.onRequest?.({ operation: 'GetObject', outcome: 'unavailable', seconds: 3 });
    const text = await metrics.scrape();
    expect(text).toContain('media_bucket_requests_total{operation="GetObject",outcome="ok"} 1\n');
    expect(text).toContain('media_bucket_requests_total{operation="GetObject",outcome="unavailable"} 1\n');
    expect(text).toContain(
      'media_bucket_request_duration_seconds_bucket{le="0.25",operation="GetObject"} 1\n',
    );
    expect(text).toContain('media_bucket_request_duration_seconds_count{operation="GetObject"} 2\n');
  });

  it('shows the jobs, the problem of the store and the cache, which only a bucket has', async () => {
    const metrics = newMetrics();
    const media = { unlisted: 0, missing: 0, bytesOf: new Map<string, number>() };
    let statistics: ReturnType<Parameters<typeof watchEngine>[0]['statistics']> = {
      ...{ uploadBytes: 0, disk: undefined, media },
    };
    const jobs = { kind: 'captions', waiting: 2, running: 1, oldestAgeSeconds: 9 };
    const engine = {
      statistics: () => statistics,
      jobStatistics: () => Promise.resolve([{ ...jobs, unserved: 1, oldestWaitingSeconds: 5 }]),
    };
    const health = new Health();
    watchEngine(engine, { metrics, health });
    const before = await metrics.scrape();
    expect(before).toContain('media_jobs_unserved{kind="captions"} 1\n');
    expect(before).toContain('media_jobs_waiting_seconds{kind="captions"} 5\n');
    expect(before).not.toMatch(/^(media_store_problem.* 1|media_cache_.*|media_disk_bytes.*|clock_skew.*)$/m);
    expect((await health.report()).degraded).not.toContain('clock');

    statistics = {
      ...{ uploadBytes: 0, disk: { freeBytes: 60, sizeBytes: 100, reserveBytes: 10 } },
      clock: { skewMs: -7_200_000, isSkewed: true },
      media: { ...media, problem: 'full', cache: { hits: 7, misses: 3, bytes: 20, maxBytes: 40 } },
    };
    const lines = (await metrics.scrape()).split('\n');
    for (const problem of ['missing', 'unavailable', 'forbidden', 'full'])
      expect(lines).toContain(`media_store_problem{problem="${problem}"} ${problem === 'full' ? '1' : '0'}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['media_cache_hits_total 7', 'media_cache_misses_total 3', 'media_cache_bytes 20'],
        ...['media_cache_limit_bytes 40', 'media_disk_bytes 100', 'media_free_bytes 60'],
        'clock_skew_seconds{service="video-engine"} -7200',
      ]),
    );
    expect((await health.report()).degraded).toContain('clock');

    for (const setting of storeSettings) {
      statistics = { ...statistics, media: { ...media, problem: 'forbidden', setting } };
      expect(health.wrongSettings).toEqual([expect.stringMatching(/^Recordings are not stored: .+\.$/)]);
    }
    statistics = { ...statistics, media: { ...media, problem: 'forbidden', setting: 'place' } };
    expect(health.wrongSettings[0]).toContain('MEDIA_REGION');
  });

  it('gets the current correlation id', async () => {
    const scripted = await ScriptedVideoHost.start();
    const host = new MuxVideoHost(videoHostConfig.parse(scripted.env));
    await withCorrelation('of-the-request', () => host.createUpload({ passthrough: 'a', ownerKey: 'b' }));
    expect(scripted.lastHeaders['x-correlation-id']).toBe('of-the-request');
    await scripted.stop();
  });
});
