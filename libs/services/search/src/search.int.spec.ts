import { getConnectionToken } from '@nestjs/mongoose';
import { searchResultLimit } from '@vault/contracts';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryCache } from './libraries/library-cache.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { PortalLibraryService } from './libraries/portal-library.service.ts';
import { SearchService } from './libraries/search.service.ts';
import { startSearch, type SearchUnderTest } from './testing/search-under-test.ts';
import { linesOf, makeVideo } from './testing/make-video.ts';
import { IndexingService } from './indexing/indexing.service.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const ready = { ...about, durationSeconds: 60 };
const talk = makeVideo('v', {
  title: 'Growing a company',
  thumbnail: '/media/thumb.jpg',
  lines: linesOf('We start with pricing.', 'Pricing is the fastest lever.', 'Test a price.', 'Thank you.'),
  chapters: [
    { start: 0, title: 'The fastest lever', summary: 'On prices', quotes: [] },
    { start: 6, title: 'The end', summary: '', quotes: [{ text: 'Test a price.', at: 4 }] },
  ],
});

describe('search', () => {
  let search: SearchUnderTest;
  beforeEach(async () => {
    search = await startSearch();
  });
  afterEach(() => search.stop());

  const answer = (keyword: string, ownerId = 'ada') => search.client.search({ ownerId, keyword });
  /** The number of exact matches. */
  const total = async (keyword: string) => {
    const { matching, total: all } = await answer(keyword);
    return matching === 'exact' ? all : 0;
  };
  const found = (keyword: string) =>
    until(
      () => total(keyword),
      (count) => count > 0,
    );
  const notFound = (keyword: string) =>
    until(
      () => total(keyword),
      (count) => count === 0,
    );
  const rows = () => search.running.get(IndexedVideoRepository).findMany('ada', ['v', 'w']);

  async function indexed(video = talk): Promise<void> {
    search.setVideo('ada', video);
    await search.event('upload.video-ready.v1', { ...ready, videoId: video.id });
    await found(video.title.slice(0, 10));
  }

  /** Another replica with its own cache, on the same store. */
  function replica(mib = 16): SearchService {
    const loader = search.running.get(LibraryLoader);
    const libraries = search.running.get(LibraryRepository);
    const cache = new LibraryCache(libraries, loader, { SEARCH_MEMORY_MIB: mib });
    return new SearchService(cache, loader, search.running.get(PortalLibraryService));
  }

  it('finds the transcript, with one line of context on each side, and each matching chapter', async () => {
    await indexed();
    const beside = {
      videoId: 'v',
      uploadId: 'up-v',
      title: 'Growing a company',
      thumbnailUrl: '/media/thumb.jpg',
      durationSeconds: 60,
      chapterStarts: [0, 6],
    };
    expect(await answer('FASTEST lever')).toEqual({
      total: 2,
      results: [
        {
          ...beside,
          field: 'transcript',
          snippet: 'We start with pricing.\nPricing is the fastest lever.\nTest a price.',
          at: 3,
          chapterTitle: undefined,
        },
        {
          ...beside,
          field: 'chapter title',
          snippet: 'The fastest lever',
          at: 0,
          chapterTitle: 'The fastest lever',
        },
      ],
      matching: 'exact',
      terms: ['FASTEST lever'],
      spoken: [{ videoId: 'v', total: 1, first: [{ at: 3, line: 'Pricing is the fastest lever.' }] }],
    });
    const ends = await Promise.all(['We start', 'Thank you'].map(answerAbout));
    expect(ends).toEqual([
      'We start with pricing.\nPricing is the fastest lever.',
      'Test a price.\nThank you.',
    ]);
    expect((await answer('test a price')).results.map(({ field, at }) => [field, at])).toEqual([
      ['transcript', 6],
      ['chapter quote', 4],
    ]);
  });
  const answerAbout = async (keyword: string) => (await answer(keyword)).results[0]?.snippet;

  it('counts the captions that contain it, and returns the first ones', async () => {
    const lines = linesOf(
      ...Array.from({ length: 50 }, (_, n) => (n % 2 ? 'The terminal, a terminal.' : 'Else')),
    );
    await indexed({ ...talk, title: 'A terminal', lines, chapters: [] });
    const { total: all, spoken } = await answer('terminal');
    expect(all).toBe(1);
    expect(spoken).toMatchObject([{ videoId: 'v', total: 25 }]);
    expect(spoken[0]?.first.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => 3 + 6 * n));
  });

  it('finds words near each other, else any of them, and names the strategy', async () => {
    await indexed();
    await indexed(makeVideo('w', { title: 'Thank the lever', createdAt: new Date(1) }));
    const near = await answer('lever price');
    expect(near).toMatchObject({ matching: 'near', terms: ['lever', 'price'], total: 1 });
    expect(near.results[0]).toMatchObject({
      field: 'transcript',
      at: 3,
      snippet: 'We start with pricing.\nPricing is the fastest lever.\nTest a price.\nThank you.',
    });
    expect(near.spoken).toEqual([
      { videoId: 'v', total: 1, first: [{ at: 3, line: 'Pricing is the fastest lever. Test a price.' }] },
    ]);
    expect(await answer('a fastest dragon')).toMatchObject({
      matching: 'any',
      terms: ['fastest', 'dragon'],
      total: 2,
    });
    expect(await answer('priced')).toMatchObject({ matching: 'form', terms: ['pric'], total: 3 });
    // Words of addresses do not match.
    expect(await answer('media dragon')).toMatchObject({ total: 0 });
    expect(await answer('dragon boats')).toMatchObject({ matching: 'exact', total: 0, results: [] });
  });

  it('refuses keywords of fewer than two characters', async () => {
    await expect(answer('a')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('after events it finds new details, captions and chapters, and no longer the old ones', async () => {
    await indexed(makeVideo('v', { title: 'First title', createdAt: talk.createdAt }));
    search.setVideo('ada', { ...talk, title: 'Second title' });
    await search.event('upload.details-saved.v1', { ...about, version: 1 });
    await found('second title');
    expect(await total('first title')).toBe(0);
    await search.event('chaptering.chapters-generated.v1', { ...about, version: 1, chapterCount: 1 });
    await found('fastest');
    expect(await total('fastest')).toBe(2);
    search.setVideo('ada', { ...talk, lines: [], chapters: [] });
    await search.event('chaptering.chapters-generated.v1', { ...about, version: 2, chapterCount: 0 });
    await notFound('fastest');
    const chapters = [{ start: 0, title: 'Written by hand', summary: '', quotes: [] }];
    search.setVideo('ada', { ...talk, lines: [], chapters });
    await search.event('chaptering.chapters-changed.v1', { ...about, version: 3 });
    await found('by hand');
    // A person corrects a word of the transcript.
    search.setVideo('ada', { ...talk, lines: [{ start: 3, text: 'We run Kubernetes.' }], chapters });
    await search.event('chaptering.chapters-changed.v1', { ...about, version: 4 });
    await found('kubernetes');
  });

  it('shows no data of other owners', async () => {
    await indexed();
    expect(await answer('fastest', 'eve')).toMatchObject({ total: 0, results: [], spoken: [] });
    const { requests } = search.fakes;
    await search.event('upload.details-saved.v1', { videoId: 'v', ownerId: 'eve', version: 1 });
    await until(
      () => search.fakes.requests,
      (now) => now > requests,
    );
    expect(await answer('fastest', 'eve')).toMatchObject({ total: 0, results: [], spoken: [] });
    expect(await total('fastest')).toBe(2);
  });

  it('removes a deleted video at once; late messages do not bring it back', async () => {
    await indexed();
    search.fakes.videos.delete('v');
    await search.event('upload.video-deleted.v1', about);
    await notFound('fastest');
    const { requests } = search.fakes;
    const summarised = { ...about, version: 9 };
    const redeliver = await search.event('chaptering.summary-generated.v1', summarised);
    await redeliver();
    await until(
      () => search.fakes.requests,
      (now) => now > requests,
    );
    await search.command('search.index-video.v1', about).catch(() => undefined);
    await until(rows, (some) => some.length === 0);
    expect(await total('fastest')).toBe(0);
  });

  it('keeps nothing of a deleted owner in the store or in memory; late messages leave nothing', async () => {
    const store = search.running.get<Connection>(getConnectionToken('search') as never);
    const left = () =>
      Promise.all([
        store.model('IndexedVideo').countDocuments({ ownerId: 'ada' }),
        store.model('Library').countDocuments({ _id: 'ada' }),
      ]);
    await indexed();
    await indexed({ ...talk, id: 'w' });
    const theirs = { ...talk, id: 'x', title: 'Of Eve' };
    search.setVideo('eve', theirs);
    const redeliver = await search.event('upload.video-ready.v1', { ...ready, ownerId: 'eve', videoId: 'x' });
    await until(
      () => answer('of eve', 'eve'),
      (some) => some.total > 0,
    );
    await search.deleteAccount('ada', 2);
    await until(left, (counts) => counts.every((count) => count === 0));
    await until(
      () => total('growing'),
      (count) => count === 0,
    );
    expect((await answer('of eve', 'eve')).total).toBe(1);
    // Upload still has one of the videos.
    await search.event('upload.details-saved.v1', { ...about, version: 1 });
    await search.event('upload.video-deleted.v1', { videoId: 'w', ownerId: 'ada' });
    await expect(search.command('search.index-video.v1', about)).resolves.toBeDefined();
    await redeliver();
    await until(left, (counts) => counts.every((count) => count === 0));
    expect(await total('growing')).toBe(0);
  });

  it('discards a read that was running when the video was deleted', async () => {
    search.setVideo('ada', talk);
    const indexing = search.running.get(IndexingService);
    let release: () => void = () => undefined;
    search.fakes.gate = new Promise((resolve) => (release = resolve));
    const running = indexing.refresh(about, 'm1');
    await until(
      () => search.fakes.requests,
      (requests) => requests === 2,
    );
    search.fakes.videos.delete('v');
    await indexing.removeVideo(about);
    release();
    await running;
    expect(await rows()).toEqual([]);
    expect(await total('fastest')).toBe(0);
  });

  it('of two concurrent reads keeps the newest, in any order of completion', async () => {
    search.setVideo('ada', { ...talk, title: 'Old title' });
    const indexing = search.running.get(IndexingService);
    let release: () => void = () => undefined;
    search.fakes.gate = new Promise((resolve) => (release = resolve));
    const slow = indexing.refresh(about, 'm1');
    await until(
      () => search.fakes.requests,
      (requests) => requests === 2,
    );
    search.setVideo('ada', { ...talk, title: 'New title' });
    search.fakes.gate = Promise.resolve();
    await indexing.refresh(about, 'm2');
    release();
    await slow;
    expect(await Promise.all(['old title', 'new title'].map(total))).toEqual([0, 1]);
  });

  it('reads a video once for a message, also when it is redelivered', async () => {
    search.setVideo('ada', talk);
    const redeliver = await search.event('upload.video-ready.v1', ready);
    await found('fastest');
    await redeliver();
    await redeliver();
    search.setVideo('ada', { ...talk, title: 'Another title' });
    await search.event('chaptering.summary-generated.v1', { ...about, version: 2 });
    await found('another title');
    expect(search.fakes.transcriptReads).toBe(2);
  });

  it('keeps the transcript and the chapters of a video without a new read when only its details changed', async () => {
    await indexed();
    const { transcriptReads } = search.fakes;
    search.setVideo('ada', { ...talk, title: 'Another title' });
    await search.event('upload.details-saved.v1', { ...about, version: 1 });
    await found('another title');
    expect(await total('fastest')).toBe(2);
    expect(search.fakes.transcriptReads).toBe(transcriptReads);
  });

  it('indexes when upload and chaptering are available again', async () => {
    search.fakes.areUnavailable = true;
    search.setVideo('ada', talk);
    await search.event('upload.video-ready.v1', ready);
    await until(
      () => search.fakes.requests,
      (requests) => requests > 0,
    );
    expect(await total('fastest')).toBe(0);
    search.fakes.areUnavailable = false;
    await found('fastest');
  });

  describe('the command to index a video', () => {
    it('reads it again', async () => {
      await indexed();
      search.setVideo('ada', { ...talk, title: 'Without an event' });
      await search.command('search.index-video.v1', about);
      expect(await total('without an event')).toBe(1);
    });

    it('does not find an unknown video, or one of another owner', async () => {
      search.setVideo('ada', talk);
      for (const ids of [
        { ...about, ownerId: 'eve' },
        { ...about, videoId: 'x' },
      ])
        await expect(search.command('search.index-video.v1', ids)).rejects.toMatchObject({
          code: 'not-found',
        });
    });

    it('is a conflict while the video is being processed', async () => {
      search.setVideo('ada', talk, 'captioning');
      await expect(search.command('search.index-video.v1', about)).rejects.toMatchObject({
        code: 'conflict',
        message: 'This video is still being processed. Please try again when its chapters are ready.',
      });
    });
  });

  describe('another replica', () => {
    it('sees changes and deletions at its next search', async () => {
      await indexed();
      await indexed(makeVideo('w', { title: 'Another talk' }));
      const other = replica();
      expect((await other.search({ ownerId: 'ada', keyword: 'fastest' })).total).toBe(2);
      search.setVideo('ada', { ...talk, title: 'Renamed talk' });
      await search.command('search.index-video.v1', about);
      expect((await other.search({ ownerId: 'ada', keyword: 'talk' })).total).toBe(2);
      const libraries = search.running.get(LibraryRepository);
      const { version } = await libraries.find('ada');
      search.fakes.videos.delete('v');
      await search.event('upload.video-deleted.v1', about);
      await until(
        () => libraries.find('ada'),
        (library) => library.version > version,
      );
      expect((await other.search({ ownerId: 'ada', keyword: 'fastest' })).total).toBe(0);
      expect((await other.search({ ownerId: 'ada', keyword: 'talk' })).total).toBe(1);
    });

    it('loads a library again when it has missed more changes than are recorded', async () => {
      await indexed();
      const other = replica();
      await other.search({ ownerId: 'ada', keyword: 'fastest' });
      const libraries = search.running.get(LibraryRepository);
      search.setVideo('ada', { ...talk, title: 'Renamed talk' });
      await search.command('search.index-video.v1', about);
      for (let change = 0; change < 120; change += 1)
        await libraries.recordChange({ ownerId: 'ada', videoId: 'x' });
      expect((await other.search({ ownerId: 'ada', keyword: 'renamed' })).total).toBe(1);
    });
  });

  it('limits the results, counts all, and starts with the newest video', async () => {
    const indexing = search.running.get(IndexingService);
    const chapters = Array.from({ length: 90 }, (_, index) => ({
      start: index,
      title: `Chapter ${String(index)}`,
      summary: '',
      quotes: [],
    }));
    const days = [2, 3, 1];
    for (const day of days) {
      const videoId = `v${String(day)}`;
      search.setVideo(
        'ada',
        makeVideo(videoId, { title: 'A chapter', chapters, createdAt: new Date(day * 1e8) }),
      );
      await indexing.refresh({ videoId, ownerId: 'ada' }, 'm');
    }
    const { total: all, results } = await answer('chapter');
    expect([all, results.length]).toEqual([273, searchResultLimit]);
    expect(results.map(({ videoId }) => videoId)).toEqual([
      ...Array<string>(91).fill('v3'),
      ...Array<string>(91).fill('v2'),
      ...Array<string>(18).fill('v1'),
    ]);
    expect(results.slice(0, 3).map(({ snippet }) => snippet)).toEqual([
      'A chapter',
      'Chapter 0',
      'Chapter 1',
    ]);
  });

  it('finds everything in a library that does not fit in memory', async () => {
    const indexing = search.running.get(IndexingService);
    const long = 'nothing much is said here '.repeat(400);
    const videoIds = Array.from({ length: 12 }, (_, index) => `v${String(index)}`);
    for (const [index, videoId] of videoIds.entries()) {
      const lines = linesOf(long, `word${String(index % 4)}`);
      search.setVideo('ada', makeVideo(videoId, { lines, createdAt: new Date(index * 1e6) }));
      await indexing.refresh({ videoId, ownerId: 'ada' }, 'm');
    }
    const small = replica(1 / 8);
    const count = async (keyword: string) => (await small.search({ ownerId: 'ada', keyword })).total;
    expect(await Promise.all(['word1', 'WORD', 'absent'].map(count))).toEqual([3, 12, 0]);
    await indexing.removeVideo({ videoId: 'v1', ownerId: 'ada' });
    expect(await count('word1')).toBe(2);
    const ids = (await small.search({ ownerId: 'ada', keyword: 'word' })).results.map(
      ({ videoId }) => videoId,
    );
    expect(ids).toEqual(videoIds.filter((id) => id !== 'v1').reverse());
  });

  describe('by speaker', () => {
    const panel = makeVideo('p', {
      title: 'Pricing for all',
      lines: [
        { start: 0, text: 'Pricing is hard.', speaker: 'Ann Lee' },
        { start: 3, text: 'Pricing is easy.', speaker: 'Bo' },
        { start: 6, text: 'Easy for whom?', speaker: 'Ann Lee' },
        { start: 9, text: 'For me.', speaker: 'Ann Lee' },
        { start: 12, text: 'Pricing, then.' },
      ],
      chapters: [
        {
          start: 0,
          title: 'Easy pricing',
          summary: 'Pricing',
          quotes: [
            { text: 'Pricing is easy.', at: 1, speaker: 'Bo' },
            { text: 'Pricing is hard.', at: 0, speaker: 'Ann Lee' },
          ],
        },
      ],
    });
    const by = async (speaker: string, keyword: string) => {
      const { results, spoken, matching } = await search.client.search({ ownerId: 'ada', keyword, speaker });
      const fields = results.map((each) => `${each.field} ${String(each.at)} ${each.speaker ?? ''}`);
      const moments = spoken.flatMap(({ first }) => first.map(({ at, speaker: name }) => [at, name]));
      return { matching, fields, moments };
    };
    beforeEach(async () => {
      await indexed();
      await indexed(panel);
    });

    it('finds only their lines and quotes, in every way of matching', async () => {
      expect(await by('Bo', 'pricing')).toEqual({
        matching: 'exact',
        fields: ['transcript 3 Bo', 'chapter quote 1 Bo'],
        moments: [[3, 'Bo']],
      });
      const ofAnn = ['transcript 0 Ann Lee', 'chapter quote 0 Ann Lee'];
      for (const name of ['Ann Lee', 'ann LEE']) expect((await by(name, 'pricing')).fields).toEqual(ofAnn);
      // Words of two lines, both of them hers.
      expect(await by('Ann Lee', 'whom me')).toEqual({
        matching: 'near',
        fields: ['transcript 6 Ann Lee'],
        moments: [[6, 'Ann Lee']],
      });
      expect((await by('Ann Lee', 'easy hard')).matching).toBe('any');
      expect((await by('Nobody', 'pricing')).fields).toEqual([]);
      const all = (await answer('pricing')).results.filter(({ videoId }) => videoId === 'p');
      expect(all.map(({ field, speaker }) => [field, speaker])).toEqual([
        ['title', undefined],
        ['chapter title', undefined],
      ]);
    });

    it('is none in videos that were indexed before lines had speakers', async () => {
      const store = search.running.get<Connection>(getConnectionToken('search') as never);
      const unset = { $unset: { lineSpeakers: '', speakers: '' } };
      await store.collection('indexedvideos').updateOne({ _id: 'p' as never }, unset);
      const lines = await replica().search({ ownerId: 'ada', keyword: 'For me' });
      expect(lines.results).toMatchObject([{ field: 'transcript', at: 9 }]);
      expect((await search.client.listSpeakers({ ownerId: 'ada' })).speakers).toEqual([]);
    });

    it('lists the names of the library, and follows other ones', async () => {
      const names = async (ownerId = 'ada') => (await search.client.listSpeakers({ ownerId })).speakers;
      const [ann, bo] = [
        { name: 'Ann Lee', lines: 3, videoIds: ['p'] },
        { name: 'Bo', lines: 1, videoIds: ['p'] },
      ];
      expect(await names()).toEqual([ann, bo]);
      expect(await names('eve')).toEqual([]);
      const lines = panel.lines.map((line) => ({ ...line, speaker: 'Bo' }));
      search.setVideo('ada', { ...panel, lines });
      await search.event('chaptering.chapters-changed.v1', { videoId: 'p', ownerId: 'ada', version: 2 });
      expect(await until(names, ([first]) => first?.name === 'Bo')).toEqual([{ ...bo, lines: 5 }]);
      await search.event('upload.video-deleted.v1', { videoId: 'p', ownerId: 'ada' });
      expect(await until(names, ({ length }) => length === 0)).toEqual([]);
    });
  });
});
