import type { chapteringRpc } from '@vault/contracts/rpc';
import { until } from '@vault/base/testing';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';
import type { OperationDocument } from './operation.schema.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };

describe('the token history', () => {
  let chaptering: ChapteringUnderTest;
  let start: number;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    const set = await until(find, (each) => each !== undefined && !each.isGenerating);
    start = set!.chapters[1]!.start;
  });
  afterEach(() => chaptering.stop());

  async function find() {
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: false };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const list = (request: Partial<chapteringRpc.ListOperationsRequest> = {}) => {
    const all = { ownerId: 'ada', page: 0, limit: 0, sort: '', descending: false, q: '' };
    return chaptering.client.listOperations({ ...all, ...request });
  };
  const estimate = (kind: string, prompt = '', chapterStart?: number, ownerId = 'ada', videoId = 'v') =>
    chaptering.client.estimateOperation({ ownerId, videoId, kind, prompt, chapterStart });
  const search = (prompt: string) =>
    chaptering.command('chaptering.update-search.v1', { ...about, chapterStart: start, prompt });
  const quotes = (prompt: string) =>
    chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart: start, prompt });
  const ended = (operationId: string) =>
    until(
      () => chaptering.client.getOperation({ ownerId: 'ada', operationId }),
      ({ state }) => state === 'done' || state === 'failed',
    );
  const records = () => chaptering.store.model<OperationDocument>('Operation');

  it('lists every operation with its prompts, result and cost', async () => {
    chaptering.writer.answer = 'Servers answer.';
    const id = await search('What is said about servers?');
    const { tokens } = await ended(id);
    const sent = await records().findOne({ _id: id }).lean();
    expect(tokens).toBe(sent!.tokensSent + sent!.tokensReceived);
    const { operations, total } = await list();
    expect(total).toBe(2);
    expect(operations).toEqual([
      expect.objectContaining({ videoId: 'v', kind: 'chapters', state: 'done', tokens: 0 }),
      expect.objectContaining({ id, kind: 'search', state: 'done', tokens, result: 'Servers answer.' }),
    ]);
    expect(operations[0]?.result).not.toBe('');
    expect(operations[1]).toMatchObject({ customPrompt: 'What is said about servers?' });
    expect((await list({ ownerId: 'eve' })).operations).toEqual([]);
    await until(
      () => chaptering.auth.of('settle'),
      ([settled]) => settled?.amount === tokens,
    );
  });

  it('lists the status of running operations, without cost and result', async () => {
    const release = chaptering.writer.hold('search');
    const id = await search('What is said about servers?');
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    const open = (await list({ descending: true })).operations[0]!;
    expect(open).toMatchObject({ id, state: 'running', result: '', tokens: undefined });
    release();
    await ended(id);
    chaptering.writer.isUnavailable = true;
    const failingId = await quotes('Numbers.');
    const failed = await until(
      () => {
        chaptering.clock.passSeconds(10);
        return chaptering.client.getOperation({ ownerId: 'ada', operationId: failingId });
      },
      ({ state }) => state === 'failed',
    );
    expect(failed.tokens).toBe(0);
    expect((await list({ descending: true })).operations[0]).toMatchObject({ state: 'failed', tokens: 0 });
  });

  it('sorts, pages, and finds operations by prompt or result', async () => {
    await ended(await quotes('On servers (green).'));
    chaptering.writer.answer = 'It is about GLACIERS.';
    await ended(await search('What about mountains?'));
    const kinds = async (request: Partial<chapteringRpc.ListOperationsRequest>) =>
      (await list(request)).operations.map(({ kind }) => kind);
    expect(await kinds({})).toEqual(['chapters', 'quotes', 'search']);
    expect(await kinds({ sort: 'kind', descending: true })).toEqual(['search', 'quotes', 'chapters']);
    // Sorted by the records, which get their tokens after the operations have ended.
    await until(
      () => kinds({ sort: 'tokens' }),
      ([first]) => first === 'chapters',
    );
    const byTokens = (await list({ sort: 'tokens' })).operations.map(({ tokens }) => tokens);
    expect(byTokens).toEqual(byTokens.toSorted((one, other) => one! - other!));
    expect(await kinds({ page: 2, limit: 2 })).toEqual(['search']);
    expect((await list({ page: 2, limit: 2 })).total).toBe(3);
    expect(await kinds({ q: 'servers (GREEN)' })).toEqual(['quotes']);
    expect(await kinds({ q: 'glaciers' })).toContain('search');
    expect(await kinds({ q: 'on.*servers' })).toEqual([]);
    await expect(list({ sort: 'ownerId' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('is cut where its texts exceed the maximum size of one answer', async () => {
    const long = {
      ownerId: 'long',
      videoId: 'w',
      kind: 'search',
      state: 'done',
      systemPrompt: 'x'.repeat(1_000_000),
    };
    const createdAt = new Date();
    for (const _id of ['a', 'b', 'c', 'd', 'e', 'f'])
      await records().create({ _id, ...long, createdAt } as never);
    const { operations, total } = await list({ ownerId: 'long' });
    expect([operations.length, total]).toEqual([4, 6]);
    expect((await list({ ownerId: 'long', page: 5, limit: 1 })).operations).toHaveLength(1);
  });

  it('does not list operations of deleted videos', async () => {
    await ended(await search('What is said about servers?'));
    await chaptering.event('upload.video-deleted.v1', about);
    await until(list, ({ total }) => total === 0);
  });

  it('estimates exactly what is reserved later', async () => {
    chaptering.auth.customPrompt = 'Be bold.';
    const cases = [
      ['search', 'What is said about servers?', () => search('What is said about servers?')],
      ['quotes', 'On tea.', () => quotes('On tea.')],
      ['summary', '', () => chaptering.command('chaptering.generate-summary.v1', about)],
      ['chapters', '', () => chaptering.command('chaptering.regenerate-chapters.v1', about)],
    ] as const;
    for (const [kind, prompt, request] of cases) {
      const chapterStart = kind === 'search' || kind === 'quotes' ? start : undefined;
      const { tokens } = await estimate(kind, prompt, chapterStart);
      const id = await request();
      await ended(id);
      expect(chaptering.auth.of('reserve').at(-1)).toEqual({
        what: 'reserve',
        operationId: id,
        amount: tokens,
      });
    }
  });

  it('estimates the most expensive chapter when none is named', async () => {
    const { chapters } = (await find())!;
    const prices = await Promise.all(chapters.map((chapter) => estimate('search', 'Why?', chapter.start)));
    const { tokens, balance } = await estimate('search', 'Why?');
    expect(balance).toBe(chaptering.auth.balance);
    expect(tokens).toBe(Math.max(...prices.map((price) => price.tokens)));
  });

  it('refuses an estimate for an unknown video, chapter or kind, or without chapters', async () => {
    chaptering.videos.set('ada/early', {});
    await expect(estimate('quotes', '', undefined, 'ada', 'none')).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(estimate('quotes', '', undefined, 'eve')).rejects.toMatchObject({ code: 'not-found' });
    await expect(estimate('quotes', '', undefined, 'ada', 'early')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(estimate('quotes', '', 1.5)).rejects.toMatchObject({ code: 'conflict' });
    await expect(estimate('poem')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
