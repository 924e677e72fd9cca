import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { VideoRecord } from '@vault/contracts';
import jwt from 'jsonwebtoken';
import { aTeam } from '../testing/fake-auth.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const staffToken = 'token-of-charles-0123456789';
/** A viewer learns that the session has ended after at most a second. */
const endedAfterMs = 1_100;

/** Requests that the video host has received, with their tokens. */
const received: { readonly path: string; readonly claims: jwt.JwtPayload }[] = [];
const host = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  const claims = jwt.verify(searchParams.get('token') ?? '', publicKey, { algorithms: ['RS256'] });
  received.push({ path: pathname, claims: claims as jwt.JwtPayload });
  if (pathname.includes('missing')) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'private' }).end('media.mp4');
});
let base: string;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  await once(host.listen(0, '127.0.0.1'), 'listening');
  base = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}/media`;
  const addresses = { VIDEO_ENGINE_URL: base, VIDEO_ENGINE_PUBLIC_URL: '/media' };
  const engine = { ...addresses, MEDIA_ORIGIN: 'https://media.s3.example.com' };
  gateway = await startGateway({ env: { ...engine, MUX_SIGNING_KEY: 'key-1', MUX_PRIVATE_KEY: pem } });
});
beforeEach(() => {
  const { fakes } = gateway;
  received.length = 0;
  fakes.sessions.set('token-of-ada-0123456789', 'ada');
  fakes.videos.set('v', {
    thumbnailUrl: '/media/image/abc/thumbnail.jpg?time=2',
    streamUrl: '/media/stream/abc.m3u8',
    storyboardUrl: '/media/image/abc/storyboard.vtt',
    captionsUrl: '/media/stream/abc/text/t1.vtt',
    downloadUrl: '/media/stream/abc/highest.mp4',
  });
});
afterAll(async () => {
  await gateway.running.stop();
  host.closeAllConnections();
  host.close();
});

const open = (address: string, init: RequestInit = {}) =>
  fetch(new URL(address, gateway.running.url), { redirect: 'manual', ...init });
const statusOf = async (address: string) => (await open(address)).status;

async function recordOf(path = '/api/muxvideos/asset/v'): Promise<VideoRecord> {
  const { json } = await gateway.call('GET', path);
  const data = json.data as VideoRecord | VideoRecord[];
  return Array.isArray(data) ? data[0]! : data;
}

const hostAddressOf = async (address: string) => {
  const response = await open(address);
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'private, max-age=20']);
  const url = new URL(response.headers.get('location') ?? '', gateway.running.url);
  const claims = jwt.verify(url.searchParams.get('token') ?? '', publicKey, { algorithms: ['RS256'] });
  url.searchParams.delete('token');
  return { address: url.pathname + url.search, claims: claims as jwt.JwtPayload };
};

it('pages may load media from where the host redirects to', async () => {
  const policy = (await open('/')).headers.get('content-security-policy') ?? '';
  for (const kind of ["img-src 'self' data: blob:", "media-src 'self' blob:", "connect-src 'self'"])
    expect(policy).toContain(`${kind} https://media.s3.example.com;`);
  expect(policy).toContain("script-src 'self';");
});

describe('addresses of media', () => {
  it.each(['/api/muxvideos/asset/v', '/api/muxvideos?view=card'])(
    'in %s have a ticket, and are the same at the next read',
    async (path) => {
      const record = await recordOf(path);
      const { thumbnail, streamUrl, storyboardUrl, captionsUrl, localVideo } = record;
      const addresses = [thumbnail, streamUrl, storyboardUrl, captionsUrl, localVideo];
      for (const address of addresses) expect(address).toMatch(/^\/api\/media\/[\w.-]+\/(stream|image)\/abc/);
      expect(await recordOf(path)).toEqual(record);
    },
  );

  it('lead to the host with a token for a minute, of the kind of the file', async () => {
    const { thumbnail, localVideo } = await recordOf();
    const picture = await hostAddressOf(thumbnail.replace('time=2', 'time=7.5'));
    expect(picture.address).toBe('/media/image/abc/thumbnail.jpg');
    expect(picture.claims).toMatchObject({ sub: 'abc', aud: 't', time: '7.5' });
    expect((picture.claims.exp ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(61);
    const file = await hostAddressOf(`${localVideo}?download=talk`);
    expect(file.address).toBe('/media/stream/abc/highest.mp4?download=talk');
    expect(file.claims).toMatchObject({ sub: 'abc', aud: 'v' });
    // The documented check of a clip.
    expect((await open(localVideo, { method: 'HEAD' })).status).toBe(302);
  });

  it('pass texts on, so that the files that they name are requested with the ticket', async () => {
    const { streamUrl, captionsUrl, storyboardUrl } = await recordOf();
    for (const address of [streamUrl, captionsUrl, storyboardUrl]) {
      const response = await open(address);
      expect([response.status, await response.text()]).toEqual([200, 'media.mp4']);
      expect(response.headers.get('content-type')).toContain('text/plain');
    }
    expect(received.map(({ path, claims }) => [path, claims.aud])).toEqual([
      ['/media/stream/abc.m3u8', 'v'],
      ['/media/stream/abc/text/t1.vtt', 'v'],
      ['/media/image/abc/storyboard.vtt', 's'],
    ]);
    const segment = streamUrl.replace('abc.m3u8', 'abc/a.token.x/media.mp4');
    expect((await hostAddressOf(segment)).address).toBe('/media/stream/abc/media.mp4');
    expect(await statusOf(streamUrl.replace('abc.m3u8', 'abc/missing.m3u8'))).toBe(404);
  });

  it('are for one video and one kind of files', async () => {
    const { thumbnail, streamUrl } = await recordOf();
    const withPath = (address: string, path: string) => address.replace(/(stream|image)\/.*/, path);
    for (const path of ['stream/other.m3u8', 'image/abc/thumbnail.jpg', 'image/abc/storyboard.jpg'])
      expect([path, await statusOf(withPath(streamUrl, path))]).toEqual([path, 401]);
    for (const path of ['stream/abc.m3u8', 'stream/abc/highest.mp4', 'image/other/thumbnail.jpg'])
      expect([path, await statusOf(withPath(thumbnail, path))]).toEqual([path, 401]);
    for (const path of ['video/v1/assets', 'uploads/x', '', '../health'])
      expect([path, [401, 404].includes(await statusOf(withPath(streamUrl, path)))]).toEqual([path, true]);
    expect(received).toEqual([]);
  });

  it('are short, so that they can be searched for', async () => {
    const { thumbnail } = await recordOf();
    expect(thumbnail.length + 36).toBeLessThanOrEqual(200);
    const { json } = await gateway.call('GET', `/api/search?keyword=${encodeURIComponent(thumbnail)}`);
    expect(json.data).toMatchObject({ terms: ['/media/image/abc/thumbnail.jpg?time=2'] });
  });

  it('are refused without a ticket, with a forged one, and once the session has ended', async () => {
    const { streamUrl, thumbnail } = await recordOf();
    const [, , , ticket = ''] = streamUrl.split('/');
    const [, end = '', , , signature = ''] = ticket.split('.');
    const forged = [
      ticket.replace('.ada.', '.eve.'),
      ticket.replace('user.', 'staff.'),
      ticket.replace(end, `${end}0`),
      ticket.replace(signature, 'A'.repeat(signature.length)),
      ticket.replace(signature, ''),
    ];
    for (const text of ['x', ...forged])
      expect([text, await statusOf(streamUrl.replace(ticket, text))]).toEqual([text, 401]);
    gateway.fakes.sessions.clear();
    await wait(endedAfterMs);
    expect([await statusOf(streamUrl), await statusOf(thumbnail)]).toEqual([401, 401]);
  });
});

it('is refused to a member of a team as soon as they have left it', async () => {
  const { auth, owners } = gateway.fakes;
  auth.teams.set('acme', aTeam('acme', 'Acme', [{ userId: 'ada', role: 'viewer' }]));
  owners.set('v', 'acme');
  const { json } = await gateway.call('GET', '/api/muxvideos/asset/v', undefined, {
    'vault-workspace': 'acme',
  });
  const { streamUrl } = json.data as VideoRecord;
  expect(await statusOf(streamUrl)).toBe(200);
  auth.teams.clear();
  await wait(endedAfterMs);
  expect(await statusOf(streamUrl)).toBe(403);
  owners.set('v', 'ada');
});

it('is no longer played by addresses of the workspace that a video has left', async () => {
  const { auth, owners, playbackOwners } = gateway.fakes;
  auth.teams.set('acme', aTeam('acme', 'Acme', [{ userId: 'ada', role: 'viewer' }]));
  playbackOwners.set('abc', 'ada');
  const { streamUrl, thumbnail, localVideo } = await recordOf();
  expect(await statusOf(streamUrl)).toBe(200);
  owners.set('v', 'acme');
  playbackOwners.set('abc', 'acme');
  await wait(endedAfterMs);
  for (const address of [streamUrl, thumbnail, localVideo]) expect(await statusOf(address)).toBe(404);
  const headers = { 'vault-workspace': 'acme' };
  const { json } = await gateway.call('GET', '/api/muxvideos/asset/v', undefined, headers);
  expect(await statusOf((json.data as VideoRecord).streamUrl)).toBe(200);
  // Players of others go on while upload is away.
  await wait(endedAfterMs);
  gateway.fakes.fail('unavailable', 'Away.');
  expect(await statusOf(streamUrl)).toBe(200);
  gateway.fakes.failure = undefined;
  owners.set('v', 'ada');
  playbackOwners.clear();
});

it('has addresses with a ticket in what staff see, until their session ends', async () => {
  const { admin, allVideos } = gateway.fakes;
  allVideos.add('v', 'ada', { thumbnailUrl: '/media/image/abc/thumbnail.jpg?time=2' });
  admin.sessions.set(staffToken, { staffId: 'owner', sessionId: 's', email: 'o@example.com', role: 'owner' });
  const response = await gateway.ask('GET', '/api/admin/videos', { authorization: `Bearer ${staffToken}` });
  const { data } = (await response.json()) as { data: { thumbnail: string }[] };
  const [{ thumbnail } = { thumbnail: '' }] = data;
  expect((await hostAddressOf(thumbnail)).address).toBe('/media/image/abc/thumbnail.jpg');
  admin.sessions.clear();
  await wait(endedAfterMs);
  expect(await statusOf(thumbnail)).toBe(401);
});
