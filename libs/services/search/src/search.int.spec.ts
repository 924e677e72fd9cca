import { searchResultLimit } from '@vault/contracts';
import { STORE } from '@vault/platform';
import { until } from '@vault/platform/testing';
import type { Connection } from 'mongoose';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryMemory } from './libraries/library-memory.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { SearchService } from './libraries/search.service.ts';
import { startSearch, type SearchUnderTest } from './testing/search-under-test.ts';
import { linesOf, videoSaying } from './testing/video-saying.ts';
import { IndexingService } from './videos/indexing.service.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const ready = { ...about, durationSeconds: 60 };
const talk = videoSaying('v', {
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
  /** How often it is found as it stands. */
  const total = async (keyword: string) => {
    const { matching, total: all } = await answer(keyword);
    return matching === 'exact' ? all : 0;
  };
  const found = (keyword: string) =>
    until(
      () => total(keyword),
      (count) => count > 0,
    );
  const lost = (keyword: string) =>
    until(
      () => total(keyword),
      (count) => count === 0,
    );
  const rows = () => search.running.get(IndexedVideoRepository).findMany('ada', ['v', 'w']);

  async function indexed(video = talk): Promise<void> {
    search.know('ada', video);
    await search.event('upload.video-ready.v1', { ...ready, videoId: video.id });
    await found(video.title.slice(0, 10));
  }

  /** What another replica keeps in its memory, on the same store. */
  function replica(mib = 16): SearchService {
    const loader = search.running.get(LibraryLoader);
    const libraries = search.running.get(LibraryRepository);
    return new SearchService(new LibraryMemory(libraries, loader, { SEARCH_MEMORY_MIB: mib }), loader);
  }

  it('finds what a video says, with a line of context on each side, and each of its chapters', async () => {
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

  it('counts the captions of a video that say it, and gives the first', async () => {
    const lines = linesOf(
      ...Array.from({ length: 50 }, (_, n) => (n % 2 ? 'The terminal, a terminal.' : 'Else')),
    );
    await indexed({ ...talk, title: 'A terminal', lines, chapters: [] });
    const { total: all, spoken } = await answer('terminal');
    expect(all).toBe(1);
    expect(spoken).toMatchObject([{ videoId: 'v', total: 25 }]);
    expect(spoken[0]?.first.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => 3 + 6 * n));
  });

  it('finds words that never stand together near each other, else any of them, and says so', async () => {
    await indexed();
    await indexed(videoSaying('w', { title: 'Thank the lever', createdAt: new Date(1) }));
    const near = await answer('lever price');
    expect(near).toMatchObject({ matching: 'near', terms: ['lever', 'price'], total: 1 });
    expect(near.results[0]).toMatchObject({
      ...{ field: 'transcript', at: 3 },
      snippet: 'We start with pricing.\nPricing is the fastest lever.\nTest a price.\nThank you.',
    });
    expect(near.spoken).toEqual([
      { videoId: 'v', total: 1, first: [{ at: 3, line: 'Pricing is the fastest lever. Test a price.' }] },
    ]);
    expect(await answer('a fastest dragon')).toMatchObject({
      ...{ matching: 'any', terms: ['fastest', 'dragon'], total: 2 },
    });
    expect(await answer('priced')).toMatchObject({ matching: 'form', terms: ['pric'], total: 3 });
    // A word of an address was neither said nor written.
    expect(await answer('media dragon')).toMatchObject({ total: 0 });
    expect(await answer('dragon boats')).toMatchObject({ matching: 'exact', total: 0, results: [] });
  });

  it('refuses keywords of fewer than two characters', async () => {
    await expect(answer('a')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('finds new details, captions and chapters once their owners tell of them, and the old no more', async () => {
    await indexed(videoSaying('v', { title: 'First title', createdAt: talk.createdAt }));
    search.know('ada', { ...talk, title: 'Second title' });
    await search.event('upload.details-saved.v1', about);
    await found('second title');
    expect(await total('first title')).toBe(0);
    expect(await total('fastest')).toBe(2);
    search.know('ada', { ...talk, lines: [], chapters: [] });
    await search.event('chaptering.chapters-generated.v1', { ...about, version: 2, chapterCount: 0 });
    await lost('fastest');
    const chapters = [{ start: 0, title: 'Written by hand', summary: '', quotes: [] }];
    search.know('ada', { ...talk, lines: [], chapters });
    await search.event('chaptering.chapters-changed.v1', { ...about, version: 3 });
    await found('by hand');
  });

  it('shows nobody what is somebody else’s', async () => {
    await indexed();
    expect(await answer('fastest', 'eve')).toMatchObject({ total: 0, results: [], spoken: [] });
    const { asked } = search.neighbours;
    await search.event('upload.details-saved.v1', { videoId: 'v', ownerId: 'eve' });
    await until(
      () => search.neighbours.asked,
      (now) => now > asked,
    );
    expect(await answer('fastest', 'eve')).toMatchObject({ total: 0, results: [], spoken: [] });
    expect(await total('fastest')).toBe(2);
  });

  it('forgets a deleted video at once; what comes late does not bring it back', async () => {
    await indexed();
    search.neighbours.videos.delete('v');
    await search.event('upload.video-deleted.v1', about);
    await lost('fastest');
    const { asked } = search.neighbours;
    const summarised = { ...about, version: 9 };
    const again = await search.event('chaptering.summary-generated.v1', summarised);
    await again();
    await until(
      () => search.neighbours.asked,
      (now) => now > asked,
    );
    await search.command('search.index-video.v1', about).catch(() => undefined);
    await until(rows, (some) => some.length === 0);
    expect(await total('fastest')).toBe(0);
  });

  it('keeps nothing of a deleted owner, in the store or in memory; what comes late leaves nothing', async () => {
    const store = search.running.get<Connection>(STORE as never);
    const left = () =>
      Promise.all([
        store.model('IndexedVideo').countDocuments({ ownerId: 'ada' }),
        store.model('Library').countDocuments({ _id: 'ada' }),
      ]);
    await indexed();
    await indexed({ ...talk, id: 'w' });
    const theirs = { ...talk, id: 'x', title: 'Of Eve' };
    search.know('eve', theirs);
    const again = await search.event('upload.video-ready.v1', { ...ready, ownerId: 'eve', videoId: 'x' });
    await until(
      () => answer('of eve', 'eve'),
      (some) => some.total > 0,
    );
    await search.deleteAccount('ada', 2);
    await until(left, (counts) => counts.every((count) => count === 0));
    expect(await total('growing')).toBe(0);
    expect((await answer('of eve', 'eve')).total).toBe(1);
    // Upload still knows them, or has just forgotten one.
    await search.event('upload.details-saved.v1', about);
    await search.event('upload.video-deleted.v1', { videoId: 'w', ownerId: 'ada' });
    await expect(search.command('search.index-video.v1', about)).resolves.toBeDefined();
    await again();
    await until(left, (counts) => counts.every((count) => count === 0));
    expect(await total('growing')).toBe(0);
  });

  it('drops a reading that was under way when the video was deleted', async () => {
    search.know('ada', talk);
    const indexing = search.running.get(IndexingService);
    let release: () => void = () => undefined;
    search.neighbours.gate = new Promise((resolve) => (release = resolve));
    const reading = indexing.refresh(about, 'm1');
    await until(
      () => search.neighbours.asked,
      (asked) => asked === 2,
    );
    search.neighbours.videos.delete('v');
    await indexing.forget(about);
    release();
    await reading;
    expect(await rows()).toEqual([]);
    expect(await total('fastest')).toBe(0);
  });

  it('keeps the newest of two readings at once, whichever ends last', async () => {
    search.know('ada', { ...talk, title: 'Old title' });
    const indexing = search.running.get(IndexingService);
    let release: () => void = () => undefined;
    search.neighbours.gate = new Promise((resolve) => (release = resolve));
    const slow = indexing.refresh(about, 'm1');
    await until(
      () => search.neighbours.asked,
      (asked) => asked === 2,
    );
    search.know('ada', { ...talk, title: 'New title' });
    search.neighbours.gate = Promise.resolve();
    await indexing.refresh(about, 'm2');
    release();
    await slow;
    expect(await Promise.all(['old title', 'new title'].map(total))).toEqual([0, 1]);
  });

  it('reads a video once for a message, however often it comes', async () => {
    search.know('ada', talk);
    const again = await search.event('upload.video-ready.v1', ready);
    await found('fastest');
    await again();
    await again();
    search.know('ada', { ...talk, title: 'Another title' });
    await search.event('upload.details-saved.v1', about);
    await found('another title');
    expect(search.neighbours.read).toBe(2);
  });

  it('indexes when its neighbours are back', async () => {
    search.neighbours.areAway = true;
    search.know('ada', talk);
    await search.event('upload.video-ready.v1', ready);
    await until(
      () => search.neighbours.asked,
      (asked) => asked > 0,
    );
    expect(await total('fastest')).toBe(0);
    search.neighbours.areAway = false;
    await found('fastest');
  });

  describe('told to index a video', () => {
    it('reads it anew', async () => {
      await indexed();
      search.know('ada', { ...talk, title: 'Nobody told of this' });
      await search.command('search.index-video.v1', about);
      expect(await total('nobody told')).toBe(1);
    });

    it('does not find what is not there, or somebody else’s', async () => {
      search.know('ada', talk);
      for (const ids of [
        { ...about, ownerId: 'eve' },
        { ...about, videoId: 'x' },
      ])
        await expect(search.command('search.index-video.v1', ids)).rejects.toMatchObject({
          code: 'not-found',
        });
    });

    it('says that it is too early while the video is being processed', async () => {
      search.know('ada', talk, 'captioning');
      await expect(search.command('search.index-video.v1', about)).rejects.toMatchObject({
        code: 'conflict',
        message: 'This video is still being processed. Please try again when its chapters are there.',
      });
    });
  });

  describe('another replica', () => {
    it('sees at its next search what changed and what was deleted', async () => {
      await indexed();
      await indexed(videoSaying('w', { title: 'Another talk' }));
      const other = replica();
      expect((await other.search('ada', 'fastest')).total).toBe(2);
      search.know('ada', { ...talk, title: 'Renamed talk' });
      await search.command('search.index-video.v1', about);
      expect((await other.search('ada', 'talk')).total).toBe(2);
      search.neighbours.videos.delete('v');
      await search.event('upload.video-deleted.v1', about);
      await lost('fastest');
      expect((await other.search('ada', 'fastest')).total).toBe(0);
      expect((await other.search('ada', 'talk')).total).toBe(1);
    });

    it('reads a library anew when it has missed more changes than are noted', async () => {
      await indexed();
      const other = replica();
      await other.search('ada', 'fastest');
      const libraries = search.running.get(LibraryRepository);
      search.know('ada', { ...talk, title: 'Renamed talk' });
      await search.command('search.index-video.v1', about);
      for (let change = 0; change < 120; change += 1) await libraries.noteChange('ada', 'x');
      expect((await other.search('ada', 'renamed')).total).toBe(1);
    });
  });

  it('gives no more results than one answer holds, counts all, and begins with the newest video', async () => {
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
      search.know(
        'ada',
        videoSaying(videoId, { title: 'A chapter', chapters, createdAt: new Date(day * 1e8) }),
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

  it('finds all of a library that memory has no room for', async () => {
    const indexing = search.running.get(IndexingService);
    const long = 'nothing much is said here '.repeat(400);
    const videoIds = Array.from({ length: 12 }, (_, index) => `v${String(index)}`);
    for (const [index, videoId] of videoIds.entries()) {
      const lines = linesOf(long, `word${String(index % 4)}`);
      search.know('ada', videoSaying(videoId, { lines, createdAt: new Date(index * 1e6) }));
      await indexing.refresh({ videoId, ownerId: 'ada' }, 'm');
    }
    const small = replica(1 / 8);
    const count = async (keyword: string) => (await small.search('ada', keyword)).total;
    expect(await Promise.all(['word1', 'WORD', 'absent'].map(count))).toEqual([3, 12, 0]);
    await indexing.forget({ videoId: 'v1', ownerId: 'ada' });
    expect(await count('word1')).toBe(2);
    const ids = (await small.search('ada', 'word')).results.map(({ videoId }) => videoId);
    expect(ids).toEqual(videoIds.filter((id) => id !== 'v1').reverse());
  });
});
