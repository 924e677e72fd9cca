import { getConnectionToken } from '@nestjs/mongoose';
import type { searchRpc } from '@vault/contracts/rpc';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import type { SearchedVideo } from './domain/searched-video.ts';
import { IndexingService } from './indexing/indexing.service.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { makeVideo } from './testing/make-video.ts';
import { startSearch, type SearchUnderTest } from './testing/search-under-test.ts';

/** What is hidden in the portal. */
const hidden = [{ start: 6, end: 20, kind: 'chapter' }];
const talk = makeVideo('v', {
  title: 'Growing a company',
  assetId: 'asset-77',
  thumbnail: '/media/thumb.jpg',
  captionsTrackId: 'track-77',
  playbackId: 'play-77',
  lines: [
    { start: 0, text: 'We start with the budget.' },
    { start: 6, text: 'Our merger shrinks the budget.' },
    { start: 9, text: 'It is a secret.' },
    { start: 20, text: 'The budget shrinks in winter.' },
  ],
  chapters: [
    { start: 0, title: 'A start', summary: '', quotes: [{ text: 'A budget is a plan.', at: 2 }] },
    { start: 6, title: 'Merger plans', summary: 'A secret', quotes: [{ text: 'Dragons merge.', at: 12 }] },
    { start: 20, title: 'Winter', summary: 'What shrinks', quotes: [] },
  ],
});
/** The same without what is hidden. */
const shown = {
  ...makeVideo('w', { title: talk.title }),
  lines: talk.lines.filter(({ start }) => start % 20 === 0),
  chapters: talk.chapters.filter(({ start }) => start % 20 === 0),
};

describe('a search in a portal', () => {
  let search: SearchUnderTest;
  beforeEach(async () => {
    search = await startSearch();
    await index(talk);
  });
  afterEach(() => search.stop());

  async function index(video: SearchedVideo, ownerId = 'ada') {
    search.setVideo(ownerId, video);
    await search.running
      .get(IndexingService)
      .index({ ownerId, videoId: video.id }, `${video.id} ${video.title}`);
  }
  const scopeOf = (scope: Partial<searchRpc.SearchScope> = {}): searchRpc.SearchScope => ({
    videos: [{ videoId: 'v', hidden }],
    hasTranscript: true,
    hasQuotes: true,
    ...scope,
  });
  const find = (keyword: string, scope?: searchRpc.SearchScope, ownerId = 'ada') =>
    search.client.search({ ownerId, keyword, scope });
  /** The answer as if its only video had this id. */
  const withId = ({ results, spoken, ...rest }: searchRpc.SearchAnswer, videoId: string) => ({
    ...rest,
    results: results.map((result) => ({ ...result, videoId, uploadId: videoId })),
    spoken: spoken.map((moments) => ({ ...moments, videoId })),
  });
  const fieldsOf = async (keyword: string, scope = scopeOf()) =>
    (await find(keyword, scope)).results.map(({ field, at }) => [field, at]);

  it('finds what is shown', async () => {
    expect(await find('shrinks', scopeOf())).toMatchObject({
      total: 2,
      matching: 'exact',
      results: [
        { field: 'transcript', at: 20, thumbnailUrl: '', chapterStarts: [0, 20] },
        { field: 'chapter summary', at: 20, chapterTitle: 'Winter' },
      ],
      spoken: [{ videoId: 'v', total: 1, first: [{ at: 20, line: 'The budget shrinks in winter.' }] }],
    });
    expect(await fieldsOf('a budget is')).toEqual([['chapter quote', 2]]);
    expect(await fieldsOf('growing')).toEqual([['title', undefined]]);
  });

  it.each([
    ['exact', 'our merger'],
    ['exact', 'merger plans'],
    ['exact', 'dragons merge.'],
    ['exact', 'asset-77'],
    ['exact', 'media/thumb'],
    ['exact', 'track-77'],
    ['exact', 'play-77'],
    ['near', 'secret merger'],
    ['any', 'dragons zeppelin'],
    ['form', 'merging'],
  ])(
    'does not find hidden words or ids, which the owner finds by the strategy %s: %s',
    async (matching, keyword) => {
      const owned = await find(keyword);
      expect(owned.matching).toBe(matching);
      expect(owned.total).toBeGreaterThan(0);
      expect(await find(keyword, scopeOf())).toMatchObject({
        total: 0,
        results: [],
        spoken: [],
        matching: 'exact',
      });
    },
  );

  it('does not find a hidden quote', async () => {
    const scope = scopeOf({ videos: [{ videoId: 'v', hidden: [{ start: 2, end: 4, kind: 'quote' }] }] });
    expect(await fieldsOf('a budget is')).toEqual([['chapter quote', 2]]);
    expect(await fieldsOf('a budget is', scope)).not.toContainEqual(['chapter quote', 2]);
  });

  it('shows no hidden line beside a line that it finds', async () => {
    const { results } = await find('start with', scopeOf());
    expect(results).toMatchObject([
      { field: 'transcript', snippet: 'We start with the budget.\nThe budget shrinks in winter.' },
    ]);
  });

  it('takes the strategy of a library without the hidden words', async () => {
    await index(shown);
    for (const [keyword, owned, scoped] of [
      ['our budget', 'near', 'any'],
      ['merger winter', 'near', 'any'],
      ['merger', 'exact', 'exact'],
      ['shrinks the budget', 'exact', 'near'],
    ] as const) {
      expect([keyword, (await find(keyword)).matching]).toEqual([keyword, owned]);
      const inPortal = await find(keyword, scopeOf());
      expect([keyword, inPortal.matching]).toEqual([keyword, scoped]);
      const plain = await find(keyword, scopeOf({ videos: [{ videoId: 'w', hidden: [] }] }));
      expect(withId(plain, 'v')).toEqual(withId(inPortal, 'v'));
    }
  });

  it('finds nothing in a transcript or in quotes that the portal does not show', async () => {
    const noTranscript = scopeOf({ hasTranscript: false });
    expect(await find('budget', noTranscript)).toMatchObject({ total: 1, spoken: [] });
    expect(await fieldsOf('budget', noTranscript)).toEqual([['chapter quote', 2]]);
    expect(await fieldsOf('budget', scopeOf({ hasQuotes: false }))).toEqual([['transcript', 0]]);
  });

  it('finds only videos of the scope, in its order, and none of another owner', async () => {
    for (const id of ['w', 'x', 'y']) await index(makeVideo(id, { title: 'A budget' }));
    await index(makeVideo('e', { title: 'The budget of Eve' }), 'eve');
    const whole = (...ids: string[]) => scopeOf({ videos: ids.map((videoId) => ({ videoId, hidden: [] })) });
    const scope = whole('y', 'w', 'e', 'missing');
    const { total, results } = await find('budget', scope);
    expect([total, results.map(({ videoId }) => videoId)]).toEqual([2, ['y', 'w']]);
    expect(await find('budget', whole('x'))).toMatchObject({ total: 1, results: [{ videoId: 'x' }] });
    expect(await find('budget', whole())).toMatchObject({ total: 0, results: [] });
    expect(await find('budget', scope, 'eve')).toMatchObject({ total: 1, results: [{ videoId: 'e' }] });
  });

  it('is limited to 200 videos', async () => {
    const videos = Array.from({ length: 201 }, (_, id) => ({ videoId: String(id), hidden: [] }));
    await expect(find('budget', scopeOf({ videos }))).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await find('budget', scopeOf({ videos: videos.slice(1) }))).toMatchObject({ total: 0 });
  });

  it('sees each change of library and scope at once', async () => {
    expect((await find('shrinks', scopeOf())).total).toBe(2);
    expect((await find('our merger', scopeOf({ videos: [{ videoId: 'v', hidden: [] }] }))).total).toBe(1);
    expect((await find('our merger', scopeOf())).total).toBe(0);
    await index({ ...talk, title: 'It shrinks' });
    expect(await fieldsOf('it shrinks')).toEqual([['title', undefined]]);
    await search.running.get(IndexingService).removeVideo({ ownerId: 'ada', videoId: 'v' });
    expect(await find('shrinks', scopeOf())).toMatchObject({ total: 0, results: [] });
  });

  it('finds nothing of a deleted owner', async () => {
    await index(makeVideo('w', { title: 'A budget' }));
    const scope = scopeOf({ videos: ['v', 'w'].map((videoId) => ({ videoId, hidden: [] })) });
    expect((await find('budget', scope)).total).toBeGreaterThan(0);
    await search.deleteAccount('ada');
    const store = search.running.get<Connection>(getConnectionToken('search') as never);
    await until(
      () => store.model('IndexedVideo').countDocuments({ ownerId: 'ada' }),
      (count) => count === 0,
    );
    await until(
      () => search.running.get(LibraryRepository).find('ada'),
      ({ version }) => version === 0,
    );
    expect(await find('budget', scope)).toMatchObject({ total: 0, results: [] });
  });
});
