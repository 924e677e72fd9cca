import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { makeFolder, makeVideo } from '@vault/media/testing';
import { type TestEngine, startTestEngine, until, uploadFile } from '../testing/start-test-engine.ts';

jest.setTimeout(120_000);

function newKeys(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const [ours, foreign] = [newKeys(), newKeys()];
const keys = [{ id: 'key-1', publicKey: ours.publicKey }];

let folder: Awaited<ReturnType<typeof makeFolder>>;
let engine: TestEngine;
let playbackId = '';
let captionsId = '';

beforeAll(async () => {
  folder = await makeFolder();
  engine = await startTestEngine(join(folder.path, 'data'), { playback: { keys } });
  const talk = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 14));
  const assetId = await uploadFile(engine, talk, {
    playback_policies: ['signed'],
    inputs: [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }],
    static_renditions: [{ resolution: 'highest' }],
  });
  await engine.waitForEvent('video.asset.ready', assetId);
  captionsId = (await engine.waitForEvent('video.asset.track.ready')).data.id;
  const { playback_ids: ids } = await engine.mux.video.assets.retrieve(assetId);
  expect(ids).toMatchObject([{ policy: 'signed' }]);
  playbackId = ids?.[0]?.id ?? '';
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

/** A token as Mux's client signs it. */
const tokenFor = (type: 'video' | 'thumbnail' | 'storyboard', options: object = {}) =>
  engine.mux.jwt.signPlaybackId(playbackId, {
    ...{ keyId: 'key-1', keySecret: ours.privateKey, type, expiration: '60s' },
    ...options,
  });

async function get(path: string, token?: string, init?: RequestInit) {
  const url = new URL(path, engine.url);
  if (token !== undefined) url.searchParams.set('token', token);
  const response = await fetch(url, init);
  return { status: response.status, url: response.url, body: Buffer.from(await response.arrayBuffer()) };
}

const filesOf = (type: 'video' | 'thumbnail' | 'storyboard'): string[] => {
  const stream = `/stream/${playbackId}`;
  const image = `/image/${playbackId}`;
  if (type === 'thumbnail') return [`${image}/thumbnail.jpg?time=2`];
  if (type === 'storyboard') return [`${image}/storyboard.vtt`, `${image}/storyboard.jpg`];
  const files = ['media.m3u8', 'init.mp4', 'media.mp4', 'highest.mp4', `text/${captionsId}.vtt`];
  return [`${stream}.m3u8`, ...files.map((name) => `${stream}/${name}`)];
};

const kinds = ['video', 'thumbnail', 'storyboard'] as const;

describe('signed media', () => {
  beforeAll(async () => {
    const token = await tokenFor('storyboard');
    const isDrawn = async () =>
      (await get(`/image/${playbackId}/storyboard.jpg`, token)).status === 200 ? true : undefined;
    await until(isDrawn, 'no storyboard');
  });

  test.each(kinds)(
    'delivers the files of a %s to the holder of a token for it, and to no other',
    async (kind) => {
      const token = await tokenFor(kind);
      for (const path of filesOf(kind)) {
        expect([path, (await get(path, token)).status]).toEqual([path, 200]);
        expect([path, (await get(path, token, { method: 'HEAD' })).status]).toEqual([path, 200]);
        expect([path, (await get(path)).status]).toEqual([path, 403]);
        for (const other of kinds.filter((one) => one !== kind))
          expect([path, other, (await get(path, await tokenFor(other))).status]).toEqual([path, other, 403]);
      }
    },
  );

  test('refuses a token that is expired, forged, unsigned, of an unknown key, or for another video', async () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: playbackId, aud: 'v', exp: now + 60 };
    const rs256 = { algorithm: 'RS256', keyid: 'key-1', noTimestamp: true } as const;
    const good = jwt.sign(claims, ours.privateKey, rs256);
    const path = filesOf('video')[0] ?? '';
    expect((await get(path, good)).status).toBe(200);
    const [head, , signature] = good.split('.');
    const refused = {
      expired: jwt.sign({ ...claims, exp: now - 6 }, ours.privateKey, rs256),
      endless: jwt.sign({ sub: playbackId, aud: 'v' }, ours.privateKey, rs256),
      'of another video': jwt.sign({ ...claims, sub: 'a'.repeat(40) }, ours.privateKey, rs256),
      'of an unknown key': jwt.sign(claims, ours.privateKey, { ...rs256, keyid: 'key-2' }),
      'signed with another key': jwt.sign(claims, foreign.privateKey, rs256),
      'signed with the public key': jwt.sign(claims, 'secret', { ...rs256, algorithm: 'HS256' }),
      unsigned: jwt.sign(claims, '', { ...rs256, algorithm: 'none' }),
      'with critical extensions': jwt.sign(claims, ours.privateKey, {
        ...rs256,
        header: { alg: 'RS256', crit: ['b64'] },
      }),
      changed: [
        head,
        Buffer.from(JSON.stringify({ ...claims, exp: now + 999 })).toString('base64url'),
        signature,
      ].join('.'),
      'no token': 'x',
    };
    for (const [name, token] of Object.entries(refused))
      expect([name, (await get(path, token)).status]).toEqual([name, 403]);
  });

  test('has the token in all that a playlist names', async () => {
    const token = await tokenFor('video');
    const master = await get(`/stream/${playbackId}.m3u8`, token);
    const child = new URL(master.body.toString().trim().split('\n').at(-1) ?? '', master.url);
    const playlist = await get(child.pathname);
    expect(playlist.status).toBe(200);
    const names = new Set(playlist.body.toString().match(/(?<=^|URI=")\w+\.mp4/gm));
    expect([...names].sort()).toEqual(['init.mp4', 'media.mp4']);
    for (const name of names) {
      const { pathname } = new URL(name, child);
      expect((await get(pathname)).status).toBe(200);
      expect((await get(pathname.replace(token, await tokenFor('thumbnail')))).status).toBe(403);
    }
    const { pathname } = new URL('highest.mp4', child);
    expect((await get(pathname)).status).toBe(404);
  });

  test('has the token in its storyboard, and takes the settings of a picture from the token', async () => {
    const vtt = await get(`/image/${playbackId}/storyboard.vtt`, await tokenFor('storyboard'));
    const [picture = ''] = /storyboard\.jpg\S*/.exec(vtt.body.toString()) ?? [];
    const { pathname, search } = new URL(picture, vtt.url);
    expect((await get(`${pathname}${search.replace(/#.*/, '')}`)).status).toBe(200);
    const fixed = await tokenFor('thumbnail', { params: { time: '2', width: '160' } });
    const image = `/image/${playbackId}/thumbnail.jpg`;
    const [one, other] = [await get(image, fixed), await get(`${image}?time=9&width=640`, fixed)];
    expect(one.body.equals(other.body)).toBe(true);
    const free = await get(`${image}?time=9&width=640`, await tokenFor('thumbnail'));
    expect(free.body.equals(one.body)).toBe(false);
  });
});

test('refuses a policy that does not exist, and several', async () => {
  const create = (policies: string[]) =>
    engine.mux.video.uploads.create({
      cors_origin: '*',
      new_asset_settings: { playback_policies: policies as ['signed'] },
    });
  await expect(create(['drm'])).rejects.toMatchObject({ status: 400 });
  await expect(create(['public', 'signed'])).rejects.toMatchObject({ status: 400 });
});
