import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type Mux from '@mux/mux-node';
import { makeRecording, talk, makeFolder } from '@vault/media/testing';
import { type TestEngine, startTestEngine, uploadFile } from './testing/start-test-engine.ts';

jest.setTimeout(240_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let engine: TestEngine;

beforeAll(async () => {
  folder = await makeFolder();
  engine = await startTestEngine(join(folder.path, 'data'));
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

/** Uploads a recording; returns its asset when its captions are ready. */
async function upload(
  name: string,
  contents: Parameters<typeof makeRecording>[1],
  language: 'en' | 'auto' = 'en',
): Promise<Mux.Video.Asset & { contents?: object[] }> {
  const bytes = await readFile(await makeRecording(join(folder.path, name), contents));
  const assetId = await uploadFile(engine, bytes, {
    inputs: [{ generated_subtitles: [{ language_code: language, name: 'English (generated)' }] }],
  });
  await engine.waitForEvent('video.asset.ready', assetId);
  const { tracks = [] } = await engine.mux.video.assets.retrieve(assetId);
  const captions = tracks.find(({ text_type: type }) => type === 'subtitles');
  await engine.waitForEvent('video.asset.track.ready', captions?.id);
  return await engine.mux.video.assets.retrieve(assetId);
}

async function textOf(asset: Mux.Video.Asset, type: string): Promise<string> {
  const track = asset.tracks?.find(({ text_type: one }) => one === type);
  const answer = await fetch(`${engine.url}/stream/${asset.playback_ids?.[0]?.id}/text/${track?.id}.vtt`);
  return await answer.text();
}

const chapters = [
  { start: 0, end: 9, text: 'Welcome' },
  { start: 9, end: 18, text: 'Clouds' },
];

test('subtitles of the file are its captions, without recognition, and its chapters are a text track', async () => {
  const before = engine.transcriber.calls;
  const subtitles = [{ cues: talk(18), codec: 'srt', options: ['-metadata:s:s:0', 'title=By hand'] }];
  const asset = await upload('talk.mkv', { seconds: 18, subtitles, chapters });
  expect(engine.transcriber.calls).toBe(before);
  expect(asset.tracks?.filter(({ type }) => type === 'text')).toMatchObject([
    {
      status: 'ready',
      text_type: 'subtitles',
      text_source: 'embedded',
      language_code: 'en',
      name: 'By hand',
    },
    { status: 'ready', text_type: 'chapters', text_source: 'embedded' },
  ]);
  expect(await textOf(asset, 'subtitles')).toContain('the clouds that you have seen.');
  expect(await textOf(asset, 'chapters')).toMatch(
    /00:00\.000 --> 00:00:09\.\d+\nWelcome\n\n00:00:09[^]*\nClouds/,
  );
  expect(asset.contents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'subtitles', title: 'By hand', isUsed: true }),
      expect.objectContaining({ kind: 'chapters', count: 2, isUsed: true }),
    ]),
  );
});

test.each([
  ['ger', 'de'],
  ['und', 'und'],
])('where any language is requested, subtitles in %s are captions in %s', async (tag, code) => {
  const before = engine.transcriber.calls;
  const options = ['-metadata:s:s:0', `language=${tag}`];
  const subtitles = [{ cues: talk(18), codec: 'srt', options }];
  const asset = await upload(`${code}.mkv`, { seconds: 18, subtitles }, 'auto');
  expect(engine.transcriber.calls).toBe(before);
  expect(asset.tracks?.filter(({ type }) => type === 'text')).toMatchObject([
    { status: 'ready', text_source: 'embedded', language_code: code },
  ]);
});

test('speech is recognised where the subtitles of the file cannot be captions', async () => {
  const before = engine.transcriber.calls;
  const cues = [{ start: 1, end: 2, text: 'A sign.' }];
  const asset = await upload('signs.mkv', { seconds: 18, subtitles: [{ cues, codec: 'srt' }] });
  expect(engine.transcriber.calls).toBe(before + 1);
  expect(asset.tracks?.filter(({ type }) => type === 'text')).toMatchObject([
    { text_source: 'generated_vod' },
  ]);
  expect(await textOf(asset, 'subtitles')).toContain('Good morning');
  expect(asset.contents).toContainEqual(
    expect.objectContaining({ kind: 'subtitles', isUsed: false, reason: 'short' }),
  );
});
