import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ffmpeg, makeFolder, makeSlowVideo, makeVideo, inFullRun } from '@vault/media/testing';
import { Catalogue } from './catalogue/catalogue.ts';
import { newId } from './common/ids.ts';
import { silentLogger } from './common/options.ts';
import { objectsOf } from './testing/objects.ts';
import { type TestEngine, startTestEngine, until, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(180_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
let engine: TestEngine;
let talk: Buffer;
/** A video that takes seconds to encode. */
let slow: Buffer;
/** An asset that is ready, and its playback id; no test deletes it. */
let ready: [id: string, playbackId: string];
const warnings: object[] = [];
const logger = { ...silentLogger, warn: (details: object) => void warnings.push(details) };

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  engine = await startTestEngine(data, { logger });
  talk = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 6));
  slow = await readFile(await makeSlowVideo(join(folder.path, 'slow.mkv'), '1280x720', 40));
  ready = await uploadUntilReady(talk, { static_renditions: [{ resolution: 'highest' }] });
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

async function uploadUntilReady(
  file: Buffer,
  settings?: Parameters<typeof uploadFile>[2],
): Promise<[string, string]> {
  const id = await uploadFile(engine, file, settings);
  await engine.waitForEvent('video.asset.ready', id);
  return [id, (await engine.mux.video.assets.retrieve(id)).playback_ids?.[0]?.id ?? ''];
}

const captions = { inputs: [{ generated_subtitles: [{ language_code: 'en' as const }] }] };
const statusOf = async (path: string): Promise<number> => {
  const response = await fetch(engine.url + path);
  await response.arrayBuffer();
  return response.status;
};

describe('the REST API', () => {
  test('pages through assets without losing or repeating one', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => uploadFile(engine, talk)));
    const page = async (number: number) =>
      (await engine.mux.video.assets.list({ limit: 2, page: number })).data.map(({ id }) => id);
    const seen = [...(await page(1)), ...(await page(2))];
    expect(new Set(seen).size).toBe(4);
    expect(seen).toEqual(expect.arrayContaining(ids));
    await expect(engine.mux.video.assets.list({ page: -1 })).rejects.toMatchObject({ status: 400 });
    // Their jobs would delay the assets of later tests.
    await Promise.all(ids.map((id) => engine.mux.video.assets.delete(id)));
  });
});

describe('playback', () => {
  test('answers ranges and HEAD, and serves no file outside the asset', async () => {
    const [id, playbackId] = ready;
    const url = `${engine.url}/stream/${playbackId}/highest.mp4`;
    const head = await fetch(url, { method: 'HEAD' });
    const size = Number(head.headers.get('content-length'));
    expect(head.headers.get('x-content-type-options')).toBe('nosniff');
    expect(head.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole.length).toBe(size);
    const tail = await fetch(url, { headers: { Range: 'bytes=-100' } });
    expect([tail.status, tail.headers.get('content-range')]).toEqual([
      206,
      `bytes ${size - 100}-${size - 1}/${size}`,
    ]);
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(size - 100))).toBe(true);
    expect((await fetch(url, { headers: { Range: `bytes=${size}-` } })).status).toBe(416);
    for (const name of ['source', 'seg00000.m4s', '..', 'catalogue.sqlite', 'low.mp4']) {
      expect(await statusOf(`/stream/${playbackId}/${name}`)).toBe(404);
    }
    expect(await statusOf(`/stream/${id}.m3u8`)).toBe(404);
  });

  test('pictures are clamped to the video, cached, and there is a storyboard', async () => {
    const [id, playbackId] = ready;
    const image = `/image/${playbackId}`;
    for (const query of ['', '?time=0', '?time=99999', '?time=5.999&width=99999', '?width=1']) {
      expect([query, await statusOf(`${image}/thumbnail.jpg${query}`)]).toEqual([query, 200]);
    }
    for (const query of ['?time=-1', '?time=abc', '?width=1e3']) {
      expect([query, await statusOf(`${image}/thumbnail.jpg${query}`)]).toEqual([query, 400]);
    }
    const same = Array.from({ length: 20 }, () => statusOf(`${image}/thumbnail.jpg?time=2.5`));
    expect(new Set(await Promise.all(same))).toEqual(new Set([200]));
    expect(
      (await readdir(join(data, 'thumbnails', id))).filter((name) => name.startsWith('250-')),
    ).toHaveLength(1);
    await until(
      async () => ((await statusOf(`${image}/storyboard.jpg`)) === 200 ? true : undefined),
      'no storyboard',
    );
    const vtt = await (await fetch(`${engine.url}${image}/storyboard.vtt`)).text();
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.\d{3}\nstoryboard\.jpg#xywh=0,0,160,90\n/);
    await engine.stop();
    const catalogue = await Catalogue.open(data);
    await catalogue.assets.change(id, ({ files }) => delete files['storyboard']);
    await catalogue.close();
    // Another engine has deleted its asset.
    const stale = newId();
    await mkdir(join(data, 'thumbnails', stale));
    await writeFile(join(data, 'thumbnails', stale, '0-16.jpg'), '');
    engine = await startTestEngine(data, { logger });
    const pictures = () => readdir(join(data, 'thumbnails'));
    await until(async () => !(await pictures()).includes(stale) || undefined, 'stale pictures are left');
    expect(await pictures()).toContain(id);
    const early = await fetch(`${engine.url}${image}/storyboard.vtt`);
    expect([early.status, early.headers.get('cache-control'), await early.text()]).toEqual([
      200,
      'no-store',
      'WEBVTT\n',
    ]);
  });

  test('the picture of an audio file is its waveform', async () => {
    const tone = join(folder.path, 'tone.mp3');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=3', tone);
    const [, playbackId] = await uploadUntilReady(await readFile(tone));
    expect(await statusOf(`/image/${playbackId}/thumbnail.jpg?time=1`)).toBe(200);
  });
});

describe('captions', () => {
  test.each([
    ['no-speech', /No English speech/],
    ...inFullRun([['language-not-supported', /language/]]),
  ] as const)('%s is reported as the error', async (reason, message) => {
    const { outcome } = engine.transcriber;
    engine.transcriber.outcome = { status: 'unavailable', reason };
    const [id] = await uploadUntilReady(talk, captions);
    const track = (await engine.mux.video.assets.retrieve(id)).tracks?.find((one) => one.type === 'text');
    const event = await engine.waitForEvent('video.asset.track.errored', track?.id);
    expect(event.data).toMatchObject({ asset_id: id, status: 'errored', error: { type: reason } });
    expect(JSON.stringify(event.data.error)).toMatch(message);
    engine.transcriber.outcome = outcome;
  });

  test('a video without sound has an errored caption track', async () => {
    const silent = join(folder.path, 'silent.mp4');
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=2'];
    await ffmpeg(...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', silent);
    const [id] = await uploadUntilReady(await readFile(silent), captions);
    const { tracks = [] } = await engine.mux.video.assets.retrieve(id);
    expect(tracks.find((one) => one.type === 'text')).toMatchObject({
      status: 'errored',
      error: { type: 'no-speech' },
    });
  });

  test('can be requested later, and deleted', async () => {
    const [id, playbackId] = ready;
    const audio = (await engine.mux.video.assets.retrieve(id)).tracks?.find((one) => one.type === 'audio');
    const [track] = await engine.mux.video.assets.generateSubtitles(id, audio?.id ?? '', {
      generated_subtitles: [{ language_code: 'auto' }],
    });
    await engine.waitForEvent('video.asset.track.ready', track?.id);
    expect(await statusOf(`/stream/${playbackId}/text/${track?.id ?? ''}.vtt`)).toBe(200);
    await engine.mux.video.assets.deleteTrack(id, track?.id ?? '');
    expect(await statusOf(`/stream/${playbackId}/text/${track?.id ?? ''}.vtt`)).toBe(404);
  });

  test('are recognised with names that may be said, which nobody is shown', async () => {
    const [id] = ready;
    const audio = (await engine.mux.video.assets.retrieve(id)).tracks?.find((one) => one.type === 'audio');
    const request = (hints: string[]) =>
      engine.mux.video.assets.generateSubtitles(id, audio?.id ?? '', {
        generated_subtitles: [Object.assign({ language_code: 'en' as const }, { hints })],
      });
    const [track] = await request(['kubectl', 'Zwick']);
    await engine.waitForEvent('video.asset.track.ready', track?.id);
    expect(engine.transcriber.hints.at(-1)).toEqual(['kubectl', 'Zwick']);
    expect(JSON.stringify(await engine.mux.video.assets.retrieve(id))).not.toContain('kubectl');
    await engine.mux.video.assets.deleteTrack(id, track?.id ?? '');
    const names = Array.from({ length: 9 }, () => 'x'.repeat(90));
    await expect(request(names)).rejects.toThrow('800 characters');
  });

  test('an error of the transcriber is retried', async () => {
    const plan = engine.transcriber.plan.bind(engine.transcriber);
    let failures = 0;
    engine.transcriber.plan = (request) => {
      failures += 1;
      engine.transcriber.plan = plan;
      return failures === 1 ? Promise.reject(new Error('the worker died')) : plan(request);
    };
    const [id] = await uploadUntilReady(talk, captions);
    const track = (await engine.mux.video.assets.retrieve(id)).tracks?.find((one) => one.type === 'text');
    await engine.waitForEvent('video.asset.track.ready', track?.id);
    expect(failures).toBe(1);
  });
});

test('a clip of an asset is an asset of its own with the requested length', async () => {
  const [id] = ready;
  const url = `mux://assets/${id}`;
  const clip = await engine.mux.video.assets.create({
    inputs: [{ url, start_time: 1.2, end_time: 4.2 }],
    passthrough: 'c',
  });
  expect(clip).toMatchObject({ status: 'preparing' });
  const event = await engine.waitForEvent('video.asset.ready', clip.id);
  expect(event.data.duration).toBeCloseTo(3, 1);
  const whole = await engine.mux.video.assets.create({ inputs: [{ url }] });
  expect((await engine.waitForEvent('video.asset.ready', whole.id)).data.duration).toBeCloseTo(6, 0);
  for (const input of [
    { url, start_time: 7 },
    { url, start_time: 3, end_time: 2 },
  ]) {
    await expect(engine.mux.video.assets.create({ inputs: [input] })).rejects.toMatchObject({ status: 400 });
  }
});

test('a broken file is an errored asset with a helpful message', async () => {
  const id = await uploadFile(engine, talk.subarray(0, Math.floor(talk.length * 0.6)), captions);
  const event = await engine.waitForEvent('video.asset.errored', id);
  expect(event.data).toMatchObject({
    status: 'errored',
    progress: { state: 'errored' },
    errors: { type: 'invalid_input' },
  });
  expect(JSON.stringify(event.data.errors)).toMatch(/cut short/);
  expect(JSON.stringify(event.data.errors)).not.toMatch(/\/tmp|ffmpeg/);
  // pino logs an error with its cause only under this name.
  expect(warnings).toContainEqual(expect.objectContaining({ assetId: id, err: expect.any(Error) }));
});

describe('deleting', () => {
  test('removes rows, files and urls', async () => {
    const [id, playbackId] = await uploadUntilReady(talk, captions);
    await statusOf(`/image/${playbackId}/thumbnail.jpg`);
    const { upload_id: uploadId } = await engine.mux.video.assets.retrieve(id);
    const upload = await engine.mux.video.uploads.retrieve(uploadId ?? '');
    await engine.mux.video.assets.delete(id);
    expect((await fetch(upload.url ?? '', { method: 'PUT', body: talk })).status).toBe(410);
    for (const path of [
      `/stream/${playbackId}.m3u8`,
      `/stream/${playbackId}/media.mp4`,
      `/image/${playbackId}/thumbnail.jpg`,
    ]) {
      expect(await statusOf(path)).toBe(404);
    }
    await expect(engine.mux.video.assets.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await engine.waitForEvent('video.asset.deleted', id);
    await until(async () => (await objectsOf(data, id)).size === 0 || undefined, 'the files are left');
  });

  test('kills the running job, which sends no further event', async () => {
    const id = await uploadFile(engine, slow);
    await until(async () => {
      const { progress } = await engine.mux.video.assets.retrieve(id);
      return progress.state === 'transcoding' || undefined;
    }, 'the job did not start');
    await engine.mux.video.assets.delete(id);
    await engine.waitForEvent('video.asset.deleted', id);
    const after = await uploadFile(engine, talk);
    await engine.waitForEvent('video.asset.ready', after);
    expect(engine.events.filter((event) => event.data.id === id).map((event) => event.type)).toEqual([
      'video.asset.created',
      'video.asset.deleted',
    ]);
    await until(
      async () => (await readdir(join(data, 'work'))).length === 0 || undefined,
      'work folders are left',
    );
  });
});

test('a long encode does not delay a source that is packaged in seconds', async () => {
  const long = await uploadFile(engine, slow);
  await until(async () => {
    const { progress } = await engine.mux.video.assets.retrieve(long);
    return progress.state === 'transcoding' || undefined;
  }, 'the job did not start');
  const quick = await uploadFile(engine, talk);
  await engine.waitForEvent('video.asset.ready', quick);
  expect((await engine.mux.video.assets.retrieve(long)).status).toBe('preparing');
  await engine.mux.video.assets.delete(long);
});
