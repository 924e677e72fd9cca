import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ffmpeg, makeFolder, makeVideo } from '@vault/media/testing';
import { objectsOf } from './testing/objects.ts';
import { type TestEngine, startTestEngine, until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(180_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
let engine: TestEngine;
let assetId: string;
/** A clip of the asset: the first test makes it, the last one deletes it. */
let clip: { id: string; file: string };

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  engine = await startTestEngine(data, { resourcePolicy: 'cross-origin' });
  const captioned = { inputs: [{ generated_subtitles: [{ language_code: 'en' as const }] }] };
  // In this spec captions never end, as if the recording took hours.
  engine.transcriber.plan = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('the engine stops')));
    });
  const talk = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 8));
  assetId = await uploadFile(engine, talk, captioned);
  await engine.waitForEvent('video.asset.ready', assetId);
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

async function cut(): Promise<{ id: string; file: string }> {
  const asset = await engine.mux.video.assets.create({
    inputs: [{ url: `mux://assets/${assetId}`, start_time: 2, end_time: 6 }],
    playback_policies: ['public'],
    static_renditions: [{ resolution: 'highest' }, { resolution: 'audio-only' }],
  });
  return { id: asset.id, file: `/stream/${asset.playback_ids?.[0]?.id ?? ''}/highest.mp4` };
}

const head = (path: string) => fetch(engine.url + path, { method: 'HEAD' });

test('the download of a clip is ready with the clip, and while captions of other assets are running', async () => {
  clip = await cut();
  const { id, file } = clip;
  const early = await head(file);
  expect([early.status, early.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  await engine.waitForEvent('video.asset.ready', id);
  const answer = await head(file);
  expect(answer.status).toBe(200);
  // The clip is stored once.
  const objects = await objectsOf(data, id);
  expect([...objects.keys()]).not.toContain('source');
  const { size } = await stat(objects.get('media') ?? '');
  expect(Number(answer.headers.get('content-length'))).toBe(size);
  const asset = await engine.mux.video.assets.retrieve(id);
  expect(asset.static_renditions?.files?.[0]).toMatchObject({
    name: 'highest.mp4',
    status: 'ready',
    width: 320,
    height: 180,
    filesize: String(size),
  });
  expect((await engine.mux.video.assets.retrieve(assetId)).tracks).toContainEqual(
    expect.objectContaining({ type: 'text', status: 'preparing' }),
  );
});

test('pages of other origins may check for the download and load it, with a file name of their choice', async () => {
  const { file } = clip;
  const answer = await head(file);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="highest.mp4"');
  for (const [download, saved] of [
    ['clip_00:00:02-00:00:06', 'clip_00:00:02-00:00:06.mp4'],
    ['clip_00-00-02-00-00-06.mp4', 'clip_00-00-02-00-00-06.mp4'],
    ['my clip (1)', 'my clip (1).mp4'],
    ['../a"\r\nb', "-a' b.mp4"],
  ] as const) {
    const named = await head(`${file}?download=${encodeURIComponent(download)}`);
    expect(named.headers.get('content-disposition')).toBe(`attachment; filename="${saved}"`);
  }
});

test('a clip has the requested frame with burned captions; what cannot be is refused', async () => {
  const url = `mux://assets/${assetId}`;
  const create = (input: object): Promise<{ id: string }> =>
    engine.mux.video.assets.create({ inputs: [{ url, ...input }], playback_policies: ['public'] });
  const frame = { aspect_ratio: '9:16', centre: 0.4 };
  const text = 'WEBVTT\n\n00:00.500 --> 00:02.000\nGood morning.\n';
  // A frame of the whole recording is not the recording.
  const { id } = await create({ frame, burned_captions: { text } });
  await engine.waitForEvent('video.asset.ready', id);
  const { tracks } = await engine.mux.video.assets.retrieve(id);
  expect(tracks).toContainEqual(expect.objectContaining({ type: 'video', max_width: 102, max_height: 180 }));
  const bars = await create({ frame: { aspect_ratio: '1:1', fit: 'bars' } });
  await engine.waitForEvent('video.asset.ready', bars.id);
  const { tracks: withBars } = await engine.mux.video.assets.retrieve(bars.id);
  expect(withBars).toContainEqual(
    expect.objectContaining({ type: 'video', max_width: 180, max_height: 180 }),
  );
  const many = Array.from({ length: 1_001 }, () => '00:00.000 --> 00:01.000\nSo.\n');
  for (const wrong of [
    { frame: { aspect_ratio: '4:3', centre: 0.5 } },
    { frame: { ...frame, centre: 1.1 } },
    { frame: { ...frame, fit: 'stretch' } },
    { burned_captions: { text: 'Good morning.' } },
    { burned_captions: { text: 'WEBVTT\n' } },
    { burned_captions: { text: `${text}\n${many.join('\n')}` } },
    { burned_captions: { text: `${text}${'x'.repeat(65_536)}` } },
    { frame, sound: 1 },
  ])
    await expect(create(wrong)).rejects.toMatchObject({ status: 400 });
  const soundFile = join(folder.path, 'talk.m4a');
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=4', '-c:a', 'aac', soundFile);
  const audioId = await uploadFile(engine, await readFile(soundFile));
  await engine.waitForEvent('video.asset.ready', audioId);
  for (const look of [{ frame }, { burned_captions: { text } }])
    await expect(create({ url: `mux://assets/${audioId}`, ...look })).rejects.toMatchObject({ status: 400 });
});

test('deleting a clip removes the asset and its download', async () => {
  const { id, file } = clip;
  await engine.mux.video.assets.delete(id);
  expect((await head(file)).status).toBe(404);
  await engine.waitForEvent('video.asset.deleted', id);
  await until(async () => (await objectsOf(data, id)).size === 0 || undefined, 'its files stay');
});
