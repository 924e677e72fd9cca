import { until } from '@vault/base/testing';
import type { SearchedVideo } from './domain/searched-video.ts';
import { linesOf, makeVideo } from './testing/make-video.ts';
import { startSearch, type SearchUnderTest } from './testing/search-under-test.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';

const talk = makeVideo('v', { title: 'Growing a company', lines: linesOf('We start with pricing.') });
const other = makeVideo('w', { title: 'Another talk', lines: linesOf('We end with pricing.') });
const toAcme = { videoId: 'v', ownerId: 'acme', fromOwnerId: 'ada' };
const toAda = { videoId: 'v', ownerId: 'ada', fromOwnerId: 'acme' };

describe('a video that moves to another workspace', () => {
  let search: SearchUnderTest;
  beforeEach(async () => {
    search = await startSearch();
    for (const video of [talk, other]) await index('ada', video);
  });
  afterEach(() => search.stop());

  /** The videos in which an owner finds words. */
  const foundBy = async (ownerId: string, keyword = 'pricing') => {
    const { matching, results } = await search.client.search({ ownerId, keyword });
    return matching === 'exact' ? [...new Set(results.map(({ videoId }) => videoId))].sort().join() : '';
  };
  const finds = (ownerId: string, videos: string, keyword?: string) =>
    until(
      () => foundBy(ownerId, keyword),
      (found) => found === videos,
    );
  const stored = async (ownerId: string) =>
    (await search.running.get(IndexedVideoRepository).findMany(ownerId, ['v', 'w'])).map(({ _id }) => _id);
  const changed = (ownerId: string) =>
    search.event('chaptering.chapters-changed.v1', { videoId: 'v', ownerId, version: 2 });

  async function index(ownerId: string, video: SearchedVideo): Promise<void> {
    search.setVideo(ownerId, video);
    await search.event('upload.video-ready.v1', { videoId: video.id, ownerId, durationSeconds: 60 });
    await until(
      () => foundBy(ownerId),
      (found) => found.includes(video.id),
    );
  }

  it('is found there only, and nothing is read of its words', async () => {
    search.setVideo('acme', talk);
    const { transcriptReads } = search.fakes;
    const again = await search.event('upload.video-moved.v1', toAcme);
    await again();
    await finds('acme', 'v');
    await finds('ada', 'w');
    expect([await stored('acme'), await stored('ada')]).toEqual([['v'], ['w']]);
    expect(search.fakes.transcriptReads).toBe(transcriptReads);
  });

  it('is found in the right one after it has moved there and back, when events come again', async () => {
    search.setVideo('acme', talk);
    const first = await search.event('upload.video-moved.v1', toAcme);
    await finds('acme', 'v');
    search.setVideo('ada', talk);
    const second = await search.event('upload.video-moved.v1', toAda);
    await finds('ada', 'v,w');
    await first();
    await second();
    await changed('acme');
    await index('ada', makeVideo('x', { title: 'Last', lines: linesOf('Pricing.') }));
    await finds('ada', 'v,w,x');
    await finds('acme', '');
  });

  it('is found there when chaptering says so before upload does', async () => {
    search.setVideo('acme', { ...talk, lines: linesOf('We start with costs.') });
    await changed('acme');
    await finds('acme', 'v', 'costs');
    await finds('ada', 'w');
    await search.event('upload.video-moved.v1', toAcme);
    await finds('acme', 'v', 'costs');
    await finds('ada', 'w');
  });

  it('is no longer found before, whatever events name the owner before', async () => {
    search.setVideo('acme', talk);
    await changed('ada');
    await search.event('upload.video-moved.v1', toAcme);
    await changed('ada');
    await finds('acme', 'v');
    await finds('ada', 'w');
    expect(await stored('ada')).toEqual(['w']);
  });

  it('is found there when the account before is deleted, in either order of the events', async () => {
    search.setVideo('acme', talk);
    await search.deleteAccount('ada');
    await finds('ada', '');
    const again = await search.event('upload.video-moved.v1', toAcme);
    await finds('acme', 'v');
    await search.deleteAccount('ada');
    await again();
    await finds('acme', 'v');
    expect(await stored('ada')).toEqual([]);
  });

  it('is deleted there', async () => {
    search.setVideo('acme', talk);
    await search.event('upload.video-moved.v1', toAcme);
    search.fakes.videos.delete('v');
    await search.event('upload.video-deleted.v1', { videoId: 'v', ownerId: 'acme' });
    await finds('ada', 'w');
    expect(await stored('acme')).toEqual([]);
  });
});
