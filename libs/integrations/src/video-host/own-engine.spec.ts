import { withCorrelation } from '@vault/base';
import { ScriptedVideoHost } from '../testing/scripted-video-host.ts';
import { MuxVideoHost } from './mux-video-host.ts';
import {
  engineOptionsOf,
  engineSettings,
  mediaWorkOf,
  redirectOriginOf,
  videoHostSecrets,
} from './own-engine.ts';
import { videoHostConfig } from './video-host.config.ts';

describe('our own video engine', () => {
  it('accepts only origins of other pages', () => {
    const env = { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'one', MUX_WEBHOOK_SECRET: 'two' };
    const secrets = videoHostSecrets.parse(env);
    const read = (UPLOAD_ORIGINS?: string) =>
      engineOptionsOf(engineSettings.parse({ UPLOAD_ORIGINS }), secrets, 'http://127.0.0.1:9/hook');
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
      return { settings, ...engineOptionsOf(settings, secrets, 'http://127.0.0.1:9/hook') };
    };
    expect(read({ MEDIA_REGION: 'eu-west-1' }).bucket).toBeUndefined();
    expect(read({ MEDIA_BUCKET: 'media' }).bucket).toEqual({
      ...{ bucket: 'media', region: 'us-east-1', endpoint: undefined, prefix: '', isPathStyle: false },
      ...{ encryption: undefined, cacheBytes: 4 * 1024 ** 3, publicEndpoint: undefined, delivery: 'proxy' },
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

  it('gets the current correlation id', async () => {
    const scripted = await ScriptedVideoHost.start();
    const host = new MuxVideoHost(videoHostConfig.parse(scripted.env));
    await withCorrelation('of-the-request', () => host.createUpload({ passthrough: 'a', ownerKey: 'b' }));
    expect(scripted.lastHeaders['x-correlation-id']).toBe('of-the-request');
    await scripted.stop();
  });
});
