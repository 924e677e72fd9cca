import { generateKeyPairSync } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { noPortalsInPlan, type PortalRecord } from '@vault/contracts';
import { aChapterSet } from '@vault/contracts/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const base = 'https://vault.example.com';
/** A ticket is checked again after a second. */
const checkedAgainMs = 1_100;
const vtt = `WEBVTT

00:00.000 --> 00:05.000
Welcome to our open part.

00:30.000 --> 00:40.000
The secret launch is in May.

00:50.000 --> 00:55.000
Thank you all.
`;

let gateway: GatewayUnderTest;
beforeAll(async () => {
  const engine = { VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media', VIDEO_ENGINE_PUBLIC_URL: '/media' };
  const keys = { MUX_SIGNING_KEY: 'key-1', MUX_PRIVATE_KEY: pem };
  gateway = await startGateway({ env: { ...engine, ...keys, PUBLIC_URL: base } });
});
beforeEach(() => {
  const { portal, videos, auth, chaptering } = gateway.fakes;
  portal.portals.clear();
  portal.limit = 10;
  auth.reset();
  chaptering.reset();
  videos.set('v', {
    streamUrl: '/media/stream/abc.m3u8',
    thumbnailUrl: '/media/image/abc/thumbnail.jpg?time=2',
    downloadUrl: '/media/stream/abc/highest.mp4',
    title: 'Prices & <b>plans</b>',
  });
  const chapters = [
    chapter(0, 'Open part', 'Everybody may read this.', 'Words for </script><i>all</i>', 1),
    chapter(25, 'Launch plans', 'Nobody may read this.', 'The secret launch is in May.', 30),
    chapter(45, 'The end', 'Thanks.', 'Thank you all.', 50),
  ];
  chaptering.chapterSets.push(aChapterSet({ chapters, vtt }));
});
afterAll(() => gateway.running.stop());

function chapter(start: number, title: string, summary: string, text: string, at: number) {
  return { start, title, summary, searchText: '', quotes: [{ text, at }], searchQuotes: undefined };
}

const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, gateway.running.url), { redirect: 'manual', headers });
const textOf = async (path: string) => (await open(path)).text();
const hidden = [{ video_id: 'v', kind: 'chapter', start: 25, end: 45 }];

async function answer(method: string, path: string, body?: unknown): Promise<PortalRecord> {
  const { status, json } = await gateway.call(method, path, body);
  expect([method, path, status, status === 200 ? '' : json['msg']]).toEqual([method, path, 200, '']);
  return json['data'] as PortalRecord;
}
let count = 0;
/** A published portal of the whole library with an address of its own, because pages are cached. */
async function published(settings: object = {}): Promise<PortalRecord> {
  count += 1;
  const made = await answer('POST', '/api/portals', { name: 'Acme', slug: `acme-${String(count)}` });
  await answer('PATCH', `/api/portals/${made.id}`, { version: made.version, video_ids: null, ...settings });
  return answer('POST', `/api/portals/${made.id}/publication`, { is_published: true });
}

describe('portals', () => {
  it('are made, edited, published and deleted by their owner', async () => {
    const made = await answer('POST', '/api/portals', { name: ' Acme talks ', slug: 'acme-talks' });
    expect(made).toMatchObject({ name: 'Acme talks', link: `${base}/p/acme-talks`, video_ids: [] });
    expect(made.is_published).toBe(false);
    const settings = {
      ...{ intro: 'Two\nlines', video_ids: ['v'], accent: '#1d5c8f', theme: 'dark', shows: ['quotes'] },
      ...{
        audience: 'domains',
        domains: ['www.example.com'],
        is_listed: false,
        ends_at: 1_798_675_200,
        hidden,
      },
    };
    const edited = await answer('PATCH', `/api/portals/${made.id}`, { version: made.version, ...settings });
    expect(edited).toMatchObject(settings);
    const cleared = { version: edited.version, video_ids: null, accent: null, ends_at: null };
    expect(await answer('PATCH', `/api/portals/${made.id}`, cleared)).toMatchObject({
      ...settings,
      ...{ video_ids: null, accent: null, ends_at: null },
    });
    expect(await answer('POST', `/api/portals/${made.id}/publication`, { is_published: true })).toMatchObject(
      {
        is_published: true,
      },
    );
    const { json } = await gateway.call('GET', '/api/portals');
    expect(json['data']).toMatchObject({ limit: 10, portals: [{ id: made.id }] });
    expect((await gateway.call('DELETE', `/api/portals/${made.id}`)).status).toBe(200);
    expect(gateway.fakes.portal.portals.size).toBe(0);
  });

  it('of others cannot be reached', async () => {
    const { id } = await published();
    gateway.fakes.portal.portals.set(id, { ...gateway.fakes.portal.portals.get(id)!, ownerId: 'eve' });
    for (const [method, path, body] of [
      ['PATCH', `/api/portals/${id}`, { version: 1 }],
      ['POST', `/api/portals/${id}/publication`, { is_published: false }],
      ['POST', `/api/portals/${id}/logo`, { image: null }],
      ['POST', `/api/portals/${id}/preview`, {}],
      ['POST', `/api/portals/${id}/links`, { label: 'x', ends_at: 1_798_675_200 }],
      ['DELETE', `/api/portals/${id}/links/x`, undefined],
    ] as const)
      expect([path, (await gateway.call(method, path, body)).status]).toEqual([path, 404]);
    await gateway.call('DELETE', `/api/portals/${id}`);
    expect(gateway.fakes.portal.portals.has(id)).toBe(true);
    expect((await gateway.call('GET', '/api/portals')).json['data']).toMatchObject({ portals: [] });
  });

  it.each([
    { slug: 'Upper' },
    { slug: 'a--b' },
    { slug: 'search/x' },
    { accent: 'red' },
    { domains: ['http://a b'] },
    { domains: ["x; script-src 'unsafe-inline'"] },
    { theme: 'pink' },
    { hidden: [{ video_id: 'v', kind: 'line', start: 0, end: 1 }] },
  ])('refuse %j', async (settings) => {
    const { id, version } = await published();
    expect((await gateway.call('PATCH', `/api/portals/${id}`, { version, ...settings })).status).toBe(400);
  });

  it('have a logo that is made again from its pixels', async () => {
    const { id } = await published();
    const upload = await createCanvas(2_000, 400).encode('png');
    const withText = Buffer.concat([upload, Buffer.from('<script>')]);
    const { logo } = await answer('POST', `/api/portals/${id}/logo`, { image: withText.toString('base64') });
    const served = await open(logo!);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    expect(bytes.includes('<script>')).toBe(false);
    for (const file of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '\x89PNG\r\n\x1a\nbroken']) {
      const image = Buffer.from(file, 'latin1').toString('base64');
      expect((await gateway.call('POST', `/api/portals/${id}/logo`, { image })).status).toBe(400);
    }
    expect(await answer('POST', `/api/portals/${id}/logo`, { image: null })).toMatchObject({ logo: null });
  });

  it('have no logo in a plan without portals, or of somebody else: the file is not even read', async () => {
    const { id } = await published();
    const setLogo = (portal: string) =>
      gateway.call('POST', `/api/portals/${portal}/logo`, {
        image: Buffer.from('no picture').toString('base64'),
      });
    expect((await setLogo(id)).status).toBe(400);
    expect((await setLogo('nosuch')).status).toBe(404);
    gateway.fakes.portal.limit = 0;
    expect(await setLogo(id)).toMatchObject({ status: 403, json: { msg: noPortalsInPlan } });
  });
});

describe('the pages of a portal', () => {
  it('show its videos, and escape every text', async () => {
    const { slug } = await published({ name: '"><img src=x onerror=alert(1)>', intro: '<u>intro</u>' });
    for (const path of [`/p/${slug}`, `/p/${slug}/v`, `/p/${slug}/search?q=%3Cscript%3E`]) {
      const text = await textOf(path);
      expect(text).not.toMatch(/<img src=x|<u>|<b>plans|<i>all|q="><script/);
      expect(text).not.toContain('token-of-ada');
    }
    expect(await textOf(`/p/${slug}`)).toContain('Prices &amp; &lt;b&gt;plans&lt;/b&gt;');
  });

  it('have two searches with names of their own, and days that everybody reads the same', async () => {
    const { slug } = await published();
    const text = await textOf(`/p/${slug}/v`);
    const names = [...text.matchAll(/role="search"\s+aria-label="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Search all videos', 'Search in this video']);
    expect(text).toMatch(/<time datetime="\d{4}-\d\d-\d\d">\d{1,2} [A-Z][a-z]+ \d{4}<\/time>/);
  });

  it('describe a video and its chapters to search engines', async () => {
    const { slug } = await published();
    const text = await textOf(`/p/${slug}/v`);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
    const address = `${base}/p/${slug}/v`;
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'VideoObject',
      name: 'Prices & <b>plans</b>',
      thumbnailUrl: [`${address}/picture.jpg`],
      duration: expect.stringMatching(/^PT(\d+M)?\d+S$/) as string,
      hasPart: [
        { '@type': 'Clip', name: 'Open part', startOffset: 0, endOffset: 25, url: `${address}?t=0` },
        { name: 'Launch plans', startOffset: 25 },
        { name: 'The end', startOffset: 45 },
      ],
      potentialAction: { target: `${address}?t={seek_to_second_number}` },
    });
    expect(text).toContain(`<link rel="canonical" href="${address}"`);
    expect(text).toContain(`property="og:image" content="${address}/card.png"`);
    expect(await textOf(`/p/${slug}/sitemap.xml`)).toContain(`<loc>${address}</loc>`);
    expect(await textOf('/p/sitemap.xml')).toContain(`<loc>${base}/p/${slug}/sitemap.xml</loc>`);
  });

  it('do not contain what is hidden, nor its words or captions', async () => {
    const { slug } = await published({ hidden, shows: ['transcript', 'quotes', 'search', 'downloads'] });
    for (const path of [`/p/${slug}`, `/p/${slug}/v`, `/p/${slug}/v/captions.vtt`]) {
      const text = await textOf(path);
      expect(text).not.toMatch(/Launch|secret|Nobody may/);
      expect(text).not.toContain('highest.mp4');
    }
    expect(await textOf(`/p/${slug}/v`)).toContain('data-skipped="[[25,45]]"');
    expect(await textOf(`/p/${slug}/v/captions.vtt`)).toMatch(/Welcome to our open part[^]*Thank you all/);
    await textOf(`/p/${slug}/search?q=secret`);
    expect(gateway.fakes.searched.at(-1)?.scope).toEqual({
      videos: [{ videoId: 'v', hidden: [{ start: 25, end: 45, kind: 'chapter' }] }],
      ...{ hasTranscript: true, hasQuotes: true },
    });
  });

  it('say who speaks a quote', async () => {
    const [first] = gateway.fakes.chaptering.chapterSets;
    first!.chapters[0]!.quotes[0]!.speaker = 'Ann & Bo';
    const { slug } = await published({ shows: ['quotes'] });
    expect(await textOf(`/p/${slug}/v`)).toMatch(/<p class="speaker">Ann &amp; Bo<\/p>/);
  });

  it('offer files under titles of any characters', async () => {
    const { slug } = await published({ shows: ['downloads'] });
    const video = gateway.fakes.videos.get('v')!;
    const title = `${'x'.repeat(79)}🚀 50% & more`;
    gateway.fakes.videos.set('v', { ...video, title });
    const [, address = ''] = /href="([^"]+highest\.mp4[^"]+)"/.exec(await textOf(`/p/${slug}/v`)) ?? [];
    const { status, headers } = await open(new URL(address).pathname + new URL(address).search);
    const location = new URL(headers.get('location') ?? '', base);
    expect([status, location.searchParams.get('download')]).toEqual([302, title]);
  });

  it('hide a quote with its words, but not its chapter', async () => {
    const quote = { video_id: 'v', kind: 'quote', start: 30, end: 40 };
    const { slug } = await published({ hidden: [quote] });
    const text = await textOf(`/p/${slug}/v`);
    expect(text).toContain('Launch plans');
    expect(text).not.toContain('secret');
    expect(text).toContain('data-skipped="[]"');
  });

  it('are noindex in frames, and when their owner does not list them', async () => {
    const { slug } = await published();
    expect((await open(`/p/${slug}`)).headers.get('x-robots-tag')).toBeNull();
    expect((await open(`/p/${slug}?embed=1`)).headers.get('x-robots-tag')).toBe('noindex');
    const unlisted = await published({ is_listed: false });
    expect((await open(`/p/${unlisted.slug}`)).headers.get('x-robots-tag')).toBe('noindex');
  });

  it('can be embedded by pages of their domains alone', async () => {
    const { slug } = await published({ domains: ['www.example.com', '*.example.org'] });
    for (const path of [`/p/${slug}?embed=1`, `/p/${slug}/v?embed=1`]) {
      const { headers } = await open(path);
      expect(headers.get('content-security-policy')).toContain(
        "frame-ancestors 'self' www.example.com *.example.org",
      );
      expect(headers.get('x-frame-options')).toBeNull();
      // Pages that are isolated from other origins may embed them too.
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
    const other = await published();
    for (const path of [`/p/${other.slug}`, '/', '/login', '/api/docs']) {
      const { headers } = await open(path);
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    }
  });

  it('say inside any page that there is nothing, so that it need not be shown', async () => {
    const draft = await answer('POST', '/api/portals', { name: 'Draft', slug: 'withdrawn' });
    for (const path of [`/p/${draft.slug}`, `/p/${draft.slug}/v`, '/p/unknown', '/p/unknown/search']) {
      const { status, headers } = await open(`${path}?embed=1`);
      expect([path, status]).toEqual([path, 404]);
      expect(headers.get('content-security-policy')).not.toContain('frame-ancestors');
      expect(headers.get('x-frame-options')).toBeNull();
      expect(await textOf(`${path}?embed=1`)).toMatch(/<script type="module" src="[^"]*notice\.js"/);
      expect(await textOf(path)).not.toContain('<script');
    }
  });

  it('for pages of domains do not open elsewhere', async () => {
    const { slug } = await published({ audience: 'domains', domains: ['www.example.com'] });
    for (const path of [`/p/${slug}`, `/p/${slug}/v`]) {
      expect((await open(path)).status).toBe(403);
      expect((await open(path, { 'sec-fetch-dest': 'document' })).status).toBe(403);
      for (const use of ['iframe', 'frame', 'object', 'embed'])
        expect([use, (await open(path, { 'sec-fetch-dest': use })).status]).toEqual([use, 200]);
      expect((await open(`${path}?embed=1`, { 'sec-fetch-dest': 'document' })).status).toBe(403);
      // Browsers that do not say it: the page itself looks where it is.
      expect((await open(`${path}?embed=1`)).status).toBe(200);
      expect(await textOf(`${path}?embed=1`)).toMatch(/<html[^>]+data-only-embedded/);
    }
    expect(await textOf(`/p/${(await published()).slug}?embed=1`)).not.toContain('data-only-embedded');
    const captions = `/p/${slug}/v/captions.vtt`;
    expect((await open(captions, { 'sec-fetch-dest': 'document' })).status).toBe(403);
    expect((await open(captions, { 'sec-fetch-dest': 'track' })).status).toBe(200);
  });

  it('with private links keep the link in their addresses', async () => {
    const { id, slug } = await published({ audience: 'links' });
    expect((await open(`/p/${slug}`)).status).toBe(404);
    const ends = { label: 'Board', ends_at: 1_798_675_200 };
    const { links } = await answer('POST', `/api/portals/${id}/links`, ends);
    expect(links).toMatchObject([{ ...ends, link: `${base}/p/${slug}?key=${links[0]!.id}` }]);
    const text = await textOf(`/p/${slug}?key=${links[0]!.id}`);
    const media = [...text.matchAll(/api\/media\/([^"/]+)/g)].map(([, ticket]) => ticket!);
    expect(media.length).toBeGreaterThan(0);
    for (const ticket of media) expect(ticket).not.toContain(links[0]!.id);
    expect(text).toContain(`href="/p/${slug}/v?key=${links[0]!.id}"`);
    expect(text).toContain('name="robots" content="noindex"');
    expect((await open(`/p/${slug}/v?key=other`)).status).toBe(404);
    await answer('DELETE', `/api/portals/${id}/links/${links[0]!.id}`);
    // Another page of the portal, which is not cached.
    expect((await open(`/p/${slug}/v?key=${links[0]!.id}`)).status).toBe(404);
  });

  it('are the same page with a key that they do not need', async () => {
    const { id, slug } = await published({ name: 'First name' });
    await textOf(`/p/${slug}`);
    const portal = gateway.fakes.portal.portals.get(id)!;
    gateway.fakes.portal.portals.set(id, { ...portal, name: 'Other name' });
    for (const key of ['one', 'two']) {
      const text = await textOf(`/p/${slug}?key=${key}`);
      expect(text).toContain('First name');
      expect(text).not.toContain('key=');
    }
  });

  it('for pages of domains do not tell their names elsewhere', async () => {
    const { slug } = await published({
      name: 'Inside talks',
      audience: 'domains',
      domains: ['www.example.com'],
    });
    for (const path of ['', '/v']) {
      const text = await textOf(`/oembed?url=${encodeURIComponent(`${base}/p/${slug}${path}`)}`);
      expect(text).not.toMatch(/Inside talks|plans/);
      expect(JSON.parse(text)).toMatchObject({ title: 'Recorded webinars', provider_name: 'Webinar Vault' });
    }
    const card = async (path: string) => (await open(`/p/${path}/card.png`)).headers.get('etag');
    const other = await published({ audience: 'domains', domains: ['www.example.com'] });
    expect(await card(slug)).toBe(await card(`${other.slug}/v`));
    expect((await open(`/p/${slug}/sitemap.xml`)).status).toBe(404);
  });

  it('show no video that is not in the portal, and nothing of a draft', async () => {
    const { slug } = await published({ video_ids: [] });
    expect((await open(`/p/${slug}/v`)).status).toBe(404);
    expect(await textOf(`/p/${slug}`)).toContain('There are no videos here yet.');
    const draft = await answer('POST', '/api/portals', { name: 'Draft', slug: 'a-draft' });
    for (const path of [
      '',
      '/v',
      '/sitemap.xml',
      '/card.png',
      '/v/captions.vtt',
      '/v/picture.jpg',
      '/search',
    ])
      expect([path, (await open(`/p/${draft.slug}${path}`)).status]).toEqual([path, 404]);
  });

  it('have pictures in the size of social cards', async () => {
    const { slug } = await published();
    for (const path of [`/p/${slug}/card.png`, `/p/${slug}/v/card.png`]) {
      const picture = Buffer.from(await (await open(path)).arrayBuffer());
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
    }
  });

  it('are described for embedding', async () => {
    const { slug } = await published({ name: 'A "portal"' });
    const address = (url: string) => `/oembed?url=${encodeURIComponent(url)}&maxwidth=500`;
    const described = (await (await open(address(`${base}/p/${slug}/v`))).json()) as Record<string, unknown>;
    expect(described).toMatchObject({
      type: 'rich',
      version: '1.0',
      width: 500,
      provider_name: 'A "portal"',
    });
    expect(described['html']).toContain(`src="${base}/p/${slug}/v?embed=1"`);
    expect(described['html']).toContain('title="Prices &amp; &lt;b&gt;plans&lt;/b&gt;"');
    for (const url of [`${base}/p/unknown`, `https://evil.example/p/${slug}`, `${base}/asset/v`])
      expect((await open(address(url))).status).toBe(404);
  });

  it('are previewed without a script, with settings that are not saved', async () => {
    const { id } = await published();
    const preview = async (settings: object) => {
      const { json } = await gateway.call('POST', `/api/portals/${id}/preview`, settings);
      return (json['data'] as { html: string }).html;
    };
    const home = await preview({ name: 'Other name', theme: 'dark' });
    expect(home).toContain('data-theme="dark"');
    expect(home).toContain('Other name');
    expect(home).not.toContain('<script type="module"');
    expect(await preview({ video_id: 'v', hidden })).not.toContain('Launch plans');
    expect((await gateway.call('POST', `/api/portals/${id}/preview`, { video_id: 'w' })).status).toBe(404);
  });
});

it('names the contact for weaknesses', async () => {
  const { status, headers } = await open('/.well-known/security.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await textOf('/.well-known/security.txt');
  expect(text).toContain('Contact: mailto:postmaster@vault.example.com\n');
  expect(text).toContain(`Canonical: ${base}/.well-known/security.txt\n`);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  expect(new Date(expires).getTime()).toBeGreaterThan(Date.now());
});

describe('media of a portal', () => {
  const streamOf = async ({ slug }: PortalRecord) =>
    new URL(/data-stream="([^"]+)"/.exec(await textOf(`/p/${slug}/v`))![1]!).pathname;

  it('is delivered while the portal shows the video, without captions and storyboard', async () => {
    const portal = await published();
    const stream = await streamOf(portal);
    const segment = stream.replace('.m3u8', '/media.mp4');
    expect((await open(segment)).status).toBe(302);
    expect((await open(segment.replace('abc', 'def'))).status).toBe(401);
    expect((await open(stream.replace('.m3u8', '/text/t1.vtt'))).status).toBe(404);
    const { version } = gateway.fakes.portal.portals.get(portal.id)!;
    await answer('PATCH', `/api/portals/${portal.id}`, { version, video_ids: [] });
    await new Promise((resolve) => setTimeout(resolve, checkedAgainMs));
    expect((await open(segment)).status).toBe(404);
  });

  it('has whole files only where the portal offers them, with nothing hidden', async () => {
    for (const [settings, status] of [
      [{}, 404],
      [{ shows: ['downloads'] }, 302],
      [{ shows: ['downloads'], hidden }, 404],
    ] as const) {
      const stream = await streamOf(await published(settings));
      for (const name of ['highest.mp4', 'audio.m4a', 'low.mp4'])
        expect([settings, (await open(stream.replace('.m3u8', `/${name}`))).status]).toEqual([
          settings,
          status,
        ]);
      for (const name of ['media.mp4', 'init.mp4'])
        expect((await open(stream.replace('.m3u8', `/${name}`))).status).toBe(302);
    }
  });

  it('ends with the portal, and counts plays by video', async () => {
    const portal = await published();
    const stream = await streamOf(portal);
    await fetch(new URL(stream, gateway.running.url), { method: 'HEAD' });
    expect(gateway.fakes.portal.portals.get(portal.id)?.plays).toEqual({});
    for (let times = 0; times < 3; times += 1) await open(stream);
    expect(gateway.fakes.portal.portals.get(portal.id)?.plays).toEqual({ v: 1 });
    await answer('POST', `/api/portals/${portal.id}/publication`, { is_published: false });
    await new Promise((resolve) => setTimeout(resolve, checkedAgainMs));
    expect((await open(stream)).status).toBe(404);
  });
});
