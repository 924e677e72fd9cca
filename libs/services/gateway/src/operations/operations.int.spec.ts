import { jest } from '@jest/globals';
import { AppError } from '@vault/platform';
import { until } from '@vault/platform/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { operationOf } from '../testing/operation-of.ts';

// Only a hang ends a test: the machine may be busy.
jest.setTimeout(120_000);

const chapters = [0, 250.48, 300].map((start, index) => ({
  start,
  title: `Chapter ${String(index)}`,
  summary: '',
  searchText: '',
  quotes: [],
}));
const rest = { summary: '', vtt: 'WEBVTT\n', version: 1, isGenerating: false, progress: 100, revision: 1 };
const ofVideo = { passthrough: 'v' };
const quotes = {
  ...ofVideo,
  start: '00:04:10',
  end: '10:00:00',
  selIndex: 1,
  newQuotePrompt: ' About price ',
};
const search = { ...ofVideo, selIndex: 2, newSearchPrompt: 'Who is it for?' };
const isGone = 'This chapter is not there any more. Please reload the page.';

describe('what is written anew', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    const { chaptering, obeyed } = gateway.neighbours;
    chaptering.reset();
    chaptering.chapterSets.push({ videoId: 'v', chapters, operations: [], ...rest });
    obeyed.length = 0;
  });
  afterAll(() => gateway.running.stop());

  const post = (what: string, body: object, signal?: AbortSignal) =>
    gateway.call('POST', `/api/muxupload/${what}`, body, signal);

  const video = { videoId: 'v', ownerId: 'ada' };
  const calls = [
    { what: 're-generate-chapter', body: ofVideo, told: ['chapters', video], start: null },
    { what: 'generate-summary', body: ofVideo, told: ['summary', video], start: null },
    {
      what: 'update-quote',
      body: quotes,
      told: ['quotes', { ...video, chapterStart: 250.48, prompt: 'About price' }],
      start: '00:04:10',
    },
    {
      what: 'update-search',
      body: search,
      told: ['search', { ...video, chapterStart: 300, prompt: 'Who is it for?' }],
      start: '00:05:00',
    },
  ] as const;

  it.each(calls)('$what is told to its owner, waited for, and answered with the record', async (call) => {
    const { chaptering, obeyed } = gateway.neighbours;
    const { status, json } = await post(call.what, call.body);
    expect(status).toBe(200);
    expect(obeyed).toEqual([call.told]);
    const [id] = [...chaptering.operations.keys()];
    expect(json).toMatchObject({
      data: { id: 'v', chapters: [{}, { start: '00:04:10' }, {}] },
      chapters: [{}, {}, {}],
      operation: {
        id,
        kind: call.told[0],
        state: 'done',
        chapterStart: call.start,
        system_message: 'As the person wished.',
        result: `The ${call.told[0]}.`,
      },
    });
    expect(chaptering.polls).toBe(2);
    const told = await gateway.call('GET', `/api/muxupload/operations/${id!}`);
    expect([told.status, told.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(told.json.data).toEqual(json.operation);
  });

  it('tells with an answer to a search what was sent', async () => {
    const { json } = await post('update-search', search);
    expect(json).toMatchObject({
      system_message: 'As the person wished.',
      user_message: 'Who is it for?',
      operation: { user_message: 'Who is it for?' },
    });
  });

  it.each(calls)('$what that is refused, or fails, is answered with why', async ({ what, body }) => {
    const { chaptering, obeyed } = gateway.neighbours;
    chaptering.refusal = new AppError('limit-reached', 'You have 3 tokens left.');
    const refused = await post(what, body);
    expect([refused.status, refused.json]).toEqual([
      403,
      { status: 'error', msg: 'You have 3 tokens left.' },
    ]);
    expect([obeyed, chaptering.polls]).toEqual([[], 0]);
    chaptering.refusal = undefined;
    for (const [code, status] of [
      ['conflict', 409],
      ['unavailable', 503],
      ['', 503],
      ['a code of tomorrow', 503],
    ] as const) {
      chaptering.ending = { state: 'failed', code, msg: 'It did not work out.' };
      const failed = await post(what, body);
      expect([failed.status, failed.json]).toEqual([
        status,
        { status: 'error', msg: 'It did not work out.' },
      ]);
    }
  });

  it('is waited for while its owner is away for a moment', async () => {
    gateway.neighbours.chaptering.unanswered = 3;
    gateway.neighbours.chaptering.pollsUntilEnd = 5;
    const { status, json } = await post('update-quote', quotes);
    expect([status, json]).toMatchObject([200, { operation: { state: 'done' } }]);
  });

  it('is not waited for once the client has gone', async () => {
    const { chaptering } = gateway.neighbours;
    chaptering.pollsUntilEnd = Infinity;
    const leaving = new AbortController();
    const answer = post('re-generate-chapter', ofVideo, leaving.signal).catch((error: unknown) => error);
    await until(
      () => chaptering.polls,
      (polls) => polls > 1,
    );
    leaving.abort();
    expect(await answer).toMatchObject({ name: 'AbortError' });
    // The question that was on its way and the one that finds the client gone may still come, no more.
    const polls = chaptering.polls;
    const stayed = post('generate-summary', ofVideo);
    await until(
      () => chaptering.polls,
      (count) => count > polls + 4,
    );
    const ids = [...chaptering.operations.keys()];
    expect(chaptering.pollsOf(ids[0]!)).toBeLessThanOrEqual(polls + 2);
    chaptering.pollsUntilEnd = 0;
    expect((await stayed).status).toBe(200);
  });

  it.each([
    ['update-quote', { ...quotes, start: '00:04:11' }],
    ['update-search', { ...search, selIndex: 3 }],
  ])('%s says when the chapter is not there any more', async (what, body) => {
    const { status, json } = await post(what, body);
    expect([status, json.msg]).toEqual([409, isGone]);
    expect(gateway.neighbours.obeyed).toEqual([]);
  });

  it('finds the chapter of quotes by its start, wherever it is now', async () => {
    await post('update-quote', { ...quotes, selIndex: 0 });
    expect(gateway.neighbours.obeyed).toMatchObject([['quotes', { chapterStart: 250.48 }]]);
  });

  it.each([
    ['update-quote', { ...quotes, end: quotes.start }, /end of the chapter must be later/],
    ['update-quote', { ...quotes, end: '00:00:00' }, /end of the chapter must be later/],
    ['update-quote', { ...quotes, start: 'now' }, /HH:MM:SS/],
    ['update-quote', { ...quotes, selIndex: -1 }, /"selIndex"/],
    ['update-search', { ...search, newSearchPrompt: ' abc ' }, /more than 3 characters/],
    ['update-search', { ...search, newSearchPrompt: 'x'.repeat(4_001) }, /at most 4000/],
  ])('%s refuses %j', async (what, body, words) => {
    const { status, json } = await post(what, body);
    expect(status).toBe(400);
    expect(json.msg).toMatch(words);
  });

  it.each(calls)('$what of somebody else’s video is as of none', async ({ what, body }) => {
    for (const passthrough of ['w', 'not-there']) {
      const { status, json } = await post(what, { ...body, passthrough });
      expect([status, json.msg]).toEqual([404, 'The video was not found.']);
    }
    expect(gateway.neighbours.obeyed).toEqual([]);
  });

  it('is told to its owner alone, and an id that cannot be is no id', async () => {
    const { operations } = gateway.neighbours.chaptering;
    operations.set('hers', { ownerId: 'eve', operation: operationOf('hers') });
    for (const id of ['hers', 'not-there', '%00', 'a%20b', 'x'.repeat(129)]) {
      const { status, json } = await gateway.call('GET', `/api/muxupload/operations/${id}`);
      expect([status, json.msg]).toEqual([404, 'The operation was not found.']);
    }
  });
});
