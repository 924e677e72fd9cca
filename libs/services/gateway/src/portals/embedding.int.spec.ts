import { generateKeyPairSync } from 'node:crypto';
import type { PortalRecord } from '@vault/contracts';
import { aChapterSet } from '@vault/contracts/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const base = 'https://vault.example.com';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  const engine = { VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media', VIDEO_ENGINE_PUBLIC_URL: '/media' };
  const keys = { MUX_SIGNING_KEY: 'key-1', MUX_PRIVATE_KEY: pem };
  gateway = await startGateway({ env: { ...engine, ...keys, PUBLIC_URL: base } });
  const media = {
    streamUrl: '/media/stream/abc.m3u8',
    thumbnailUrl: '/media/image/abc/thumbnail.jpg?time=2',
  };
  gateway.fakes.videos.set('v', { ...media, title: 'Prices' });
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:05.000\nWelcome to our open part.\n';
  gateway.fakes.chaptering.chapterSets.push(aChapterSet({ vtt }));
});
afterAll(() => gateway.running.stop());

const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, gateway.running.url), { redirect: 'manual', headers });
const textOf = async (path: string) => (await open(path)).text();

let count = 0;
/** A published portal of the whole library with an address of its own, because pages are cached. */
async function published(settings: object = {}): Promise<PortalRecord> {
  count += 1;
  const portal = async (method: string, path: string, body: object) =>
    (await gateway.call(method, `/api/portals${path}`, body)).json['data'] as PortalRecord;
  const { id, version } = await portal('POST', '', { name: 'Acme', slug: `acme-${String(count)}` });
  await portal('PATCH', `/${id}`, { version, video_ids: null, ...settings });
  return portal('POST', `/${id}/publication`, { is_published: true });
}

describe('pages of a portal in pages of other sites', () => {
  it('name their origin in the script of other sites, whose files may contain it', async () => {
    const script = await textOf('/embed.js');
    expect(script).toContain(`"${base}"`);
    expect(script).not.toMatch(/\bimport\b|\bexport\b|import\.meta/);
  });

  it('load their files in frames without an origin as well', async () => {
    const { slug } = await published({ shows: ['transcript'] });
    const page = await textOf(`/p/${slug}/v?embed=1`);
    const files = [...page.matchAll(/"(\/(?:site|assets)\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThanOrEqual(5);
    const { pathname: stream } = new URL(/data-stream="([^"]+)"/.exec(page)![1]!);
    const { pathname: picture } = new URL(/poster="([^"]+)"/.exec(page)![1]!);
    const pictures = ['card.png', 'v/card.png', 'v/picture.jpg'].map((name) => `/p/${slug}/${name}`);
    const segment = stream.replace('.m3u8', '/media.mp4');
    for (const path of [...files, segment, picture, ...pictures, `/p/${slug}/v/captions.vtt`, '/embed.js']) {
      const { status, headers } = await open(path);
      expect([path, status < 400]).toEqual([path, true]);
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'cross-origin']);
    }
    const asked = await fetch(new URL(segment, gateway.running.url), { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'range']);
  });

  it('for pages of domains do not tell their words to scripts of other sites', async () => {
    const { slug } = await published({ audience: 'domains', domains: ['www.example.com'] });
    for (const path of [`/p/${slug}/v/captions.vtt`, `/p/${slug}/v?embed=1`]) {
      const { status, headers } = await open(path, { 'sec-fetch-dest': 'iframe' });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    }
  });

  it.each([
    ['t=90s', 't=90'],
    ['t=1m10s&chapter=2&theme=dark', 'chapter=2&amp;t=70&amp;theme=dark'],
    ['start=1:10', 't=70'],
    ['utm_source=mail#t=1:02:03', 't=3723'],
    ['t=soon&chapter=x&theme=pink&key=secret', ''],
  ])('are embedded as a link with %s says', async (query, kept) => {
    const { slug } = await published();
    const link = `http://vault.example.com/p/${slug}/v?${query}`;
    const answer = await open(`/oembed?url=${encodeURIComponent(link)}&maxwidth=100%25&maxheight=300px`);
    const { html, height } = (await answer.json()) as { html: string; height: number };
    const src = `src="${base}/p/${slug}/v?embed=1${kept === '' ? '' : `&amp;${kept}`}"`;
    expect([html.includes(src), height, html]).toEqual([true, 300, html]);
  });

  it('begin where a link says it, in whatever form', async () => {
    const { slug } = await published();
    const moved = await open(`/p/${slug}/v?embed=1&t=1m10s&theme=dark`);
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      `/p/${slug}/v?embed=1&t=70&theme=dark`,
    ]);
    for (const time of ['70', 'soon', '']) expect((await open(`/p/${slug}/v?t=${time}`)).status).toBe(200);
  });

  it('are those of a site with and without www, over http as well', async () => {
    const { slug } = await published({
      domains: ['https://Example.com/talks', '*.example.org', 'example.com'],
    });
    const policy = (await open(`/p/${slug}?embed=1`)).headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${base};`);
    const hosts = 'example.com *.example.org www.example.com example.org';
    const plain = hosts.split(' ').map((host) => `http://${host}`);
    expect(policy).toContain(`frame-ancestors 'self' ${hosts} ${plain.join(' ')}`);
  });
});
