import { generateKeyPairSync } from 'node:crypto';
import { MediaAddresses, readMediaPath } from './media-addresses.ts';
import { playbackConfig, playbackKeysOf } from './playback-keys.ts';
import { playbackUrls } from './playback-urls.ts';

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const [one, other] = [newKey().toString(), newKey().toString()];
const encoded = Buffer.from(one).toString('base64');
const engine = 'http://video-engine:5000/media';
const own = { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: '/media' };
const signed = playbackConfig.parse({ MUX_SIGNING_KEY: 'key-1', MUX_PRIVATE_KEY: encoded });

const claimsOf = (address: string) => {
  const [, payload = ''] = (new URL(address, 'http://x').searchParams.get('token') ?? '').split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
};

describe(playbackKeysOf, () => {
  it.each([one, encoded])('reads a key in PEM or as base64, and both while keys change', (text) => {
    const config = { MUX_SIGNING_KEY: 'key-1, key-2', MUX_PRIVATE_KEY: `${text},${other}` };
    const keys = playbackKeysOf(playbackConfig.parse(config));
    expect(keys.map(({ id }) => id)).toEqual(['key-1', 'key-2']);
    expect(keys.map(({ privateKey }) => privateKey)).toEqual([one, other]);
  });

  it('has none when media is public', () => {
    expect(playbackKeysOf({})).toEqual([]);
    expect(playbackKeysOf({ ...signed, PLAYBACK: 'public' })).toEqual([]);
  });

  it('names the variable that is missing or wrong', () => {
    expect(() => playbackKeysOf({ PLAYBACK: 'signed' })).toThrow('PLAYBACK=signed needs MUX_SIGNING_KEY');
    expect(() => playbackKeysOf({ MUX_SIGNING_KEY: ['key-1'] })).toThrow('as many entries');
    const broken = { MUX_SIGNING_KEY: ['key-1'], MUX_PRIVATE_KEY: ['secret text'] } as const;
    expect(() => playbackKeysOf({ ...signed, MUX_PRIVATE_KEY: [...broken.MUX_PRIVATE_KEY] })).toThrow(
      'MUX_PRIVATE_KEY must be an RSA key in PEM, or base64 of it.',
    );
  });
});

describe(MediaAddresses, () => {
  it.each([
    ['Mux', {}],
    ['an engine behind the gateway', own],
    ['an engine at another origin', { ...own, VIDEO_ENGINE_PUBLIC_URL: 'https://media.example.com/media' }],
  ])('reads every address of %s, and makes it again', async (_, config) => {
    const base = 'VIDEO_ENGINE_PUBLIC_URL' in config ? config.VIDEO_ENGINE_PUBLIC_URL : undefined;
    const urls = playbackUrls('abc', base);
    const files = [urls.captions('t1'), urls.download('highest.mp4')];
    const media = new MediaAddresses(config);
    for (const address of [urls.stream, urls.thumbnail, urls.storyboard, ...files]) {
      const file = media.read(address);
      expect(file).toMatchObject({ playbackId: 'abc' });
      expect(file && (await media.forBrowsers(file))).toBe(address);
    }
    expect(media.read('https://example.com/stream/abc.m3u8')).toBeUndefined();
    expect(media.read('')).toBeUndefined();
  });

  it('signs for the video and the kind of the file, for a minute', async () => {
    const media = new MediaAddresses({ ...own, ...signed });
    const { stream, thumbnail, storyboard } = playbackUrls('abc', '/media');
    const sign = async (address: string) => media.forBrowsers(media.read(address)!);
    const addresses = await Promise.all([stream, thumbnail, storyboard].map(sign));
    const now = Date.now() / 1_000;
    const claims = addresses.map(claimsOf);
    expect(claims).toMatchObject(['v', 't', 's'].map((aud) => ({ sub: 'abc', aud })));
    for (const { exp } of claims) expect(Number(exp) - now).toBeGreaterThan(30);
    for (const { exp } of claims) expect(Number(exp) - now).toBeLessThanOrEqual(61);
    // Mux reads the settings of a picture from the token alone.
    expect(claims[1]).toMatchObject({ time: '2' });
    expect(addresses[1]).toMatch(/^\/media\/image\/abc\/thumbnail\.jpg\?token=/);
    expect(await sign(stream)).toBe(addresses[0]);
  });

  it('makes an address for services as well', async () => {
    const media = new MediaAddresses({ ...own, ...signed });
    const file = media.read('/media/stream/abc/highest.mp4?download=talk')!;
    expect(await media.forServices(file)).toMatch(
      /^http:\/\/video-engine:5000\/media\/stream\/abc\/highest\.mp4\?download=talk&token=/,
    );
  });
});

describe(readMediaPath, () => {
  it('leaves the token of a playlist out', () => {
    expect(readMediaPath('stream/abc/head.body.sign/media.mp4')).toMatchObject({
      playbackId: 'abc',
      path: 'stream/abc/media.mp4',
    });
  });

  it.each([
    'stream/../secret.mp4',
    'stream/abc/../../x.mp4',
    'stream/abc/text/../x.mp4',
    'image/abc/other.jpg',
    'video/v1/assets',
    'uploads/secret',
    'stream/abc/a/b/c.mp4',
    'stream/abc%2f.m3u8',
    '',
  ])('refuses %s', (path) => {
    expect(readMediaPath(path)?.path ?? 'refused').not.toContain('..');
    if (!path.includes('text/..')) expect(readMediaPath(path)).toBeUndefined();
  });
});
