import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type Mux from '@mux/mux-node';
import { ffmpeg, makeFolder } from '@vault/media/testing';
import { killAll, spawnEngine } from './testing/spawn-engine.ts';
import { type TestEngine, startTestEngine, until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(300_000);

type Asset = Mux.Video.Asset & {
  contents?: { kind: string; index?: number; isUsed: boolean; width?: number }[];
};

let folder: Awaited<ReturnType<typeof makeFolder>>;
let engine: TestEngine;
let file: Buffer;
/** An uploaded asset with captions; the last of the tests that use it deletes it. */
let shared: Asset;

beforeAll(async () => {
  folder = await makeFolder();
  engine = await startTestEngine(join(folder.path, 'data'));
  const path = join(folder.path, 'two.mkv');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=8', '-f', 'lavfi', '-i', 'sine=f=300:d=8'],
    ...['-f', 'lavfi', '-i', 'sine=f=3000:d=8', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=8'],
    ...['-f', 'lavfi', '-i', 'anullsrc=d=8', '-map', '0', '-map', '1', '-map', '2'],
    ...['-map', '3', '-map', '4', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-g', '25', '-c:a', 'aac', '-c:a:2', 'tta', '-disposition', '0', '-disposition:v:0', 'default'],
    ...['-disposition:a:0', 'default', path],
  );
  file = await readFile(path);
  // A codec that nothing can read.
  file.write('A_XXX1', file.indexOf('A_TTA1'));
  shared = await upload();
});
afterAll(async () => {
  killAll();
  await engine.stop();
  await folder.remove();
});

const subtitles = [{ language_code: 'en' as const }];
const settings = { inputs: [{ generated_subtitles: subtitles }] };

/** Uploads the file; returns its asset with captions, and whose source has been verified. */
async function upload(): Promise<Asset> {
  const id = await uploadFile(engine, file, settings);
  await engine.waitForEvent('video.asset.ready', id);
  return await captioned(id);
}

async function captioned(id: string): Promise<Asset> {
  const read = async (): Promise<Asset | undefined> => {
    const asset = await engine.mux.video.assets.retrieve(id);
    const jobs = await engine.jobStatistics();
    const isIdle = jobs.every(({ waiting, running }) => waiting + running === 0);
    return isIdle && asset.tracks?.some(({ type, status }) => type === 'text' && status === 'ready')
      ? asset
      : undefined;
  };
  return await until(read, 'no captions');
}

const select = (mux: Mux, id: string, chosen: { sound?: number; picture?: number }): Promise<Asset> =>
  mux.video.assets.create({
    inputs: [{ url: `mux://assets/${id}`, ...chosen, generated_subtitles: subtitles }],
    static_renditions: [{ resolution: 'highest' }],
  });

const playbackOf = ({ playback_ids: ids }: Mux.Video.Asset): string => ids?.[0]?.id ?? '';
const used = ({ contents = [] }: Asset): (number | undefined)[] =>
  contents.filter(({ isUsed }) => isUsed).map(({ index }) => index);

/** How often the sound crosses zero in a second, which is twice its frequency. */
async function frequencyOf(asset: Asset): Promise<number> {
  const answer = await fetch(`${engine.url}/stream/${playbackOf(asset)}/highest.mp4`);
  const source = join(folder.path, `${asset.id}.mp4`);
  const target = join(folder.path, `${asset.id}.raw`);
  await writeFile(source, Buffer.from(await answer.arrayBuffer()));
  await ffmpeg('-ss', '2', '-i', source, '-t', '1', '-ac', '1', '-ar', '16000', '-f', 's16le', target);
  const samples = new Int16Array(new Uint8Array(await readFile(target)).buffer);
  return samples.filter((sample, at) => sample < 0 !== (samples[at - 1] ?? sample) < 0).length / 2;
}

test('another picture keeps the sound and its captions', async () => {
  const calls = engine.transcriber.calls;
  const { id } = await select(engine.mux, shared.id, { picture: 3 });
  await engine.waitForEvent('video.asset.ready', id);
  const second = await captioned(id);
  expect(used(second).toSorted()).toEqual([1, 3]);
  expect(second.tracks?.find(({ type }) => type === 'video')?.max_width).toBe(320);
  expect(engine.transcriber.calls).toBe(calls);
  const text = second.tracks?.find(({ type }) => type === 'text');
  const answer = await fetch(`${engine.url}/stream/${playbackOf(second)}/text/${text?.id}.vtt`);
  expect(await answer.text()).toContain('Good morning');
});

test('tracks that are used, unknown or unreadable, and a file that is not stored, are refused and change nothing', async () => {
  const mux = engine.mux;
  for (const chosen of [{ sound: 1 }, { sound: 7 }, { picture: 1 }, { sound: 2, picture: 2 }, { sound: -1 }])
    await expect(select(mux, shared.id, chosen)).rejects.toThrow('400');
  await expect(select(mux, shared.id, { sound: 4 })).rejects.toThrow('cannot be read');
  const clip = { url: `mux://assets/${shared.id}`, start_time: 1, end_time: 3, sound: 2 };
  await expect(mux.video.assets.create({ inputs: [clip] })).rejects.toThrow('400');
  expect(await mux.video.assets.retrieve(shared.id)).toEqual(shared);
});

test('another sound is an asset of its own with new captions, while the first one plays until it is deleted', async () => {
  expect(used(shared)).toEqual([0, 1]);
  const calls = engine.transcriber.calls;
  const chosen = await select(engine.mux, shared.id, { sound: 2 });
  expect(chosen.status).toBe('preparing');
  expect(playbackOf(chosen)).not.toBe(playbackOf(shared));
  await expect(select(engine.mux, shared.id, { sound: 2 })).rejects.toThrow('409');
  const stream = (asset: Asset) => fetch(`${engine.url}/stream/${playbackOf(asset)}.m3u8`);
  expect((await stream(shared)).status).toBe(200);
  await engine.waitForEvent('video.asset.ready', chosen.id);
  const second = await captioned(chosen.id);
  expect(used(second)).toEqual([0, 2]);
  expect(engine.transcriber.calls).toBe(calls + 1);
  expect(await frequencyOf(second)).toBeGreaterThan(2900);
  expect((await stream(shared)).status).toBe(200);
  await engine.mux.video.assets.delete(shared.id);
  expect((await stream(shared)).status).toBe(404);
  // The file has not been deleted with the first asset, so a choice can be made again.
  const third = await select(engine.mux, second.id, { sound: 1 });
  await engine.waitForEvent('video.asset.ready', third.id);
  expect(used(await engine.mux.video.assets.retrieve(third.id))).toEqual([0, 1]);
});

test('a choice of a damaged track fails with a message, and the recording plays as before', async () => {
  const source = join(folder.path, 'damaged.mkv');
  const whole = join(folder.path, 'whole.mkv');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=4'];
  await ffmpeg(
    ...[
      ...picture,
      '-f',
      'lavfi',
      '-i',
      'sine=f=300:d=4',
      '-f',
      'lavfi',
      '-i',
      'sine=f=3000:d=4',
      ...picture,
    ],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...[
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-disposition:a:0',
      'default',
      '-disposition:v:0',
      'default',
      whole,
    ],
  );
  // Every byte of a damaged track is another one.
  const noise = ['-bsf:a:1', 'noise=1', '-bsf:v:1', 'noise=1'];
  await ffmpeg('-i', whole, '-map', '0', '-c', 'copy', ...noise, source);
  const id = await uploadFile(engine, await readFile(source), settings);
  await engine.waitForEvent('video.asset.ready', id);
  const first = await captioned(id);
  for (const [chosen, message] of [
    [{ sound: 2 }, 'This audio track is damaged and cannot be used.'],
    [{ picture: 3 }, 'This picture is damaged and cannot be used.'],
  ] as const) {
    const failed = await select(engine.mux, id, chosen);
    await engine.waitForEvent('video.asset.errored', failed.id);
    expect((await engine.mux.video.assets.retrieve(failed.id)).errors?.messages).toEqual([message]);
    expect(await engine.mux.video.assets.retrieve(id)).toEqual(first);
    expect((await fetch(`${engine.url}/stream/${playbackOf(first)}.m3u8`)).status).toBe(200);
    await engine.mux.video.assets.delete(failed.id);
  }
});

test('after kill -9 the other sound is prepared to its end, and the first one still plays', async () => {
  const data = join(folder.path, 'killed');
  const webhook = { url: 'http://127.0.0.1:9/', secret: 's' };
  let own = await spawnEngine(data, webhook);
  const id = await uploadFile(own, file, settings);
  const ready = (assetId: string): Promise<Asset> =>
    until(async () => {
      const asset = await own.mux.video.assets.retrieve(assetId);
      return asset.status === 'preparing' ? undefined : asset;
    }, 'not ready');
  const first = await ready(id);
  const chosen = await select(own.mux, id, { sound: 2 });
  for (let kills = 0; kills < 2; kills += 1) {
    await sleep(Math.random() * 150);
    await own.kill();
    own = await spawnEngine(data, webhook);
  }
  expect(used(await ready(chosen.id))).toEqual([0, 2]);
  expect((await fetch(`${own.url}/stream/${playbackOf(first)}.m3u8`)).status).toBe(200);
  await until(
    async () => ((await readdir(join(data, 'work'))).length === 0 ? true : undefined),
    'files are left',
  );
  await own.kill();
});
