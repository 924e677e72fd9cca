import fc from 'fast-check';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryCache } from './libraries/library-cache.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { PortalLibraryService } from './libraries/portal-library.service.ts';
import { SearchService } from './libraries/search.service.ts';
import type { SearchedVideo } from './domain/searched-video.ts';
import { plainScan } from './testing/plain-scan.ts';
import { anyKeyword, anyVideo } from './testing/random-library.ts';
import { startSearch, type SearchUnderTest } from './testing/search-under-test.ts';
import { IndexingService } from './indexing/indexing.service.ts';

/** A change of one of a few videos, or a search. */
type Step =
  | { readonly do: 'set'; readonly video: SearchedVideo }
  | { readonly do: 'delete'; readonly id: string }
  | { readonly do: 'search'; readonly keyword: string };

const ids = ['v1', 'v2', 'v3', 'v4'];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ids).chain(changeOf) },
  { weight: 1, arbitrary: fc.constantFrom(...ids).map((id): Step => ({ do: 'delete', id })) },
  { weight: 2, arbitrary: anyKeyword.map((keyword): Step => ({ do: 'search', keyword })) },
);

function changeOf(id: string): fc.Arbitrary<Step> {
  const createdAt = new Date(1_700_000_000_000 + ids.indexOf(id) * 1_000);
  return anyVideo(id).map((video) => ({ do: 'set', video: { ...video, createdAt } }));
}

describe('the index', () => {
  let search: SearchUnderTest;
  beforeAll(async () => {
    search = await startSearch();
  });
  afterAll(() => search.stop());

  it('property: finds the same as the plain scan, after any changes and deletions', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), anyKeyword, async (steps, last) => {
        run += 1;
        await play(`owner-${String(run)}`, [...steps, { do: 'search', keyword: last }]);
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  /** Runs each step on the index and on a plain list. */
  async function play(ownerId: string, steps: readonly Step[]): Promise<void> {
    const indexing = search.running.get(IndexingService);
    const loader = search.running.get(LibraryLoader);
    const cache = new LibraryCache(search.running.get(LibraryRepository), loader, { SEARCH_MEMORY_MIB: 1 });
    const searching = new SearchService(cache, loader, search.running.get(PortalLibraryService));
    const library = new Map<string, SearchedVideo>();
    /** How often a video was deleted: a new one has another id, as in the product. */
    const deletions = new Map<string, number>();
    const idOf = (id: string) => `${ownerId}-${id}-${String(deletions.get(id) ?? 0)}`;
    for (const [index, each] of steps.entries()) {
      if (each.do === 'set') {
        const video = { ...each.video, id: idOf(each.video.id) };
        library.set(video.id, video);
        search.setVideo(ownerId, video);
        await indexing.refresh({ ownerId, videoId: video.id }, String(index));
      } else if (each.do === 'delete') {
        library.delete(idOf(each.id));
        search.fakes.videos.delete(idOf(each.id));
        await indexing.removeVideo({ ownerId, videoId: idOf(each.id) });
        deletions.set(each.id, (deletions.get(each.id) ?? 0) + 1);
      } else {
        const newestFirst = [...library.values()].sort(
          (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
        );
        const answer = await searching.search({ ownerId, keyword: each.keyword });
        // Only exact matches: the other strategies find more.
        const results = answer.matching === 'exact' ? answer.results : [];
        const found = results.map(({ videoId, field, chapterTitle, at, snippet }) => ({
          videoId,
          field,
          chapterTitle,
          at,
          snippet,
        }));
        expect(found).toEqual(plainScan(newestFirst, each.keyword));
      }
    }
  }
});
