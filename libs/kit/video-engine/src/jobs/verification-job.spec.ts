import { copyFile, mkdir, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type PackagedMedia, MediaError, type MediaTools } from '@vault/media';
import {
  ffmpeg,
  makeFolder,
  makeSlowVideo,
  makeVideo,
  type Recording,
  makeFlashes,
  inFullRun,
  makeTools,
  ingest,
} from '@vault/media/testing';
import { AssetFiles } from '../assets/asset-files.ts';
import { FolderStorage, objectsFolder } from '../common/media-storage.ts';
import { defaultLimits } from '../common/options.ts';
import { newAsset } from '../testing/new-asset.ts';
import type { JobParts } from './job-parts.ts';
import { VerificationJob } from './verification-job.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
let talk: string;
let packagedTalk: Awaited<ReturnType<typeof ingest>>;
/** The packaged file and its source, which the tests replace. */
let result: string;
let source: string;
let media: PackagedMedia;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
  talk = await makeVideo(join(folder.path, 'talk.mp4'), 20);
  packagedTalk = await ingest(tools, talk, folder.path);
});
afterAll(() => folder.remove());

beforeEach(async () => {
  media = packagedTalk.media;
  await mkdir(objectsFolder(folder.path), { recursive: true });
  [result, source] = ['result', 'source'].map((name) => join(objectsFolder(folder.path), name)) as [
    string,
    string,
  ];
  await copyFile(packagedTalk.mp4, result);
  await copyFile(talk, source);
});

/** @returns whether the asset still has its source */
async function keepsSource(): Promise<boolean> {
  const asset = newAsset({ media, files: { source: 'source', media: 'result' } });
  const catalogue = { assets: { byId: () => asset } };
  const assetFiles = new AssetFiles(folder.path, new FolderStorage(folder.path));
  const parts = { catalogue, assetFiles, tools, limits: defaultLimits } as unknown as JobParts;
  const job = new VerificationJob(parts);
  const storeOutcome = await job.run({ assetId: asset.id } as never, new AbortController().signal);
  storeOutcome(asset);
  expect(asset.files).toHaveProperty('media');
  return 'source' in asset.files;
}

/** Overwrites a share of the packaged file with zeros. */
async function damage(from: number, to: number): Promise<void> {
  const file = await open(result, 'r+');
  const { size } = await file.stat();
  const zeros = Buffer.alloc(Math.floor((to - from) * size));
  await file.write(zeros, 0, zeros.length, Math.floor(from * size));
  await file.close();
}

test('the source is removed', async () => {
  expect(await keepsSource()).toBe(false);
});

test.each<[string, Recording]>([
  ['short.mkv', { picture: [0, 9], sound: [2, 6], signal: 5 }],
  ...inFullRun<[string, Recording]>([
    ['late.mp4', { picture: [2, 9], sound: [0, 9], signal: 5 }],
    ['early.ts', { picture: [0, 6], sound: [0, 9], signal: 5 }],
  ]),
])('the source is removed when its tracks begin or end at different times: %s', async (name, recording) => {
  source = await makeFlashes(join(folder.path, name), recording);
  const packaged = await ingest(tools, source, folder.path);
  media = packaged.media;
  await copyFile(packaged.mp4, result);
  await copyFile(source, join(objectsFolder(folder.path), 'source'));
  expect(await keepsSource()).toBe(false);
});

test('the source is removed when the last key frame is long before the end', async () => {
  source = await makeSlowVideo(join(folder.path, 'slow.mkv'), '160x90', 23);
  const packaged = await ingest(tools, source, folder.path);
  media = packaged.media;
  await copyFile(packaged.mp4, result);
  await copyFile(source, join(objectsFolder(folder.path), 'source'));
  expect(await keepsSource()).toBe(false);
});

test.each(['a', 'v'])('the source stays when it has a second track (%s)', async (kind) => {
  const streams = ['-map', '0:v', '-map', '0:a', '-map', `0:${kind}`];
  await ffmpeg('-i', talk, ...streams, '-c', 'copy', '-f', 'mp4', source);
  expect(await keepsSource()).toBe(true);
});

test('the source stays when it has a track that cannot be read', async () => {
  const tracks = ['-map', '0:v', '-map', '0:a', '-map', '0:v', '-c', 'copy'];
  const refused = ['-c:v:1', 'magicyuv', '-pix_fmt:v:1', 'yuv420p'];
  await ffmpeg('-i', talk, ...tracks, ...refused, '-f', 'matroska', source);
  expect(await keepsSource()).toBe(true);
});

/** Replaces the packaged file with another version of it; input 1 is the same file with its times moved. */
async function remake(seconds: number, ...options: string[]): Promise<void> {
  const whole = join(folder.path, 'whole.mp4');
  await copyFile(result, whole);
  const inputs = ['-i', whole, '-itsoffset', String(seconds), '-i', whole];
  await ffmpeg(...inputs, '-c', 'copy', ...options, '-f', 'mp4', '-y', result);
}
const withoutMiddle = 'not(between(t\\,6\\,9))';

test.each<[string, () => Promise<void> | void]>([
  ['is cut short', async () => truncate(result, Math.floor(media.bytes / 2))],
  ['has damaged pictures in its middle', () => damage(0.45, 0.6)],
  ['has another length', () => void (media = { ...media, duration: 25 })],
  ['has its sound later', () => remake(0.5, '-map', '0:v', '-map', '1:a')],
  ['lacks sound for a while', () => remake(0, '-c:a', 'aac', '-af', `aselect=${withoutMiddle}`)],
  ['lacks a track', () => void (media = { ...media, audio: undefined })],
  ...inFullRun<[string, () => Promise<void>]>([
    ['begins with damaged pictures', () => damage(0.02, 0.12)],
    ['ends with damaged pictures', () => damage(0.8, 0.9)],
    ['has its picture later', () => remake(1.5, '-map', '1:v', '-map', '0:a')],
  ]),
])('the source stays when the result %s', async (_, change) => {
  await change();
  await expect(keepsSource()).rejects.toBeInstanceOf(MediaError);
});

test('damage that the source has as well does not keep it', async () => {
  await damage(0.45, 0.6);
  await copyFile(result, source);
  expect(await keepsSource()).toBe(false);
});
