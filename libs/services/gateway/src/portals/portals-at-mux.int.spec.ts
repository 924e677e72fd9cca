import { generateKeyPairSync } from 'node:crypto';
import type { PortalRecord } from '@vault/contracts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const hidden = [{ video_id: 'v', kind: 'chapter', start: 25, end: 45 }];

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { MUX_SIGNING_KEY: 'key-1', MUX_PRIVATE_KEY: pem } });
  gateway.fakes.videos.set('v', {
    streamUrl: 'https://stream.mux.com/abc.m3u8',
    downloadUrl: 'https://stream.mux.com/abc/highest.mp4',
  });
});
afterAll(() => gateway.running.stop());

async function answer(method: string, path: string, body: unknown): Promise<PortalRecord> {
  const { json } = await gateway.call(method, path, body);
  return json['data'] as PortalRecord;
}

const open = (path: string) => fetch(new URL(path, gateway.running.url), { redirect: 'manual' });

/** Where a visitor of a portal with these settings is sent for a file of the stream. */
async function redirectOf(slug: string, settings: object, file: string): Promise<[number, string]> {
  const { id, version } = await answer('POST', '/api/portals', { name: 'Acme', slug });
  const shown = { video_ids: null, shows: ['downloads'] };
  await answer('PATCH', `/api/portals/${id}`, { version, ...shown, ...settings });
  await answer('POST', `/api/portals/${id}/publication`, { is_published: true });
  const [address = ''] =
    /\/api\/media\/[\w.-]+\/stream\/abc\.m3u8/.exec(await (await open(`/p/${slug}/v`)).text()) ?? [];
  const { status, headers } = await open(address.replace('abc.m3u8', file));
  return [status, new URL(headers.get('location') ?? 'about:blank').pathname];
}

it('visitors get no token of Mux for a video with hidden words: it would open its captions', async () => {
  for (const file of ['abc/highest.mp4', 'abc/audio.m4a', 'abc/x/media.mp4'])
    expect(await redirectOf(`hiding-${file.replaceAll(/\W/g, '')}`, { hidden }, file)).toEqual([
      404,
      'blank',
    ]);
  const [status, path] = await redirectOf('open', {}, 'abc/highest.mp4');
  expect([status, path]).toEqual([302, '/abc/highest.mp4']);
});
