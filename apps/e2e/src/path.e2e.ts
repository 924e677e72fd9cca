import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Chapter, UploadSession, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { isTimecodeIn, readCues, toSeconds, type Cue } from './testing/shared/cues.ts';
import type { Product } from './testing/product/product.ts';
import { findSaid } from './testing/shared/quote-text.ts';
import { queryOffset, offsetOf, putRange, sendFile } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { talk, topicWords } from './testing/api/talk.ts';
import { mediaFileOf } from './testing/api/media-file.ts';
import { until } from './testing/shared/until.ts';

const media = talk();
const firstChunk = 256 * 1_024;

describe('a webinar from upload to deletion', () => {
  let product: Product;
  let api: Api;
  let session: UploadSession;
  let video: VideoRecord;

  before(async () => {
    product = await sharedProduct();
    api = product.api();
    await api.register('free');
  });

  it('the upload accepts chunks, reports its offset, and accepts repeated bytes', async () => {
    session = await api.openUpload();
    const isElsewhere = product.mediaOrigin !== product.origin;
    assert.ok(session.url.startsWith(isElsewhere ? `${product.mediaOrigin}/` : '/'), session.url);
    assert.equal(await queryOffset(api, session.url), 0);
    const first = await putRange(api, session.url, media, 0, firstChunk);
    assert.equal(first.status, 308);
    assert.equal(offsetOf(first), firstChunk);
    assert.equal(await queryOffset(api, session.url, media.bytes.length), firstChunk);
    const repeated = await putRange(api, session.url, media, 0, firstChunk);
    assert.equal(repeated.status, 308);
    assert.equal(offsetOf(repeated), firstChunk);
    const overlapping = await putRange(api, session.url, media, firstChunk - 1_000, firstChunk + 1_000);
    assert.equal(offsetOf(overlapping), firstChunk + 1_000);
    await sendFile(api, session.url, media);
    assert.equal(await queryOffset(api, session.url), 'done');
    await api.save(session.id, { title: 'Growing a company' });
  });

  it('its captions contain the topics of the talk', async () => {
    video = await api.untilReady(session.uploadId);
    assert.equal(video.captions, 'ready');
    const words = new Set(video.vtt!.toLowerCase().split(/[^a-z]+/));
    const found = topicWords.filter((word) => words.has(word));
    assert.ok(found.length >= 5, `only ${found.join(', ')} of ${topicWords.join(', ')} are in the captions`);
  });

  it('it can be read by each of its three ids, with all fields', async () => {
    for (const id of [video.id, video.uploadId, video.assetId])
      assert.equal((await api.video(id)).id, video.id);
    const [listed] = await api.videos();
    assert.deepEqual(listed, video);
    const [card] = await api.ask<VideoRecord[]>('GET', '/api/muxvideos?view=card');
    const { vtt, ...rest } = video;
    assert.ok(vtt);
    assert.deepEqual(card, rest);
  });

  it('its chapters follow the rules', () => {
    assertChapterRules(video.chapters, video.duration);
    assert.ok(video.chapters.length >= 2, 'a talk of three topics has more than one chapter');
  });

  it('its quotes occur in their chapters, with timecodes two seconds before', () => {
    assertQuotes(video);
    assert.ok(
      video.chapters.some(({ quote }) => quote.length > 0),
      'nothing is quoted',
    );
  });

  it('its stream, captions and download work', () => assertMedia(api, video));

  it('its media are for the session that asked, while it lasts', async () => {
    const elsewhere = product.api();
    elsewhere.user = api.user;
    await elsewhere.signInAgain();
    const urls = mediaUrls(await elsewhere.video(video.id)).map((url) => new URL(url, api.origin));
    const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status));
    assert.deepEqual(
      await statuses(),
      urls.map(() => 200),
    );
    await elsewhere.ask('POST', '/api/auth/logout');
    await until('the media to be refused', async () => (await statuses()).every((status) => status === 401));
    // The host itself refuses an address without a token.
    const { pathname } = new URL(video.thumbnail, api.origin);
    const atHost = new URL(`/media${mediaFileOf(pathname)}`, product.mediaOrigin);
    assert.equal((await fetch(atHost)).status, 403);
    await assertMedia(api, video);
  });

  it('after deletion its data and media are gone, and its quota slot is free', async () => {
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
  assert.ok(chapters.length > 0, 'the video has no chapters');
  assert.equal(chapters[0]!.start, '00:00:00');
  const starts = chapters.map(({ start }) => toSeconds(start));
  for (const [index, start] of starts.entries()) {
    assert.ok(start < duration, `chapter ${String(index)} begins after the end`);
    // Starts are rounded down to seconds, so a distance of ten seconds may appear as nine.
    if (index > 0) assert.ok(start - starts[index - 1]! >= 9, `chapter ${String(index)} is too short`);
  }
  for (const { title, summary } of chapters) {
    assert.ok(title.length >= 1 && title.length <= 100, `title: ${title}`);
    assert.ok(summary.length >= 1 && summary.length <= 100, `summary: ${summary}`);
  }
  assert.equal(
    new Set(chapters.map(({ title }) => title)).size,
    chapters.length,
    'two chapters have the same title',
  );
}

function assertQuotes({ vtt, chapters, duration }: VideoRecord): void {
  const cues = readCues(vtt!);
  for (const [index, chapter] of chapters.entries()) {
    const from = toSeconds(chapter.start);
    const to = index + 1 < chapters.length ? toSeconds(chapters[index + 1]!.start) : duration;
    const own = cues.filter(({ start }) => Math.floor(start) >= from && Math.floor(start) < Math.ceil(to));
    for (const item of chapter.quote) {
      assert.ok(typeof item === 'object', 'a generated quote has no timecode');
      const { quote, timecode } = item;
      const cue = cueOf(quote, own);
      assert.ok(cue, `not said in "${chapter.title}": ${quote}`);
      assert.ok(isTimecodeIn(timecode, cue), `timecode ${timecode} of: ${quote}`);
    }
  }
}

/** The cue in which a quote begins, if these cues contain all of it; its first letter may be capitalised. */
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

/** The first URI of a playlist. */
function nextUri(playlist: string, url: string): string {
  const uri = playlist.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  assert.ok(uri, `nothing to play in ${url}`);
  return new URL(uri, url).href;
}
