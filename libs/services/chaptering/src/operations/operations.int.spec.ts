import type { chapteringRpc } from '@vault/contracts/rpc';
import { until } from '@vault/base/testing';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { leaseMs, queueJob, takeLease, type Job, type JobKind } from '../domain/jobs/job.ts';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';
import type { OperationDocument } from './operation.schema.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const invented = 'Nobody in this talk has ever said anything like these words at all.';

describe('operations', () => {
  let chaptering: ChapteringUnderTest;
  let shown: chapteringRpc.ChapterSet;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    shown = (await until(find, (set) => set !== undefined && !set.isGenerating))!;
    expect(shown.chapters.length).toBeGreaterThan(1);
  });
  afterEach(() => chaptering.stop());

  async function find() {
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: false };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const sets = () => chaptering.store.model<ChapterSetDocument>('ChapterSet');
  const stored = async () => (await sets().findOne({ _id: 'v' }).lean())!;
  const record = (id: string) =>
    chaptering.store.model<OperationDocument>('Operation').findOne({ _id: id }).lean();
  const operation = (operationId: string, ownerId = 'ada') =>
    chaptering.client.getOperation({ ownerId, operationId });
  const ended = (id: string) =>
    until(
      () => operation(id),
      ({ state }) => state === 'done' || state === 'failed',
    );
  const settled = () =>
    until(
      async () => ({ open: chaptering.auth.open, settlements: (await stored()).settlements.length }),
      ({ open, settlements }) => open === 0 && settlements === 0,
    );
  const published = (type: string) => chaptering.published.filter((message) => message.type === type).length;
  const chapterStart = () => shown.chapters[1]!.start;
  const quotes = (prompt = '', start = chapterStart()) =>
    chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart: start, prompt });
  const search = (prompt = 'What is said about servers?') =>
    chaptering.command('chaptering.update-search.v1', { ...about, chapterStart: chapterStart(), prompt });
  const regenerate = () => chaptering.command('chaptering.regenerate-chapters.v1', about);
  const summarise = () => chaptering.command('chaptering.generate-summary.v1', about);

  async function edit(index: number, words: Partial<chapteringRpc.Chapter>): Promise<void> {
    const now = (await find())!;
    const chapters = now.chapters.map((chapter, at) => ({
      ...chapter,
      start: Math.floor(chapter.start),
      ...(at === index ? words : {}),
    }));
    await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters });
  }

  it('generates quotes of one chapter, stores prompts and result, and charges by their length', async () => {
    chaptering.auth.quoteCount = 2;
    chaptering.auth.customPrompt = 'Be bold.';
    const id = await quotes('The queue.');
    const done = await ended(id);
    expect(done).toMatchObject({ id, kind: 'quotes', state: 'done', msg: '', code: '', progress: 100 });
    expect(done).toMatchObject({ chapterStart: chapterStart(), userMessage: 'The queue.' });
    expect(done.systemMessage).toMatch(/^Be bold\.\n\n[^]*exactly 2 quotations\.$/);
    const now = (await find())!;
    expect(now.version).toBe(shown.version + 1);
    expect(now.chapters[1]?.quotes).toHaveLength(2);
    expect(now.chapters.filter((_, index) => index !== 1)).toEqual(
      shown.chapters.filter((_, index) => index !== 1),
    );
    await settled();
    const sent = Math.round((done.systemMessage.length + done.userMessage.length) / 4);
    const received = Math.round(done.result.length / 4);
    const [reserved, spent] = chaptering.auth.ledger;
    expect(reserved).toEqual({ what: 'reserve', operationId: id, amount: sent + 1_000 });
    expect(chaptering.auth.lastReservation).toMatchObject({ purpose: 'quotes', videoId: now.videoId });
    expect(spent).toEqual({ what: 'settle', operationId: id, amount: sent + received });
    expect(await record(id)).toMatchObject({ tokensSent: sent, tokensReceived: received, state: 'done' });
    expect(await record(id)).not.toHaveProperty('generated');
    await until(
      () => published('chaptering.chapters-changed.v1'),
      (count) => count === 1,
    );
  });

  it('publishes the end of each requested operation, and is read with its chapters in one call', async () => {
    const start = Math.floor(chapterStart());
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: false };
    const calls = () => chaptering.counted('rpc_client_calls_total{');
    const before = await calls();
    await chaptering.client.estimateOperation({ ...about, kind: 'quotes', prompt: '', chapterStart: start });
    const id = await quotes('', start);
    const [event] = await until(
      () => chaptering.published.filter(({ type }) => type === 'chaptering.operation-ended.v1'),
      ({ length }) => length === 1,
    );
    expect(event?.data).toEqual({ ...about, operationId: id });
    const { operation: done, sets: read } = await chaptering.client.getChapterSets({
      ...request,
      operationId: id,
    });
    expect(done).toMatchObject({ id, state: 'done', chapterStart: chapterStart() });
    expect(read[0]?.version).toBe(shown.version + 1);
    await expect(
      chaptering.client.getChapterSets({ ...request, ownerId: 'eve', operationId: id }),
    ).rejects.toMatchObject({ code: 'not-found' });
    await settled();
    const after = Object.entries(await calls())
      .map(([series, count]) => [/method="(\w+)"/.exec(series)?.[1], count - (before[series] ?? 0)] as const)
      .filter(([, count]) => count > 0);
    const untilAnswer = { GetBalanceAndSettings: 1, GetSettings: 1, ReserveTokens: 1 };
    expect(Object.fromEntries(after)).toEqual({ ...untilAnswer, SettleTokens: 1 });
  });

  it('replaces invented quotes by real ones, up to the requested number', async () => {
    chaptering.auth.quoteCount = 3;
    chaptering.writer.quotes = [invented, 'the server waits in the queue of the server. We come to point 31'];
    await ended(await quotes());
    const found = (await find())!.chapters[1]!.quotes;
    expect(found).toHaveLength(3);
    expect(found.map(({ text }) => text)).not.toContain(invented);
    for (const { at } of found) expect(at).toBeGreaterThanOrEqual(chapterStart() - 2);
  });

  it('has a note when a chapter has fewer quotes than requested', async () => {
    chaptering.auth.quoteCount = 99;
    const { state, msg } = await ended(await quotes());
    const found = (await find())!.chapters[1]!.quotes.length;
    expect(found).toBeGreaterThan(0);
    expect({ state, msg }).toEqual({
      state: 'done',
      msg: `${String(found)} of 99 quotes were found: no other sentence in this chapter makes sense alone.`,
    });
  });

  it('answers a search from chapter and video, as plain text of limited length', async () => {
    chaptering.writer.answer = `One\u0000.\n\n${'x'.repeat(9_000)}`;
    const id = await search();
    const done = await ended(id);
    expect(done.userMessage).toBe('What is said about servers?');
    expect(done.systemMessage).toContain(`Overall Video Summary:\n${shown.summary}`);
    expect(done.systemMessage).toContain(shown.chapters[1]!.quotes[0]!.text);
    const text = (await find())!.chapters[1]!.searchText;
    expect(text).toHaveLength(4_000);
    expect(text).toMatch(/^One \.\n\nx+…$/);
    await settled();
    const [reserved, spent] = chaptering.auth.ledger;
    expect(spent?.amount).toBe(reserved?.amount);
  });

  it('generates a summary and publishes an event', async () => {
    expect(await ended(await summarise())).toMatchObject({ state: 'done', chapterStart: undefined });
    await until(
      () => published('chaptering.summary-generated.v1'),
      (count) => count === 1,
    );
    expect(published('chaptering.chapters-generated.v1')).toBe(1);
    expect((await find())!.chapters).toEqual(shown.chapters);
  });

  it('automatic generations cost nothing and have a record', async () => {
    expect(chaptering.auth.ledger).toEqual([]);
    const all = await until(
      () => chaptering.store.model<OperationDocument>('Operation').find({ ownerId: 'ada' }).lean(),
      (operations) => operations.every(({ state }) => state === 'done'),
    );
    expect(all).toMatchObject([{ kind: 'chapters', tokensReserved: 0 }]);
    expect(all[0]?.systemPrompt).not.toBe('');
  });

  it('joins equal requests, also simultaneous ones for chapters', async () => {
    const release = chaptering.writer.hold('chapters');
    const [first, second] = await Promise.all([regenerate(), regenerate()]);
    expect((await find())!.operations).toMatchObject([{ kind: 'chapters' }]);
    expect((await operation(first)).id).toBe((await operation(second)).id);
    release();
    expect((await ended(second)).state).toBe('done');
    await settled();
    expect(chaptering.auth.of('reserve')).toHaveLength(1);
    expect(chaptering.writer.calls('chapters')).toBe(2);
    await until(
      () => published('chaptering.chapters-generated.v1'),
      (count) => count === 2,
    );
    expect(published('chaptering.generation-started.v1')).toBe(2);
  });

  it('refuses a different request of the same kind, and runs other kinds concurrently', async () => {
    const release = chaptering.writer.hold('quotes');
    const id = await quotes('Numbers.');
    await expect(quotes('Numbers.', 0)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Quotes are being written for another chapter. Please try again when this is finished.',
    });
    await expect(quotes('Names.')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Quotes are being written for another prompt. Please try again when this is finished.',
    });
    expect((await ended(await search())).state).toBe('done');
    expect((await ended(await summarise())).state).toBe('done');
    expect((await find())!).toMatchObject({
      isGenerating: false,
      operations: [{ id, kind: 'quotes', chapterStart: chapterStart() }],
    });
    release();
    await ended(id);
    expect((await find())!.operations).toEqual([]);
  });

  it('does the work of a message once, however often and late it is redelivered', async () => {
    const data = { ...about, chapterStart: chapterStart(), prompt: '' };
    const redeliver = await chaptering.send('chaptering.update-quotes.v1', data, 'c1');
    await redeliver();
    await until(
      () => operation('c1').catch(() => undefined),
      (one) => one?.state === 'done',
    );
    await settled();
    await redeliver();
    // Handled after the redelivered command: it is about the same video.
    await ended(await search());
    await settled();
    // Also when the set no longer has the id of the message.
    await sets().updateOne({ _id: 'v' }, { $set: { handled: [] }, $inc: { version: 1 } });
    await redeliver();
    await ended(await summarise());
    await settled();
    expect(chaptering.writer.calls('quotes')).toBe(1);
    expect(chaptering.auth.of('reserve')).toHaveLength(3);
  });

  it('answers people while more videos wait for chapters than are generated concurrently', async () => {
    const release = chaptering.writer.hold('chapters');
    const videos = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const videoId of videos)
      await chaptering.event('upload.transcript-ready.v1', { videoId, ownerId: 'ada', ...captions });
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 4,
    );
    expect((await ended(await search())).state).toBe('done');
    expect(chaptering.writer.waiting).toBe(4);
    release();
    await until(
      () => published('chaptering.chapters-generated.v1'),
      (count) => count === 7,
    );
  });

  it('refuses an unknown chapter, and data of other owners like unknown data', async () => {
    await expect(quotes('', 1.5)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This chapter no longer exists. Please reload the page.',
    });
    const theirs = { videoId: 'v', ownerId: 'eve', chapterStart: chapterStart(), prompt: '' };
    const refused = await chaptering.command('chaptering.update-quotes.v1', theirs).catch(codeAndMessage);
    const none = { ...theirs, videoId: 'none' };
    expect(await chaptering.command('chaptering.update-quotes.v1', none).catch(codeAndMessage)).toEqual(
      refused,
    );
    const id = await summarise();
    await ended(id);
    const missing = await operation('none', 'eve').catch(codeAndMessage);
    expect(missing).toMatchObject({ code: 'not-found' });
    expect(await operation(id, 'eve').catch(codeAndMessage)).toEqual(missing);
  });

  it('is refused and leaves no record when too few tokens are left', async () => {
    chaptering.auth.balance = 5;
    await expect(quotes()).rejects.toMatchObject({
      code: 'limit-reached',
      message: 'You have too few tokens left for this.',
    });
    expect((await find())!.operations).toEqual([]);
    expect(chaptering.writer.calls('quotes')).toBe(0);
    expect(await chaptering.store.model('Operation').countDocuments({ kind: 'quotes' })).toBe(0);
    chaptering.auth.balance = 50_000;
    expect((await ended(await quotes())).state).toBe('done');
  });

  it('fails while auth is unavailable, and removes the job', async () => {
    chaptering.auth.isUnavailable = true;
    await expect(summarise()).rejects.toMatchObject({ code: 'unavailable' });
    chaptering.auth.isUnavailable = false;
    chaptering.clock.passSeconds(60);
    await until(find, (set) => set?.operations.length === 0);
    expect(chaptering.writer.calls('summary')).toBe(0);
    expect((await ended(await summarise())).state).toBe('done');
    await settled();
  });

  it('releases the reservation of a job that never started', async () => {
    const job = await leaseToDeadWorker('quotes', { isReserved: false });
    chaptering.auth.ledger.push({ what: 'reserve', operationId: job.id, amount: 9 });
    chaptering.clock.passSeconds(leaseMs / 1_000 + 1);
    await settled();
    expect(chaptering.auth.of('settle')).toMatchObject([{ operationId: job.id, amount: 0 }]);
    expect(chaptering.writer.calls('quotes')).toBe(0);
  });

  it('settles when auth is available again', async () => {
    chaptering.auth.isSettlingUnavailable = true;
    const id = await search();
    expect((await ended(id)).state).toBe('done');
    await until(stored, ({ settlements }) => (settlements[0]?.attempts ?? 0) > 0);
    expect(chaptering.auth.open).toBe(1);
    expect((await find())!.operations).toEqual([]);
    chaptering.auth.isSettlingUnavailable = false;
    chaptering.clock.passSeconds(60);
    await settled();
    expect(chaptering.auth.of('settle')).toMatchObject([{ operationId: id }]);
  });

  it('fails, releases the tokens and changes nothing when the writer stays unavailable', async () => {
    chaptering.writer.isUnavailable = true;
    const id = await quotes();
    const failed = await until(
      () => {
        chaptering.clock.passSeconds(10);
        return operation(id);
      },
      ({ state }) => state === 'failed',
    );
    expect(failed).toMatchObject({ code: 'unavailable', result: '' });
    expect(failed.msg).toBe(
      'The quotes could not be written, because the text service is not answering. No tokens were charged. Please try again in a few minutes.',
    );
    await settled();
    expect(chaptering.auth.of('settle')).toMatchObject([{ operationId: id, amount: 0 }]);
    expect(chaptering.auth.balance).toBe(1_000_000);
    expect(await find()).toMatchObject({ version: shown.version, chapters: shown.chapters });
    expect(published('chaptering.generation-failed.v1')).toBe(0);
    // Each series starts at 0, so that the first failure shows as an increase.
    const counts = await until(
      async () => Object.entries(await chaptering.counted('generations_ended_total{')),
      (all) => all.filter(([, count]) => count > 0).length === 2,
    );
    expect(counts).toHaveLength(8);
    expect(Object.fromEntries(counts)).toMatchObject({
      'generations_ended_total{kind="chapters",end="done"}': 1,
      'generations_ended_total{kind="quotes",end="failed"}': 1,
    });
  });

  it('publishes the failure of regenerated chapters, and keeps the old ones', async () => {
    chaptering.writer.isUnavailable = true;
    const id = await regenerate();
    await until(
      () => {
        chaptering.clock.passSeconds(10);
        return published('chaptering.generation-failed.v1');
      },
      (count) => count === 1,
    );
    const { data } = chaptering.published.find(({ type }) => type === 'chaptering.generation-failed.v1')!;
    expect(data).toMatchObject({ ...about, jobId: id, hasChapters: true });
    expect((await find())!.chapters).toEqual(shown.chapters);
  });

  it('generates automatic chapters without the language model when it stays unavailable', async () => {
    chaptering.writer.isUnavailable = true;
    const before = chaptering.writer.calls('chapters');
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await until(
      () => {
        chaptering.clock.passSeconds(40);
        return published('chaptering.chapters-generated.v1');
      },
      (count) => count === 2,
    );
    expect(chaptering.writer.calls('chapters') - before).toBe(4);
    expect((await find())!.chapters).toEqual(shown.chapters);
  });

  it('commits the result of a worker that died, without generating or charging again', async () => {
    const job = await leaseToDeadWorker('search', { isReserved: true });
    chaptering.auth.reserve({ ownerId: 'ada', operationId: job.id, amount: 500, purpose: 'search' });
    const words = { kind: 'search', text: 'Generated before.' } as const;
    const result = { generated: words, wordsId: '["t",0]', resultString: 'Generated before.' };
    const answer = { ...result, tokensSent: 10, tokensReceived: 4 };
    await chaptering.store.model<OperationDocument>('Operation').updateOne({ _id: job.id }, { $set: answer });
    expect((await operation(job.id)).state).toBe('running');
    chaptering.clock.passSeconds(leaseMs / 1_000 + 1);
    expect(await ended(job.id)).toMatchObject({ state: 'done', result: 'Generated before.' });
    expect((await find())!.chapters[1]?.searchText).toBe('Generated before.');
    expect(chaptering.writer.calls('search')).toBe(0);
    await settled();
    expect(chaptering.auth.of('settle')).toMatchObject([{ operationId: job.id, amount: 14 }]);
  });

  it('keeps quotes that a person edited during the generation, with a note', async () => {
    const release = chaptering.writer.hold('quotes');
    const id = await quotes();
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    await edit(1, { quotes: [{ text: 'My own words.' }] });
    release();
    expect(await ended(id)).toMatchObject({
      state: 'done',
      msg: 'You edited the quotes of this chapter during the generation: yours were kept.',
    });
    expect((await find())!.chapters[1]?.quotes).toEqual([{ text: 'My own words.', at: undefined }]);
    // A later request replaces them.
    await ended(await quotes());
    expect((await find())!.chapters[1]?.quotes).not.toEqual([{ text: 'My own words.', at: undefined }]);
  });

  it('fails when the chapter was removed during the generation', async () => {
    const release = chaptering.writer.hold('quotes');
    const id = await quotes();
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    await edit(1, { start: Math.floor(chapterStart()) + 1, title: 'Another one' });
    release();
    expect(await ended(id)).toMatchObject({ state: 'failed', code: 'conflict' });
    await settled();
    expect(chaptering.auth.balance).toBe(1_000_000);
  });

  it('keeps edits made during a regeneration, and replaces earlier ones', async () => {
    await edit(0, { title: 'Edited before' });
    const release = chaptering.writer.hold('chapters');
    const id = await regenerate();
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    await edit(1, { title: 'Edited meanwhile' });
    release();
    await ended(id);
    const titles = (await find())!.chapters.map(({ title }) => title);
    expect(titles[0]).toBe(shown.chapters[0]?.title);
    expect(titles[1]).toBe('Edited meanwhile');
    // An automatic generation never overwrites an edit.
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await until(
      () => published('chaptering.chapters-generated.v1'),
      (count) => count === 3,
    );
    expect((await find())!.chapters[1]?.title).toBe('Edited meanwhile');
  });

  it('keeps only unsettled operations of a deleted video, until they are settled', async () => {
    chaptering.auth.isSettlingUnavailable = true;
    const release = chaptering.writer.hold('quotes');
    const id = await quotes();
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    await chaptering.event('upload.video-deleted.v1', about);
    await until(find, (set) => set === undefined);
    // Its record is removed after the set.
    await until(
      () => operation(id).then(() => undefined, codeAndMessage),
      (refused) => refused?.code === 'not-found',
    );
    release();
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 0,
    );
    chaptering.auth.isSettlingUnavailable = false;
    chaptering.clock.passSeconds(60);
    await settled();
    expect(chaptering.auth.of('settle')).toMatchObject([{ operationId: id, amount: 0 }]);
    const left = ['Operation', 'Transcript'].map((name) => chaptering.store.model(name).countDocuments({}));
    expect(await Promise.all(left)).toEqual([0, 0]);
    expect(await stored()).toMatchObject({ chapters: [], jobs: {}, summary: '' });
  });

  /** Leases a job, as a request would have queued it, to a worker that has died. */
  async function leaseToDeadWorker(kind: JobKind, { isReserved }: { isReserved: boolean }): Promise<Job> {
    const id = `dead-${kind}`;
    const queuedAt = chaptering.clock.now();
    const request = { chapterId: (await stored()).chapters[1]!.id, digest: 'd', tokens: 500, isReserved };
    const job = takeLease(queueJob(id, kind, { queuedAt, correlationId: 'c', request }), queuedAt)!;
    const first = { videoId: 'v', ownerId: 'ada', kind, state: 'queued', createdAt: queuedAt };
    const operations = chaptering.store.model<OperationDocument>('Operation');
    await operations.create({ _id: id, ...first, systemPrompt: 's', commandIds: [id] } as never);
    const set = { [`jobs.${kind}`]: job, jobDueAt: job.leaseUntil };
    await sets().updateOne({ _id: 'v' }, { $set: set, $inc: { version: 1 } });
    return job;
  }
});

function codeAndMessage({ code, message }: { code: string; message: string }) {
  return { code, message };
}
