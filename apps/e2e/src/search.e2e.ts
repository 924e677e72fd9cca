import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SearchAnswer, SearchResult, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { readCues, type Cue } from './testing/shared/cues.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

describe('the search of the library', () => {
  let product: Product;
  let api: Api;
  let other: Api;
  let video: VideoRecord;
  let cues: Cue[];

  before(async () => {
    product = await sharedProduct();
    [api, other] = [product.api(), product.api()];
    await Promise.all([api.register(), other.register()]);
    const { session } = await uploadVideo(api, briefTalk(), 'Growing a Company (2025)');
    video = await api.untilReady(session.uploadId);
    cues = readCues(video.vtt!);
    // The index consumes the chapters' event after the video is ready.
    await until('the chapters to be found', async () => {
      const { results } = await find(video.chapters[0]!.title);
      return results.some(({ field }) => field === 'chapter title');
    });
  });

  function find(keyword: string, person = api): Promise<SearchAnswer> {
    return person.ask<SearchAnswer>('GET', `/api/search?${new URLSearchParams({ keyword }).toString()}`);
  }
  async function first(keyword: string): Promise<Pick<SearchResult, 'field' | 'snippet' | 'at'>> {
    const { results } = await find(keyword);
    assert.ok(results[0], `nothing is found for ${keyword}`);
    const { field, snippet, at } = results[0];
    return { field, snippet, at };
  }
  const untilTotal = (keyword: string, expectedTotal: number) =>
    until(
      `${String(expectedTotal)} results for ${keyword}`,
      async () => (await find(keyword)).total === expectedTotal,
    );

  it("Library search is a case-insensitive substring match over, in order: title, description, assetId, thumbnail, captionsTrackId, transcript (the matching line with one line of context each side), playback_id, then each chapter's title, summary and quotes", async () => {
    const ofVideo = { snippet: video.title, at: null };
    assert.deepEqual(await first('wing a COMP'), { field: 'title', ...ofVideo });
    assert.deepEqual(await first('y (2'), { field: 'title', ...ofVideo });
    for (const field of ['assetId', 'thumbnail', 'captionsTrackId'] as const)
      assert.deepEqual(await first(video[field].toUpperCase()), { field, snippet: video[field], at: null });
    // The playback id is part of the thumbnail's address, which is searched first.
    assert.equal((await first(video.playback_id)).field, 'thumbnail');
    const line = cues.findIndex(({ text }) => text.toLowerCase().includes('lever'));
    assert.ok(line !== -1, 'the captions lack the spoken word');
    const shown = cues
      .slice(Math.max(0, line - 1), line + 2)
      .map(({ text }) => text.trim().replaceAll('\n', ' '));
    const spoken = { field: 'transcript', snippet: shown.join('\n'), at: cues[line]!.start };
    assert.deepEqual(await first('LEVER'), spoken);
    const [chapter] = video.chapters;
    const { results } = await find(chapter!.title);
    const inChapter = results.find(({ chapterTitle }) => chapterTitle === chapter!.title);
    assert.equal(inChapter?.field, 'chapter title');
    assert.equal(inChapter.snippet, chapter!.title);
  });

  it('The first matching field wins per video; each chapter is then checked separately', async () => {
    const { total, results } = await find('pric');
    assert.equal(total, results.length);
    const ofVideo = results.filter(({ chapterTitle }) => chapterTitle === null);
    assert.deepEqual(
      ofVideo.map(({ field }) => field),
      ['transcript'],
    );
    const ofChapters = results.filter(({ chapterTitle }) => chapterTitle !== null);
    assert.deepEqual(results, [...ofVideo, ...ofChapters]);
    const textsOf = ({ title, summary, quote }: VideoRecord['chapters'][number]) => [
      title,
      summary,
      ...quote.map((each) => (typeof each === 'string' ? each : each.quote)),
    ];
    const matching = video.chapters.filter((each) => textsOf(each).some((text) => /pric/i.test(text)));
    assert.deepEqual(
      ofChapters.map(({ chapterTitle }) => chapterTitle),
      matching.map(({ title }) => title),
    );
  });

  it(
    proves(
      'Each user sees only their own videos.',
      'Search triggers only when the keyword has more than 1 character.',
    ),
    async () => {
      const nothing = { keyword: 'lever', total: 0, results: [], spoken: [] };
      assert.partialDeepStrictEqual(await find('lever', other), nothing);
      assert.deepEqual((await find('.*')).results, []);
      const short = await api.send('GET', '/api/search?keyword=l');
      assert.deepEqual([short.status, short.json?.msg], [400, 'Please search for at least 2 characters.']);
      assert.equal((await product.api().send('GET', '/api/search?keyword=lever')).text, 'Unauthorized');
    },
  );

  it('POST /muxupload/upload-omnisearch | {passthrough} | Answer has status and msg', async () => {
    const send = (passthrough: string, person = api) =>
      person.send('POST', '/api/muxupload/upload-omnisearch', { body: { passthrough } });
    for (const id of [video.id, video.uploadId, video.assetId]) {
      const { status, json } = await send(id);
      assert.deepEqual([status, json], [200, { status: 'success', msg: 'Omnisearch upload successfully.' }]);
    }
    const foreign = await send(video.id, other);
    const missing = await send('no-such-video', other);
    assert.deepEqual([foreign.status, foreign.json], [missing.status, missing.json]);
    assert.equal(foreign.status, 404);
  });

  it('finds a new title and description, and no longer the old ones', async () => {
    await api.save(video.id, { title: 'Renamed webinar', description: 'First line.\nCafe\u0301 talk.' });
    await untilTotal('renamed', 1);
    assert.deepEqual(await first('CAFÉ'), {
      field: 'description',
      snippet: 'First line.\nCafe\u0301 talk.',
      at: null,
    });
    // Its words may still occur in the transcript.
    const { matching, total } = await find('growing a company');
    assert.ok(matching !== 'exact' || total === 0, 'the old title is still found');
  });

  it('does not find a deleted video', async () => {
    await api.ask('GET', `/api/muxvideos/delete/${video.id}`);
    await untilTotal('renamed', 0);
    await untilTotal('lever', 0);
  });
});
