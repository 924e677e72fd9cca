import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Chapter, UploadAllowance, UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api.ts';
import { readCues, toSeconds, type Cue } from './testing/cues.ts';
import type { Product } from './testing/product.ts';
import { findSaid } from './testing/quote-text.ts';
import { askOffset, offsetOf, putRange, sendFile } from './testing/send-file.ts';
import { sharedProduct } from './testing/shared-product.ts';
import { talk, topicWords } from './testing/talk.ts';
import { until } from './testing/until.ts';

const media = talk();
const firstChunk = 256 * 1_024;

describe('a webinar goes in, chapters come out', () => {
  let product: Product;
  let api: Api;
  let session: UploadSession;
  let video: VideoRecord;

  before(async () => {
    product = await sharedProduct();
    api = product.api();
  });

  it('registers somebody, who may upload at once', async () => {
    const user = await api.register('free');
    assert.match(user.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.equal(user.plan, 'free');
    const allowance = await api.ask<UploadAllowance>('POST', '/api/auth/can-upload-video');
    assert.equal(allowance.canUpload, true);
    assert.deepEqual(await api.videos(), []);
  });

  it('signs the same person in again with the e-mail in any case', async () => {
    const again = await api.ask<{ id: string }>('POST', '/api/auth/login', {
      email: api.user!.email.toUpperCase(),
      password: 'analytical engine',
    });
    assert.equal(again.id, api.user!.id);
  });

  it('opens an upload that holds nothing yet and cannot be saved', async () => {
    session = await api.openUpload();
    const isElsewhere = product.mediaOrigin !== product.origin;
    assert.ok(session.url.startsWith(isElsewhere ? `${product.mediaOrigin}/` : '/'), session.url);
    assert.equal(await askOffset(api, session.url), 0);
    const save = { passthrough: session.id, title: 'Nothing' };
    assert.equal((await api.send('PATCH', '/api/muxupload/save', { body: save })).status, 409);
    assert.deepEqual(await api.videos(), []);
  });

  it('takes chunks, says how far it is, and takes what it has again', async () => {
    const first = await putRange(api, session.url, media, 0, firstChunk);
    assert.equal(first.status, 308);
    assert.equal(offsetOf(first), firstChunk);
    assert.equal(await askOffset(api, session.url, media.bytes.length), firstChunk);
    const repeated = await putRange(api, session.url, media, 0, firstChunk);
    assert.equal(repeated.status, 308);
    assert.equal(offsetOf(repeated), firstChunk);
    const overlapping = await putRange(api, session.url, media, firstChunk - 1_000, firstChunk + 1_000);
    assert.equal(offsetOf(overlapping), firstChunk + 1_000);
    await sendFile(api, session.url, media);
    assert.equal(await askOffset(api, session.url), 'done');
  });

  it('is saved under its title and listed', async () => {
    const userId = api.user!.id;
    const body = { passthrough: session.id, title: 'Growing a company', userId };
    await api.ask('PATCH', '/api/muxupload/save', body);
    const listed = await api.ask<VideoRecord[]>('GET', `/api/muxvideos?userId=${userId}&page=1&limit=100`);
    assert.deepEqual(
      listed.map(({ id, title }) => ({ id, title })),
      [{ id: session.id, title: 'Growing a company' }],
    );
  });

  it('has a thumbnail before it is done', async () => {
    const { thumbnail } = await api.untilVideo(session.uploadId, 'seen', (v) => v.thumbnail !== '');
    const picture = await fetch(new URL(thumbnail, api.origin));
    assert.equal(picture.headers.get('content-type'), 'image/jpeg');
    const bytes = new Uint8Array(await picture.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  });

  it('gets captions in which the topics of the talk are found', async () => {
    video = await api.untilReady(session.uploadId);
    assert.equal(video.captions, 'ready');
    const words = new Set(video.vtt!.toLowerCase().split(/[^a-z]+/));
    const found = topicWords.filter((word) => words.has(word));
    assert.ok(found.length >= 5, `only ${found.join(', ')} of ${topicWords.join(', ')} are in the captions`);
  });

  it('is found by each of its three ids, and only complete', async () => {
    for (const id of [video.id, video.uploadId, video.assetId])
      assert.equal((await api.video(id)).id, video.id);
    const [listed] = await api.videos();
    assert.deepEqual(listed, video);
    const [card] = await api.ask<VideoRecord[]>('GET', '/api/muxvideos?view=card');
    const { vtt, ...rest } = video;
    assert.ok(vtt);
    assert.deepEqual(card, rest);
  });

  it('has chapters that obey the rules', () => {
    assertChapterRules(video.chapters, video.duration);
    assert.ok(video.chapters.length >= 2, 'a talk of three topics has more than one chapter');
  });

  it('quotes only what was said in the chapter, two seconds before it is said', () => {
    assertQuotes(video);
    assert.ok(
      video.chapters.some(({ quote }) => quote.length > 0),
      'nothing is quoted',
    );
  });

  it('has media that play', () => assertMedia(api, video));

  it('keeps an edited title and description', async () => {
    await api.save(video.id, { title: 'Three lessons' });
    await api.save(video.id, { description: 'Pricing, support, <b>security</b>.' });
    const edited = await api.video(video.id);
    assert.equal(edited.title, 'Three lessons');
    assert.equal(edited.description, 'Pricing, support, <b>security</b>.');
  });

  it('writes the same chapters when asked once more', async () => {
    const body = { passthrough: video.id };
    const again = await api.ask<VideoRecord>('POST', '/api/muxupload/re-generate-chapter', body);
    assert.deepEqual(again.chapters, video.chapters);
    await api.untilReady(video.id);
    assert.equal(again.title, 'Three lessons');
  });

  it('writes a summary, and leaves the description a person wrote', async () => {
    const body = { passthrough: video.id };
    const { summary, description } = await api.ask<VideoRecord>(
      'POST',
      '/api/muxupload/generate-summary',
      body,
    );
    assert.ok(summary.length > 0);
    assert.equal(description, 'Pricing, support, <b>security</b>.');
  });

  it('is gone from everywhere once deleted, and its place in the plan is free', async () => {
    const second = await api.openUpload();
    const full = await api.send('GET', '/api/muxupload');
    assert.equal(full.status, 403);
    assert.match(full.json!.msg!, /2 of 2 videos/);
    await api.ask('GET', `/api/muxvideos/delete/${video.uploadId}`);
    for (const id of [video.id, video.uploadId, video.assetId])
      assert.equal((await api.send('GET', `/api/muxvideos/asset/${id}`)).status, 404);
    assert.deepEqual(await api.videos(), []);
    for (const url of mediaUrls(video)) {
      await until(`${url} to be gone`, async () => (await fetch(new URL(url, api.origin))).status === 404);
    }
    const third = await api.openUpload();
    assert.notEqual(third.id, second.id);
  });
});

function assertChapterRules(chapters: readonly Chapter[], duration: number): void {
  assert.ok(chapters.length > 0, 'no video is without chapters');
  assert.equal(chapters[0]!.start, '00:00:00');
  const starts = chapters.map(({ start }) => toSeconds(start));
  for (const [index, start] of starts.entries()) {
    assert.ok(start < duration, `chapter ${String(index)} begins after the end`);
    // Shown in whole seconds: two chapters ten seconds apart may look nine apart.
    if (index > 0) assert.ok(start - starts[index - 1]! >= 9, `chapter ${String(index)} is too short`);
  }
  for (const { title, summary } of chapters) {
    assert.ok(title.length >= 1 && title.length <= 100, `title: ${title}`);
    assert.ok(summary.length >= 1 && summary.length <= 100, `summary: ${summary}`);
  }
  assert.equal(new Set(chapters.map(({ title }) => title)).size, chapters.length, 'a title stands twice');
}

function assertQuotes({ vtt, chapters, duration }: VideoRecord): void {
  const cues = readCues(vtt!);
  for (const [index, chapter] of chapters.entries()) {
    const from = toSeconds(chapter.start);
    const to = index + 1 < chapters.length ? toSeconds(chapters[index + 1]!.start) : duration;
    const own = cues.filter(({ start }) => Math.floor(start) >= from && Math.floor(start) < Math.ceil(to));
    for (const item of chapter.quote) {
      assert.ok(typeof item === 'object', 'a quote of the writer without its moment');
      const { quote, timecode } = item;
      const cue = cueOf(quote, own);
      assert.ok(cue, `not said in "${chapter.title}": ${quote}`);
      assert.equal(toSeconds(timecode), Math.max(0, Math.floor(cue.start - 2)), `timecode of: ${quote}`);
    }
  }
}

/** The cue in which a quote begins, when all of it is said in these cues; its first letter may be a capital. */
function cueOf(quote: string, cues: readonly Cue[]): Cue | undefined {
  let spoken = '';
  const begins: number[] = [];
  for (const { text } of cues) {
    begins.push(spoken.length);
    spoken += `${text} `;
  }
  const at = findSaid(quote, spoken);
  return at === -1 ? undefined : cues[begins.findLastIndex((begin) => begin <= at)];
}

function mediaUrls(video: VideoRecord): string[] {
  return [video.streamUrl, video.thumbnail, video.captionsUrl, video.localVideo, video.storyboardUrl].filter(
    (url) => url !== '',
  );
}

async function assertMedia(api: Api, video: VideoRecord): Promise<void> {
  const open = (url: string, headers: Record<string, string> = {}) =>
    fetch(new URL(url, api.origin), { headers });
  const manifest = await open(video.streamUrl);
  assert.equal(manifest.status, 200);
  assert.match(manifest.headers.get('content-type')!, /mpegurl/i);
  const media = nextUri(await manifest.text(), manifest.url);
  const playlist = await open(media);
  const segment = await open(nextUri(await playlist.text(), playlist.url));
  assert.equal(segment.status, 200);
  assert.ok((await segment.arrayBuffer()).byteLength > 1_000);
  const captions = await open(video.captionsUrl);
  assert.match(captions.headers.get('content-type')!, /^text\/vtt/);
  assert.equal(readCues(await captions.text()).length, readCues(video.vtt!).length);
  const part = await open(await api.untilDownload(video.id), { range: 'bytes=4-7' });
  assert.equal(part.status, 206);
  assert.equal(await part.text(), 'ftyp');
}

/** The first address in a playlist. */
function nextUri(playlist: string, url: string): string {
  const uri = playlist.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  assert.ok(uri, `nothing to play in ${url}`);
  return new URL(uri, url).href;
}
