import type { AppError } from '@vault/base';
import { SearchService } from './libraries/search.service.ts';
import { makeVideo } from './testing/make-video.ts';
import { startSearch, type SearchUnderTest } from './testing/search-under-test.ts';

const quote = `${'é'.repeat(1_000)} pricing`;
/** As many long results as an answer may have, each of letters that folding changes. */
const costly = makeVideo('v', {
  title: 'Growing a company',
  chapters: Array.from({ length: 250 }, (_, index) => ({
    start: index,
    title: `Chapter ${String(index)}`,
    summary: '',
    quotes: [{ text: quote, at: index }],
  })),
});

const cpuMs = () => process.cpuUsage().user / 1_000;

describe('searches with costly answers', () => {
  let search: SearchUnderTest;
  let service: SearchService;
  beforeEach(async () => {
    search = await startSearch();
    service = search.running.get(SearchService);
    search.setVideo('ada', costly);
    await search.command('search.index-video.v1', { videoId: 'v', ownerId: 'ada' });
    await service.search({ ownerId: 'ada', keyword: 'nowhere' });
  });
  afterEach(() => search.stop());

  it('let other work go on', async () => {
    let isRunning = true as boolean;
    const found = service.search({ ownerId: 'ada', keyword: 'pricing' }).finally(() => (isRunning = false));
    const start = cpuMs();
    let longest = 0;
    for (let before = start; isRunning; before = cpuMs()) {
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, cpuMs() - before);
    }
    expect((await found).total).toBe(250);
    // In processor time, which other programs do not change.
    expect(longest).toBeLessThan((cpuMs() - start) / 3);
  });

  it('of one owner wait in a line of their own', async () => {
    const ofAda = Array.from({ length: 50 }, () =>
      service.search({ ownerId: 'ada', keyword: 'growing' }).then(
        ({ total }) => total,
        (error: unknown) => (error as AppError).code,
      ),
    );
    await expect(service.search({ ownerId: 'ben', keyword: 'growing' })).resolves.toMatchObject({ total: 0 });
    const ends = await Promise.all(ofAda);
    expect(new Set(ends)).toEqual(new Set([1, 'too-many-requests']));
    await expect(service.search({ ownerId: 'ada', keyword: 'growing' })).resolves.toMatchObject({ total: 1 });
  });
});
